import { INCIDENT_LEVEL, INCIDENT_TYPE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { type IncidentLevel, incidentLevelOf, incidentTypeOf } from '@natim/domain/incident'
import { Alert, Form, Input, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { type IncidentValues, useMakeIncident } from './use-make-incident.ts'

const TYPES = optionsOf(INCIDENT_TYPE)
const LEVELS = ([1, 2, 3, 4] as const).map((value) => ({ value, label: INCIDENT_LEVEL[value] }))
const WAYS = [
  { value: 'new', label: '新建事件' },
  { value: 'existing', label: '并入已有事件' },
]
const MAX_TITLE = 120
const MAX_NOTE = 500

export interface IncidentDialogProps {
  readonly rows: readonly AlarmRow[]
  /** Text already typed. */
  readonly note?: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * 转事件: creates an incident from the alarms, prefilled from the most severe one, or adds them to an existing
 * incident.
 */
export function IncidentDialog({ rows, note = '', onClose, onDone }: IncidentDialogProps) {
  const [form] = Form.useForm<IncidentValues>()
  const name = useId()
  const { isBusy, make } = useMakeIncident()
  const [problem, setProblem] = useState<string>()
  const into = Form.useWatch('into', form) ?? 'new'
  const [first] = rows.toSorted((a, b) => a.severity - b.severity || a.triggerMs - b.triggerMs)
  async function save(values: IncidentValues): Promise<void> {
    const error = await make(rows, values)
    if (error) setProblem(error.message)
    else onDone()
  }
  if (first === undefined) return null
  return (
    <Dialog
      open
      title={rows.length === 1 ? '转事件' : `${rows.length} 起报警转事件`}
      okText={into === 'new' ? '新建事件' : '并入事件'}
      isSaving={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="t-caption">
        {rows.length === 1 ? `${first.title} · ${first.no}。` : '全部成功或全部不改。'}
        转事件不代替确认。
      </p>
      <Form<IncidentValues>
        form={form}
        name={name}
        layout="vertical"
        initialValues={{
          into: 'new',
          title: first.stationName === null ? first.title : `${first.stationName} ${first.title}`,
          type: incidentTypeOf(first.metricCode),
          level: incidentLevelOf(first.severity),
          note,
        }}
        onFinish={(values) => void save({ ...values, note: values.note ?? '' })}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        <Form.Item name="into" label="方式">
          <Radio.Group options={WAYS} />
        </Form.Item>
        {into === 'new' ? <NewFields /> : <ExistingField isDrill={first.drill} />}
        <Form.Item name="note" label="说明">
          <Input.TextArea rows={2} maxLength={MAX_NOTE} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

const NewFields = () => (
  <>
    <Form.Item name="title" label="事件名称" rules={[{ required: true, whitespace: true, message: '请填写事件名称' }]}>
      <Input maxLength={MAX_TITLE} />
    </Form.Item>
    <Form.Item name="type" label="事件类型" rules={[{ required: true, message: '请选择事件类型' }]}>
      <Select options={TYPES} />
    </Form.Item>
    <Form.Item<{ level: IncidentLevel }> name="level" label="事件级别">
      <Radio.Group options={LEVELS} />
    </Form.Item>
  </>
)

const OPEN_ONES = { status: 'open,monitoring', column: 'startMs', order: 'desc', pageNo: 1, pageSize: 100 } as const

/** Incidents that are not closed; drill alarms only join drill incidents. */
function ExistingField({ isDrill }: { readonly isDrill: boolean }) {
  const { data, error, isLoading } = useEndpoint(incidentEndpoints.list, { query: OPEN_ONES })
  const options = (data?.records ?? [])
    .filter(({ drill }) => drill === isDrill)
    .map(({ id, no, title }) => ({ value: id, label: `${no} ${title}` }))
  return (
    <Form.Item
      name="id"
      label="事件"
      rules={[{ required: true, message: '请选择事件' }]}
      {...(error && { validateStatus: 'error', help: `加载失败：${error.message}` })}
    >
      <Select
        options={options}
        loading={isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={isLoading ? '正在加载…' : '没有处置中的事件，请新建'}
        placeholder="编号或名称"
      />
    </Form.Item>
  )
}
