import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { EditorSkeleton } from '../editor-frame/editor-skeleton.tsx'
import { RichTextView } from '../rich-text-view/rich-text-view.tsx'
import type { RichTextEditorProps } from './editor-props.ts'
import { RichTextEditor } from './rich-text-editor.tsx'

const ANNOUNCEMENT = `<h2>升级范围</h2><p>11 月 23 日 02:00–04:00 平台例行维护，期间<strong>数据照常入库</strong>，页面不可用。</p>
<ul><li><p>数据库升级</p></li><li><p>限值表更新至 HJ 633-2026</p></li></ul>
<table><tbody><tr><th><p>时间</p></th><th><p>影响</p></th></tr><tr><td><p>02:00–02:30</p></td><td><p>页面只读</p></td></tr></tbody></table>
<blockquote><p>有疑问请联系<span style="color: red">值班室</span>。</p></blockquote><p style="text-align: center"><a href="https://www.cnemc.cn/">中国环境监测总站</a></p>`
const HOSTILE =
  '<p>只剩文字</p><img src="x" onerror="alert(1)"><script>alert(1)</script><p><a href="javascript:alert(1)">链接失效</a></p>'

function Sample(props: RichTextEditorProps) {
  const [value, setValue] = useState(props.value ?? '')
  return <RichTextEditor aria-label="正文" {...props} value={value} onChange={setValue} />
}

/** The editor where it is unmounted and remounted: in tabs and in a dialog. */
function Places() {
  const [value, setValue] = useState('<p>草稿</p>')
  const [isOpen, setIsOpen] = useState(false)
  const editor = (label: string) => (
    <RichTextEditor aria-label={label} value={value} onChange={setValue} heightPx={200} />
  )
  return (
    <>
      <Tabs
        items={[
          { key: 'text', label: '正文页签', children: editor('页签中的正文') },
          { key: 'view', label: '预览页签', children: <RichTextView html={value} /> },
        ]}
      />
      <Button onClick={() => setIsOpen(true)}>在弹窗中编辑</Button>
      <Dialog
        open={isOpen}
        title="编辑正文"
        width={720}
        destroyOnHidden
        onOk={() => setIsOpen(false)}
        onCancel={() => setIsOpen(false)}
      >
        {editor('弹窗中的正文')}
      </Dialog>
    </>
  )
}

export const gallery: GalleryEntry = {
  title: '富文本编辑器',
  note: '粘贴的图片被拒绝，文字保留；Esc 退出全屏',
  states: [
    { name: '公告', span: 24, render: () => <Sample value={ANNOUNCEMENT} /> },
    { name: '空', span: 12, render: () => <Sample heightPx={240} /> },
    { name: '禁用', span: 12, render: () => <Sample value={ANNOUNCEMENT} heightPx={240} disabled /> },
    { name: '恶意内容', span: 12, render: () => <Sample value={HOSTILE} heightPx={240} /> },
    {
      name: '长文字',
      span: 12,
      render: () => <Sample value={`<p>${'长'.repeat(300)}${'x'.repeat(300)}</p>`} heightPx={240} />,
    },
    { name: '页签与弹窗', span: 12, render: () => <Places /> },
    { name: '加载中', span: 12, render: () => <EditorSkeleton heightPx={240} /> },
  ],
}
