import { type DutyHandover, dutyEndpoints } from '@natim/contract/mon/duty'
import { Alert, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { useDutyCall } from '../use-duty-call.ts'

interface Values {
  readonly username: string
  readonly password: string
}

/** The incoming person signs on the outgoing person's screen with name and password, as at sign-in. */
export function TakeHereDialog({
  handover,
  onClose,
}: {
  readonly handover: DutyHandover
  readonly onClose: () => void
}) {
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const { isBusy, run } = useDutyCall()
  const [problem, setProblem] = useState<string>()
  const save = async (values: Values) => {
    const failure = await run(dutyEndpoints.takeHere, { body: { assignmentId: handover.assignmentId, ...values } })
    if (failure) {
      setProblem(failure.message)
      form.resetFields(['password'])
    } else onClose()
  }
  return (
    <Dialog open title="接班签字" okText="签字" isSaving={isBusy} onOk={form.submit} onCancel={onClose}>
      <p className="t-caption">接班人：{handover.toName ?? '任一值班员'}。请本人输入账号和密码；不会切换当前登录。</p>
      <Form<Values> form={form} name={formName} layout="vertical" onFinish={(values) => void save(values)}>
        {problem && <Alert type="error" showIcon title={problem} />}
        <Form.Item name="username" label="账号" rules={[{ required: true, message: '请输入账号' }]}>
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password autoComplete="off" maxLength={200} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
