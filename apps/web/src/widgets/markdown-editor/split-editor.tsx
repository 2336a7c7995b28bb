import { EDITOR } from '@natim/contract/constants'
import * as chinese from '@uiw/react-md-editor/commands-cn'
import MDEditor, { type ICommand } from '@uiw/react-md-editor/nohighlight'
import { cloneElement, isValidElement, type SVGProps, useState } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'
import { useIsDisabled } from '../use-is-disabled.ts'
import type { MarkdownEditorProps } from './editor-props.ts'
import styles from './markdown-editor.module.css'
import { PictureDialog } from './picture-dialog.tsx'
import { safeHtml } from './safe-html.ts'

type InsertText = (text: string) => void

/** The button has the label; the library's icon claims to be an unnamed image. */
const hidden = (icon: ICommand['icon']) =>
  isValidElement<SVGProps<SVGSVGElement>>(icon) ? cloneElement(icon, { role: undefined, 'aria-hidden': true }) : icon

const named = (command: ICommand, label: string): ICommand => ({
  ...command,
  icon: hidden(command.icon),
  buttonProps: { 'aria-label': label, title: label },
})
const { title1, title2, title3, title4, title5, title6 } = chinese
const HEADINGS = [title1, title2, title3, title4, title5, title6].map((command, index) =>
  named({ ...command, icon: <>标题 {index + 1}</> }, `标题 ${index + 1}`),
)
const FORMATS: readonly ICommand[] = [
  named(chinese.bold, '加粗'),
  named(chinese.italic, '斜体'),
  named(chinese.strikethrough, '删除线'),
  named(chinese.hr, '分隔线'),
  chinese.group(HEADINGS, { name: 'title', groupName: 'title', buttonProps: { 'aria-label': '标题', title: '标题' } }),
  chinese.divider,
  named(chinese.link, '链接'),
  named(chinese.quote, '引用'),
  named(chinese.code, '行内代码'),
  named(chinese.codeBlock, '代码块'),
  named(chinese.table, '表格'),
  chinese.divider,
  named(chinese.unorderedListCommand, '无序列表'),
  named(chinese.orderedListCommand, '有序列表'),
  named(chinese.checkedListCommand, '任务列表'),
]
/** Text only, text with preview, preview only; full screen. */
const VIEWS: ICommand[] = [
  named(chinese.codeEdit, '仅 Markdown'),
  named(chinese.codeLive, '左文右图'),
  named(chinese.codePreview, '仅可视'),
  chinese.divider,
  named(chinese.fullscreen, '全屏'),
]

/** Scrollable, so it must be focusable. */
const PREVIEW = { tabIndex: 0, role: 'region', 'aria-label': '预览' }

/** The editor itself, loaded with its library. */
export function SplitEditor(props: MarkdownEditorProps) {
  const { value, onChange, onBlur, id, placeholder = '请输入 Markdown' } = props
  const disabled = useIsDisabled(props.disabled)
  const { heightPx = EDITOR.markdownPx.default, 'aria-label': label = 'Markdown 编辑器' } = props
  const isPhone = useIsPhone()
  const [insert, setInsert] = useState<InsertText>()
  const picture: ICommand = {
    ...named(chinese.image, '图片'),
    execute: (_, api) => setInsert(() => (text: string) => api.replaceSelection(text)),
  }
  return (
    <div className={styles.frame} data-disabled={disabled}>
      <MDEditor
        value={value ?? ''}
        onChange={(text) => onChange?.(text ?? '')}
        height={Math.max(heightPx, EDITOR.markdownPx.min)}
        minHeight={EDITOR.markdownPx.min}
        preview={isPhone ? 'edit' : 'live'}
        tabSize={EDITOR.tabSize}
        commands={[...FORMATS, picture]}
        extraCommands={VIEWS}
        hideToolbar={disabled}
        textareaProps={{ disabled, placeholder, onBlur, 'aria-label': label, ...(id !== undefined && { id }) }}
        previewOptions={{ rehypePlugins: [safeHtml], wrapperElement: PREVIEW }}
      />
      {insert && (
        <PictureDialog
          onOk={(markdown) => {
            insert(markdown)
            setInsert(undefined)
          }}
          onCancel={() => setInsert(undefined)}
        />
      )}
    </div>
  )
}
