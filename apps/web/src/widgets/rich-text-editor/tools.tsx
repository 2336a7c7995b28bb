import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  CodeOutlined,
  ItalicOutlined,
  LineOutlined,
  MenuOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { ChainedCommands, Editor } from '@tiptap/react'
import type { ReactNode } from 'react'

/** A toolbar button. Without `isActive` it is no toggle. */
export interface Tool {
  readonly label: string
  readonly icon: ReactNode
  readonly run: (chain: ChainedCommands) => ChainedCommands
  readonly isActive?: (editor: Editor) => boolean
}

const mark = (label: string, icon: ReactNode, name: 'Bold' | 'Italic' | 'Underline' | 'Strike' | 'Code'): Tool => ({
  label,
  icon,
  run: (chain) => chain[`toggle${name}`](),
  isActive: (editor) => editor.isActive(name.toLowerCase()),
})
const align = (label: string, icon: ReactNode, textAlign: string): Tool => ({
  label,
  icon,
  run: (chain) => chain.setTextAlign(textAlign),
  isActive: (editor) => editor.isActive({ textAlign }),
})

/** Groups of buttons, in order. */
export const TOOL_GROUPS: readonly (readonly Tool[])[] = [
  [
    { label: '撤销', icon: <UndoOutlined />, run: (chain) => chain.undo() },
    { label: '重做', icon: <RedoOutlined />, run: (chain) => chain.redo() },
  ],
  [
    mark('加粗', <BoldOutlined />, 'Bold'),
    mark('斜体', <ItalicOutlined />, 'Italic'),
    mark('下划线', <UnderlineOutlined />, 'Underline'),
    mark('删除线', <StrikethroughOutlined />, 'Strike'),
    mark('行内代码', <CodeOutlined />, 'Code'),
    { label: '清除格式', icon: <ClearOutlined />, run: (chain) => chain.unsetAllMarks().clearNodes() },
  ],
  [
    {
      label: '无序列表',
      icon: <UnorderedListOutlined />,
      run: (chain) => chain.toggleBulletList(),
      isActive: (editor) => editor.isActive('bulletList'),
    },
    {
      label: '有序列表',
      icon: <OrderedListOutlined />,
      run: (chain) => chain.toggleOrderedList(),
      isActive: (editor) => editor.isActive('orderedList'),
    },
  ],
  [
    align('左对齐', <AlignLeftOutlined />, 'left'),
    align('居中', <AlignCenterOutlined />, 'center'),
    align('右对齐', <AlignRightOutlined />, 'right'),
    align('两端对齐', <MenuOutlined />, 'justify'),
    { label: '分隔线', icon: <LineOutlined />, run: (chain) => chain.setHorizontalRule() },
  ],
]

/** Paragraph types: body text, quotation, code or a heading. */
export const BLOCKS = [
  { value: 'paragraph', label: '正文' },
  ...([1, 2, 3, 4, 5, 6] as const).map((level) => ({ value: `h${level}` as const, label: `标题 ${level}` })),
  { value: 'blockquote', label: '引用' },
  { value: 'codeBlock', label: '代码块' },
] as const
export type BlockType = (typeof BLOCKS)[number]['value']

const LEVELS = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 } as const

export function blockAt(editor: Editor): BlockType {
  const found = BLOCKS.find(({ value }) =>
    value in LEVELS
      ? editor.isActive('heading', { level: LEVELS[value as keyof typeof LEVELS] })
      : value !== 'paragraph' && editor.isActive(value),
  )
  return found?.value ?? 'paragraph'
}

export function setBlock(chain: ChainedCommands, type: BlockType): ChainedCommands {
  if (type === 'blockquote') return chain.setBlockquote()
  if (type === 'codeBlock') return chain.setCodeBlock()
  const plain = chain.clearNodes()
  return type === 'paragraph' ? plain : plain.setHeading({ level: LEVELS[type] })
}

/** Entries of the table menu; all but the first work inside a table. */
export const TABLE_TOOLS = [
  {
    key: 'insert',
    label: '插入表格（3 × 3）',
    run: (chain: ChainedCommands) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { key: 'rowBefore', label: '上方插入行', run: (chain: ChainedCommands) => chain.addRowBefore() },
  { key: 'rowAfter', label: '下方插入行', run: (chain: ChainedCommands) => chain.addRowAfter() },
  { key: 'columnBefore', label: '左侧插入列', run: (chain: ChainedCommands) => chain.addColumnBefore() },
  { key: 'columnAfter', label: '右侧插入列', run: (chain: ChainedCommands) => chain.addColumnAfter() },
  { key: 'join', label: '合并或拆分单元格', run: (chain: ChainedCommands) => chain.mergeOrSplit() },
  { key: 'head', label: '切换表头行', run: (chain: ChainedCommands) => chain.toggleHeaderRow() },
  { key: 'removeRow', label: '删除行', run: (chain: ChainedCommands) => chain.deleteRow() },
  { key: 'removeColumn', label: '删除列', run: (chain: ChainedCommands) => chain.deleteColumn() },
  { key: 'remove', label: '删除表格', run: (chain: ChainedCommands) => chain.deleteTable() },
] as const
