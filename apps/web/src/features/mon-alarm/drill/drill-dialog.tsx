import { SEVERITY, type Severity } from '@natim/contract/dict'
import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { keysOf } from '@natim/domain/record'
import { Alert, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { MINUTES } from '../action/order-form.ts'
import { useReloadAlarms } from '../action/use-orders.ts'
import styles from './drill.module.css'
import { useDrillChannels, useDrillDevices } from './use-drill-subjects.ts'

interface Values {
  readonly deviceId: string
  readonly channelNo?: number
  readonly severity: Severity
  readonly value?: number | null
  readonly minutes: number
  readonly reason: string
}

const LEVELS = keysOf(SEVERITY).map((level) => ({
  value: Number(level),
  label: `${level} 级 ${SEVERITY[Number(level) as Severity]}`,
}))
const INITIAL = { severity: 2, minutes: 30 } as const
const MAX_REASON = 500
const SETTLED_MS = 300

export interface DrillDialogProps {
  readonly onClose: () => void
  /** Called with the id of the raised alarm. */
  readonly onStarted: (id: string) => void
}

/** 发起演练: subject and reason of the drill. On refusal the dialog stays open and keeps the input. */
export function DrillDialog({ onClose, onStarted }: DrillDialogProps) {
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const notify = useNotify()
  const reload = useReloadAlarms()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function save({ channelNo, value, ...values }: Values): Promise<void> {
    setIsSaving(true)
    setProblem(undefined)
    const body = { ...values, ...(channelNo !== undefined && { channelNo, ...(value != null && { value }) }) }
    try {
      const { id } = await call(alarmEndpoints.drill, { body }, { silent: true })
      notify.line('演练已开始', 'success')
      onStarted(id)
    } catch (error) {
      setProblem(apiErrorOf(error).message)
    } finally {
      setIsSaving(false)
      reload()
    }
  }
  return (
    <Dialog open title="发起演练" okText="开始演练" isSaving={isSaving} onOk={form.submit} onCancel={onClose}>
      <p className={`t-caption ${styles.intro}`}>
        产生一起带“演练”标记的报警，按真实报警的流程处置。只在控制台提醒，不外发，不计入统计。
      </p>
      <Form<Values>
        form={form}
        name={formName}
        layout="vertical"
        initialValues={INITIAL}
        onFinish={(values) => void save(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <SubjectFields onDevice={() => form.setFieldsValue({ channelNo: undefined, value: null })} />
        <Form.Item name="severity" label="级别" rules={[{ required: true, message: '请选择级别' }]}>
          <Select options={LEVELS} />
        </Form.Item>
        <Form.Item name="minutes" label="演练时长" extra="到时自动结束，也可以提前结束">
          <Select options={MINUTES} />
        </Form.Item>
        <Form.Item
          name="reason"
          label="演练原因"
          rules={[{ required: true, whitespace: true, message: '请填写演练原因' }]}
        >
          <Input.TextArea rows={2} maxLength={MAX_REASON} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** The device, optionally one of its channels, and a reading for that channel. */
function SubjectFields({ onDevice }: { readonly onDevice: () => void }) {
  const [words, setWords] = useState('')
  const devices = useDrillDevices(useDebounced(words.trim(), SETTLED_MS))
  const deviceId = Form.useWatch<string | undefined>('deviceId')
  const channelNo = Form.useWatch<number | undefined>('channelNo')
  const channels = useDrillChannels(deviceId)
  const unit = channels.options.find(({ value }) => value === channelNo)?.unit
  return (
    <>
      <Form.Item name="deviceId" label="设备" rules={[{ required: true, message: '请选择设备' }]}>
        <Select<string>
          showSearch={{ filterOption: false, onSearch: setWords }}
          placeholder="按名称查找"
          loading={devices.isLoading}
          options={devices.options}
          notFoundContent={devices.problem ?? '没有查询到任何数据'}
          onChange={onDevice}
        />
      </Form.Item>
      <Form.Item name="channelNo" label="通道" help={channels.problem}>
        <Select<number>
          allowClear
          placeholder="设备本身"
          disabled={deviceId === undefined}
          loading={channels.isLoading}
          options={channels.options}
        />
      </Form.Item>
      {channelNo !== undefined && (
        <Form.Item name="value" label="模拟读数">
          <InputNumber style={{ width: '100%' }} suffix={unit} />
        </Form.Item>
      )}
    </>
  )
}
