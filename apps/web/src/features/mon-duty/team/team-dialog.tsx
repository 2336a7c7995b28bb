import { DUTY_LEVELS, type DutyTeam, type DutyTeamForm, dutyEndpoints } from '@natim/contract/mon/duty'
import { Alert, Button, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { DepartPicker } from '@/widgets/depart-picker/depart-picker.tsx'
import { useDutyCall } from '../use-duty-call.ts'
import styles from './team.module.css'

interface Shift {
  readonly id?: string
  readonly name: string
  /** `08:00` */
  readonly start: string
  readonly hours: number
}

interface Values extends Omit<DutyTeamForm, 'shifts' | 'id'> {
  readonly shifts: readonly Shift[]
}

const REGIONS = [{ value: '', label: '全国' }, ...REGION_OPTIONS]
const LEVELS = optionsOf(DUTY_LEVELS)
const NEW = {
  level: 'province',
  regionCode: '',
  sortNo: 10,
  shifts: [
    { name: '夜', start: '00:00', hours: 8 },
    { name: '早', start: '08:00', hours: 8 },
    { name: '中', start: '16:00', hours: 8 },
  ],
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const toForm = ({ onDuty: _now, shifts, ...team }: DutyTeam) => ({
  ...team,
  shifts: shifts.map(({ id, name, startMin, lengthMin }) => ({
    id,
    name,
    start: clock(startMin),
    hours: lengthMin / 60,
  })),
})

const toShift = ({ id, name, start, hours }: Shift) => {
  const [hour = 0, minute = 0] = start.split(':').map(Number)
  return { ...(id !== undefined && { id }), name, startMin: hour * 60 + minute, lengthMin: Math.round(hours * 60) }
}

/** A duty team: its area of responsibility and its shifts. */
export function TeamDialog({ team, onClose }: { readonly team?: DutyTeam; readonly onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const { isBusy, run } = useDutyCall()
  const [problem, setProblem] = useState<string>()
  const save = async ({ shifts, ...values }: Values) => {
    const body = { ...values, ...(team && { id: team.id }), shifts: shifts.map(toShift) }
    const failure = await run(dutyEndpoints.saveTeam, { body })
    if (failure) setProblem(failure.message)
    else onClose()
  }
  const title = team ? '编辑值班组' : '新增值班组'
  return (
    <Dialog open title={title} okText="保存" isSaving={isBusy} onOk={form.submit} onCancel={onClose}>
      <Form<Values>
        form={form}
        name={formName}
        layout="vertical"
        initialValues={team ? toForm(team) : NEW}
        onFinish={(values) => void save(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="level" label="级别" extra="报警升级按级别找到在班的人">
          <Select options={LEVELS} />
        </Form.Item>
        <Form.Item name="sysOrgCode" label="部门" rules={[{ required: true, message: '请选择部门' }]}>
          <DepartPicker isMulti={false} store="orgCode" />
        </Form.Item>
        <Form.Item name="regionCode" label="行政区划" extra="只负责该部门和区划内的报警">
          <Select options={REGIONS} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
        <Form.Item name="sortNo" label="顺序">
          <InputNumber min={0} max={9_999} precision={0} />
        </Form.Item>
        <Shifts />
      </Form>
    </Dialog>
  )
}

const MAX_SHIFTS = 8

/** Rows of name, start and length. */
const Shifts = () => (
  <Form.List name="shifts">
    {(fields, { add, remove }) => (
      <fieldset className={styles.shiftFields}>
        <legend>班次</legend>
        {fields.map(({ key, name }, index) => (
          <div key={key} className={styles.shiftRow}>
            <Form.Item name={[name, 'name']} rules={[{ required: true, message: '请填写班次' }]}>
              <Input maxLength={8} aria-label={`第 ${index + 1} 班名称`} />
            </Form.Item>
            <Form.Item
              name={[name, 'start']}
              rules={[{ required: true, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: '格式应为 HH:mm' }]}
            >
              <Input aria-label={`第 ${index + 1} 班开始`} placeholder="08:00" />
            </Form.Item>
            <Form.Item name={[name, 'hours']} rules={[{ required: true, message: '请填写时长' }]}>
              <InputNumber aria-label={`第 ${index + 1} 班时长`} min={0.5} max={24} step={0.5} suffix="h" />
            </Form.Item>
            <Button type="link" disabled={fields.length === 1} onClick={() => remove(name)}>
              删除
            </Button>
          </div>
        ))}
        <Button disabled={fields.length >= MAX_SHIFTS} onClick={() => add({ name: '', start: '08:00', hours: 8 })}>
          新增班次
        </Button>
      </fieldset>
    )}
  </Form.List>
)
