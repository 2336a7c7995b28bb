import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import type { MarkdownEditorProps } from './editor-props.ts'
import { MarkdownEditor } from './markdown-editor.tsx'

const MANUAL = `## 更换传感器

1. 停机，**断电**
2. 拧下 \`CL2-03\` 探头

| 步骤 | 用时 |
| --- | --- |
| 预热 | 30 min |

> 更换后须重新标定，见 [规程](https://www.cnemc.cn/)。
`
const HOSTILE = `<img src=x onerror=alert(1)>

[链接失效](javascript:alert(1))<!--rehype:onclick=alert(1)&style=position:fixed-->
`

function Sample(props: MarkdownEditorProps) {
  const [value, setValue] = useState(props.value ?? '')
  return <MarkdownEditor aria-label="说明" {...props} value={value} onChange={setValue} />
}

export const gallery: GalleryEntry = {
  title: 'Markdown 编辑器',
  note: '左文右图，可只看其一；图片可上传，也可填地址',
  states: [
    { name: '已填', span: 24, render: () => <Sample value={MANUAL} /> },
    { name: '空', span: 12, render: () => <Sample /> },
    { name: '禁用', span: 12, render: () => <Sample value={MANUAL} disabled /> },
    { name: '恶意内容', span: 12, render: () => <Sample value={HOSTILE} heightPx={200} /> },
    {
      name: '长文字',
      span: 12,
      render: () => <Sample value={`${'长'.repeat(300)}${'x'.repeat(300)}`} heightPx={200} />,
    },
  ],
}
