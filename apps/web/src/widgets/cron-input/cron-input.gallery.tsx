import { Form } from 'antd'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { CronEditor } from './cron-editor.tsx'
import { CronInput, type CronInputProps } from './cron-input.tsx'
import { cronRule } from './cron-rule.ts'
import { useCronDraft } from './use-cron-draft.ts'

function Sample(props: CronInputProps) {
  const [value, setValue] = useState(props.value ?? '')
  return <CronInput aria-label="执行时间" {...props} value={value} onChange={setValue} />
}

function InForm() {
  return (
    <Form layout="vertical" initialValues={{ cron: '0 0 25 * * ? *' }}>
      <Form.Item name="cron" label="执行时间" rules={[cronRule]} validateStatus="error" help="「时」无法识别：25">
        <CronInput />
      </Form.Item>
    </Form>
  )
}

function Editor({ text, hideSecond = false }: { text: string; hideSecond?: boolean }) {
  return <CronEditor state={useCronDraft(text, { hideSecond })} />
}

export const gallery: GalleryEntry = {
  title: 'Cron 表达式',
  note: '一句话说明含义；日与周互斥；预览随改动更新',
  states: [
    { name: '空', render: () => <Sample /> },
    { name: '已填', render: () => <Sample value="0 0 2 * * ? *" /> },
    { name: '禁用', render: () => <Sample value="0 0 2 * * ? *" disabled /> },
    { name: '无秒', render: () => <Sample value="0 2 * * ?" hideSecond /> },
    {
      name: '长文字',
      render: () => <Sample value="0 1,4,7,10,13,16,19,22,25,28,31,34,37,40,43,46,49,52,55,58 * * * ? *" />,
    },
    { name: '无法识别', render: () => <InForm /> },
    { name: '编辑：默认', span: 12, render: () => <Editor text="" /> },
    { name: '编辑：按周', span: 12, render: () => <Editor text="0 0/5 8-18 ? * MON-FRI 2026-2030" /> },
    { name: '编辑：无执行时间', span: 12, render: () => <Editor text="0 0 0 30 2 ? *" /> },
    { name: '编辑：无法识别，无秒', span: 12, render: () => <Editor text="0 2 L-3 * ?" hideSecond /> },
  ],
}
