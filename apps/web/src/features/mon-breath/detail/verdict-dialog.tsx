import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import { VERDICT_WORDS, type Verdict } from '@natim/domain/breath'
import { Form, Input, Modal, Radio } from 'antd'
import { useDeed } from '../use-breath.ts'

interface Props {
  readonly test: BreathDetail['test']
  readonly onClose: () => void
}

interface Draft {
  readonly verdict: Verdict
  readonly reason: string
}

const VERDICTS: readonly Verdict[] = ['neg', 'indeterminate', 'presumptive']

/** 改判: requires a reason and keeps the old verdict; another person must then review it. */
export function VerdictDialog({ test, onClose }: Props) {
  const [form] = Form.useForm<Draft>()
  const { isBusy, run } = useDeed()
  const submit = async (draft: Draft) => {
    if (await run(breathEndpoints.verdict, { body: { id: test.id, version: test.version, ...draft } })) onClose()
  }
  return (
    <Modal
      open
      title="改判"
      okText="改判"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>原结论保留并显示为删除线；改判后须由另一人复核。</p>
      <Form form={form} layout="vertical" onFinish={(draft) => void submit(draft)}>
        <Form.Item name="verdict" label="新结论" rules={[{ required: true, message: '请选择结论' }]}>
          <Radio.Group
            options={VERDICTS.map((value) => ({
              value,
              label: VERDICT_WORDS[value],
              disabled: value === test.verdict,
            }))}
          />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
