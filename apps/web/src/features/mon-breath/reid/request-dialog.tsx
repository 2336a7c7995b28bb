import { REID_MINUTES, reidEndpoints } from '@natim/contract/mon/subject'
import { Form, Input, Modal } from 'antd'
import { useDeed } from '../use-breath.ts'

interface Draft {
  readonly reason: string
  readonly caseNo: string
}

/** 再识别申请: reason and case; another person grants it. */
export function RequestDialog({ subjectId, onClose }: { readonly subjectId: string; readonly onClose: () => void }) {
  const [form] = Form.useForm<Draft>()
  const { isBusy, run } = useDeed()
  const submit = async (draft: Draft) => {
    if (await run(reidEndpoints.request, { body: { subjectId, ...draft } })) onClose()
  }
  return (
    <Modal
      open
      title="再识别申请"
      okText="提交申请"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>须由另一人批准；批准后 {REID_MINUTES} 分钟内只能查看一次，申请、批准与查看都会留痕，审计员可见。</p>
      <Form form={form} layout="vertical" onFinish={(draft) => void submit(draft)}>
        <Form.Item
          name="caseNo"
          label="案件编号"
          rules={[{ required: true, whitespace: true, message: '请填写案件编号' }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, message: '请填写理由' }]}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
