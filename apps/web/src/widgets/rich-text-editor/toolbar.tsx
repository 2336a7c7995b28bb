import { LinkOutlined, PictureOutlined, TableOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Divider, Dropdown, Select, Tooltip } from 'antd'
import { Fragment, type ReactNode, useRef } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { usePrompt } from '@/ui/dialog/prompt.tsx'
import { isSafeSource } from './media-nodes.ts'
import styles from './rich-text-editor.module.css'
import { storeMedia } from './store-media.ts'
import { BLOCKS, type BlockType, blockAt, setBlock, TABLE_TOOLS, TOOL_GROUPS, type Tool } from './tools.tsx'

const BLOCK_PX = 92
const LINK = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i
const LINK_RULES = [{ pattern: LINK, message: '请输入以 http://、https:// 或 / 开头的地址' }]
const SOURCE_RULES = [
  { required: true, message: '请输入地址' },
  { pattern: /^(?:https?:\/\/|\/(?![/\\]))/i, message: '请输入以 http://、https:// 或 / 开头的地址' },
]

/** Toolbar state: recomputed on each step, re-rendered when it differs. */
const stateOf = ({ editor }: { editor: Editor }) => ({
  block: blockAt(editor),
  active: TOOL_GROUPS.flat().map((tool) => tool.isActive?.(editor)),
  isLink: editor.isActive('link'),
  isTable: editor.isActive('table'),
})

export function Toolbar({ editor, disabled }: { readonly editor: Editor; readonly disabled: boolean }) {
  const { block, active, isLink, isTable } = useEditorState({ editor, selector: stateOf })
  const { prompt, holder } = usePrompt()
  const isOn = new Map(TOOL_GROUPS.flat().map((tool, index) => [tool, active[index]]))
  const askLink = () =>
    prompt({
      title: '链接',
      label: '链接地址',
      placeholder: '留空则取消链接',
      defaultValue: String(editor.getAttributes('link')['href'] ?? ''),
      rules: LINK_RULES,
      onOk: (href) => {
        const chain = editor.chain().focus().extendMarkRange('link')
        const linked = href.trim() === '' ? chain.unsetLink() : chain.setLink({ href: href.trim() })
        linked.run()
      },
    })
  return (
    <>
      <Select<BlockType>
        size="small"
        variant="borderless"
        aria-label="段落格式"
        // Forms stretch selects and show file fields by their own rules, which do not apply here.
        style={{ width: BLOCK_PX }}
        value={block}
        options={[...BLOCKS]}
        disabled={disabled}
        onChange={(type) => setBlock(editor.chain().focus(), type).run()}
      />
      {TOOL_GROUPS.map((group) => (
        <Fragment key={group[0]?.label}>
          <Divider orientation="vertical" />
          {group.map((tool) => (
            <ToolButton key={tool.label} tool={tool} isOn={isOn.get(tool)} editor={editor} disabled={disabled} />
          ))}
        </Fragment>
      ))}
      <Divider orientation="vertical" />
      <BarButton label="链接" icon={<LinkOutlined />} isOn={isLink} disabled={disabled} onClick={askLink} />
      <MediaButton kind="picture" editor={editor} disabled={disabled} prompt={prompt} />
      <MediaButton kind="film" editor={editor} disabled={disabled} prompt={prompt} />
      <Dropdown
        disabled={disabled}
        trigger={['click']}
        menu={{
          items: TABLE_TOOLS.map(({ key, label }) => ({ key, label, disabled: (key === 'insert') === isTable })),
          onClick: ({ key }) =>
            TABLE_TOOLS.find((tool) => tool.key === key)
              ?.run(editor.chain().focus())
              .run(),
        }}
      >
        <Button type="text" size="small" icon={<TableOutlined />} aria-label="表格" disabled={disabled} />
      </Dropdown>
      {holder}
    </>
  )
}

interface BarButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isOn?: boolean | undefined
  readonly disabled: boolean
  readonly onClick: () => void
}

function BarButton({ label, icon, isOn, disabled, onClick }: BarButtonProps) {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        className={styles.tool ?? ''}
        icon={icon}
        aria-label={label}
        aria-pressed={isOn}
        disabled={disabled}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      />
    </Tooltip>
  )
}

interface ToolButtonProps {
  readonly tool: Tool
  readonly isOn: boolean | undefined
  readonly editor: Editor
  readonly disabled: boolean
}

const ToolButton = ({ tool, isOn, editor, disabled }: ToolButtonProps) => (
  <BarButton
    label={tool.label}
    icon={tool.icon}
    isOn={isOn}
    disabled={disabled}
    onClick={() => tool.run(editor.chain().focus()).run()}
  />
)

const MEDIA = {
  picture: { label: '图片', accept: 'image/png,image/jpeg,image/gif,image/webp', icon: <PictureOutlined /> },
  film: { label: '视频', accept: 'video/mp4', icon: <VideoCameraOutlined /> },
} as const

interface MediaButtonProps {
  readonly kind: keyof typeof MEDIA
  readonly editor: Editor
  readonly disabled: boolean
  readonly prompt: ReturnType<typeof usePrompt>['prompt']
}

/** Inserts a picture or video: uploaded, or by address. */
function MediaButton({ kind, editor, disabled, prompt }: MediaButtonProps) {
  const { label, accept, icon } = MEDIA[kind]
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const insert = (src: string) => {
    if (!isSafeSource(src)) return
    const chain = editor.chain().focus()
    const inserted =
      kind === 'picture' ? chain.setImage({ src }) : chain.insertContent({ type: 'film', attrs: { src } })
    inserted.run()
  }
  const store = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        insert(await storeMedia(file))
      } catch (cause) {
        notify.line(cause instanceof Error ? cause.message : String(cause), 'error')
      }
    }
  }
  const askAddress = () => prompt({ title: `${label}地址`, rules: SOURCE_RULES, onOk: (src) => insert(src.trim()) })
  const items = [
    { key: 'upload', label: `上传${label}`, onClick: () => input.current?.click() },
    { key: 'address', label: '网络地址', onClick: askAddress },
  ]
  return (
    <>
      <Dropdown disabled={disabled} trigger={['click']} menu={{ items }}>
        <Button type="text" size="small" icon={icon} aria-label={label} disabled={disabled} />
      </Dropdown>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        multiple
        accept={accept}
        aria-label={`上传${label}`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Allows choosing the same file again.
          event.target.value = ''
          void store(files)
        }}
      />
    </>
  )
}
