import { MESSAGE_CHANNEL } from '@natim/contract/dict'
import { sendForm, templateSendEndpoints } from '@natim/contract/system/message'
import { type TemplateRow } from '@natim/contract/system/message.resource'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { optionsOf } from '@/lib/options.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { ReceiversControl } from './receivers-control.tsx'

export interface SendDialogProps {
  readonly template: TemplateRow | undefined
  readonly onClose: () => void
}

interface Values {
  readonly msgType: keyof typeof MESSAGE_CHANNEL
  readonly receiver: string
  readonly testData?: string
}

const CHANNELS = optionsOf(MESSAGE_CHANNEL)

/** The schema's validation message for a value. */
const ruleOf = (key: 'receiver' | 'testData') => ({
  validator: (_rule: unknown, value: unknown) => {
    const result = sendForm.shape[key].safeParse(value ?? '')
    return result.success ? Promise.resolve() : Promise.reject(new Error(result.error.issues[0]?.message))
  },
})

/** Sends; a refusal keeps the dialog and its error. */
function useSending(template: TemplateRow | undefined, onSent: () => void) {
  const { line } = useNotify()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (values: Values) => {
    setIsSending(true)
    setRefusal(undefined)
    try {
      const body = { ...values, templateCode: template?.templateCode ?? '' }
      await call(templateSendEndpoints.sendMsg, { body }, { silent: true })
      line('发送成功！', 'success')
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    } finally {
      setIsSending(false)
    }
  }
  return { send, isSending, refusal, forget: () => setRefusal(undefined) }
}

/** Fills a template and sends it as a test. */
export function SendDialog({ template, onClose }: SendDialogProps) {
  const [form] = Form.useForm<Values>()
  const { send, isSending, refusal, forget } = useSending(template, onClose)
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog
      open={template !== undefined}
      title={`发送测试：${template?.templateName ?? ''}`}
      width={640}
      okText="发送"
      isSaving={isSending}
      onOk={form.submit}
      onCancel={close}
      destroyOnHidden
    >
      <Form<Values>
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ msgType: 'system', testData: template?.templateTestJson ?? '' }}
        onFinish={(values) => void send(values)}
      >
        {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBlockEnd: 16 }} />}
        <Form.Item label="模板内容">
          <Input.TextArea readOnly rows={4} value={template?.templateContent} aria-label="模板内容" />
        </Form.Item>
        <Form.Item
          name="testData"
          label="测试数据"
          rules={[ruleOf('testData')]}
          extra="JSON 对象，给出模板中每个 ${名称} 的值"
        >
          <Input.TextArea rows={4} />
        </Form.Item>
        <Form.Item name="msgType" label="发送方式">
          <Select options={CHANNELS} />
        </Form.Item>
        <Form.Item name="receiver" label="接收人" required rules={[ruleOf('receiver')]}>
          <ReceiversControl />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
