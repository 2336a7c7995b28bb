import { Form, Input } from 'antd'
import { useId } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'

export interface ReasonDialogProps {
  readonly title: string
  readonly okText: string
  readonly hint: string
  readonly isSaving: boolean
  readonly onOk: (reason: string) => void
  readonly onClose: () => void
}

const MAX_REASON = 500

/** Asks for a reason before an action. */
export function ReasonDialog({ title, okText, hint, isSaving, onOk, onClose }: ReasonDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <Dialog open title={title} okText={okText} isSaving={isSaving} onOk={form.submit} onCancel={onClose}>
      <p className="t-caption">{hint}</p>
      <Form form={form} name={useId()} layout="vertical" onFinish={({ reason }) => onOk(reason.trim())}>
        <Form.Item name="reason" label="说明" rules={[{ required: true, whitespace: true, message: '请填写说明' }]}>
          <Input.TextArea rows={3} maxLength={MAX_REASON} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
