import type { CodeMode } from '@natim/contract/constants'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { CodeEditor } from './code-editor.tsx'
import type { CodeEditorProps } from './editor-props.ts'

const QUERY = `-- 最近一小时超限的通道
select d.name, l.value
from mon_latest l
join mon_device d on d.id = l.device_id
where l.value > 0.5 and l.ts > now() - interval '1 hour'
order by l.value desc`
const SCRIPT = `export function dose(ratePerHour, minutes) {
  // µSv
  return (ratePerHour * minutes) / 60
}`

function Sample(props: CodeEditorProps) {
  const [value, setValue] = useState(props.value ?? '')
  const [language, setLanguage] = useState<CodeMode>(props.language ?? 'javascript')
  return (
    <CodeEditor
      aria-label="代码"
      {...props}
      value={value}
      onChange={setValue}
      language={language}
      {...(props.onLanguageChange && { onLanguageChange: setLanguage })}
    />
  )
}

export const gallery: GalleryEntry = {
  title: '代码编辑器',
  note: '十二种语言；随内容增高，或固定高度；Esc 退出全屏',
  states: [
    { name: '切换语言', span: 12, render: () => <Sample value={SCRIPT} onLanguageChange={() => {}} /> },
    { name: 'SQL，固定高度', span: 12, render: () => <Sample value={QUERY} language="sql" heightPx={240} /> },
    { name: '空', span: 12, render: () => <Sample language="python" heightPx={160} /> },
    { name: '禁用', span: 12, render: () => <Sample value={SCRIPT} heightPx={160} disabled /> },
    { name: '长文字', span: 12, render: () => <Sample value={'x'.repeat(600)} heightPx={160} /> },
    {
      name: '一万行',
      span: 12,
      render: () => (
        <Sample value={Array.from({ length: 10_000 }, (_, index) => `line(${index})`).join('\n')} heightPx={160} />
      ),
    },
  ],
}
