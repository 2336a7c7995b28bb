import { type BreathDetail, breathEndpoints, CONFIRM_WORDS } from '@natim/contract/mon/breath'
import { Form, Input, Modal, Radio } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import { useDeed } from '../use-breath.ts'

interface Props {
  readonly test: BreathDetail['test']
  readonly onClose: () => void
}

interface Draft {
  readonly result: 'positive' | 'negative'
  readonly method: string
}

/** Records the laboratory result for the same person; it is shown beside the verdict and does not change it. */
export function ConfirmDialog({ test, onClose }: Props) {
  const [form] = Form.useForm<Draft>()
  const { isBusy, run } = useDeed()
  const submit = async (draft: Draft) => {
    if (await run(breathEndpoints.confirm, { body: { id: test.id, version: test.version, ...draft } })) onClose()
  }
  return (
    <Modal open title="登记确证结果" okButtonProps={{ loading: isBusy }} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ result: 'positive', method: '核酸' }}
        onFinish={(draft) => void submit(draft)}
      >
        <Form.Item name="result" label="结果">
          <Radio.Group options={optionsOf(CONFIRM_WORDS)} />
        </Form.Item>
        <Form.Item name="method" label="方法" rules={[{ required: true, whitespace: true, message: '请填写方法' }]}>
          <Input maxLength={40} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
