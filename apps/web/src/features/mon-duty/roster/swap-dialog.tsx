import { type DutyAssignment, type DutyBoard, dutyEndpoints } from '@natim/contract/mon/duty'
import { Alert, Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useSession } from '@/lib/session/session-store.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { useDutyCall } from '../use-duty-call.ts'

interface Values {
  readonly giveId: string
  readonly takeId: string
  readonly reason: string
}

interface SwapDialogProps {
  readonly board: DutyBoard
  readonly give?: DutyAssignment
  readonly onClose: () => void
}

/** 申请换班: offers an own shift of the shown week for another person's. */
export function SwapDialog({ board, give, onClose }: SwapDialogProps) {
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const { isBusy, run } = useDutyCall()
  const [problem, setProblem] = useState<string>()
  const userId = useSession(({ user }) => user?.id)
  const nowMs = useTicker((now) => Math.floor(now / 60_000) * 60_000)
  const next = board.assignments.filter(({ fromMs }) => fromMs > nowMs)
  const save = async (values: Values) => {
    const failure = await run(dutyEndpoints.askSwap, { body: values })
    if (failure) setProblem(failure.message)
    else onClose()
  }
  const optionsOf = (isOwn: boolean) =>
    next
      .filter((held) => (held.userId === userId) === isOwn)
      .map((held) => ({ value: held.id, label: labelOf(board, held) }))
  return (
    <Dialog open title="申请换班" okText="提交" isSaving={isBusy} onOk={form.submit} onCancel={onClose}>
      <p className="t-caption">对方同意并由排班人批准后生效；换班后两班间隔不少于 8 小时。只列出本周未开始的班次。</p>
      <Form<Values>
        form={form}
        name={formName}
        layout="vertical"
        initialValues={{ giveId: give?.id }}
        onFinish={(values) => void save(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <Form.Item name="giveId" label="我的班次" rules={[{ required: true, message: '请选择自己的班次' }]}>
          <Select options={optionsOf(true)} placeholder="请选择" notFoundContent="本周没有未开始的班次" />
        </Form.Item>
        <Form.Item name="takeId" label="换为" rules={[{ required: true, message: '请选择对方的班次' }]}>
          <Select
            options={optionsOf(false)}
            placeholder="请选择"
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent="没有可换的班次"
          />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

function labelOf({ teams }: DutyBoard, { teamId, shiftId, day, name }: DutyAssignment): string {
  const team = teams.find(({ id }) => id === teamId)
  const shift = team?.shifts.find(({ id }) => id === shiftId)
  return `${day.slice(5)} ${shift?.name ?? ''}班 · ${name} · ${team?.name ?? ''}`
}
