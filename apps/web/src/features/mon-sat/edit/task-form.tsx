import { REVISIT_MODES, SAT_PRIORITIES, SAT_PURPOSES } from '@natim/contract/mon/sat'
import { SENSOR_TYPES, satellite } from '@natim/contract/mon/satellite.resource'
import { NEEDS_CLEAR_SKY } from '@natim/domain/sat-task'
import { formatGmt8, parseGmt8 } from '@natim/domain/time'
import { Form, Input, InputNumber, Select } from 'antd'
import { numberOptionsOf, optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import type { SatDraft } from './draft.ts'
import styles from './edit.module.css'

export interface TaskFormProps {
  readonly draft: SatDraft
  readonly onChange: (patch: Partial<SatDraft>) => void
}

const PRIORITIES = numberOptionsOf(SAT_PRIORITIES)

/** Target, window and quality requirements. */
export const TaskForm = ({ draft, onChange }: TaskFormProps) => (
  <Form layout="vertical" component="div" className={styles.form}>
    <Form.Item label="任务名称" required className={styles.wide}>
      <Input
        aria-label="任务名称"
        maxLength={80}
        placeholder="如：盘锦辽东湾溢油 SAR 成像"
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
    </Form.Item>
    <Form.Item label="用途">
      <Select
        aria-label="用途"
        value={draft.purpose}
        options={optionsOf(SAT_PURPOSES)}
        onChange={(purpose) => onChange({ purpose })}
      />
    </Form.Item>
    <Form.Item label="优先级">
      <Select
        aria-label="优先级"
        value={draft.priority}
        options={PRIORITIES}
        onChange={(priority) => onChange({ priority })}
      />
    </Form.Item>
    <Form.Item label="关联事件">
      <Input
        aria-label="关联事件"
        maxLength={64}
        placeholder="事件编号，可空"
        value={draft.incident}
        onChange={(event) => onChange({ incident: event.target.value })}
      />
    </Form.Item>
    <Constraints draft={draft} onChange={onChange} />
    <Window draft={draft} onChange={onChange} />
    <Form.Item label="备注" className={styles.wide}>
      <Input.TextArea
        aria-label="备注"
        rows={2}
        maxLength={300}
        value={draft.remark}
        onChange={(event) => onChange({ remark: event.target.value })}
      />
    </Form.Item>
  </Form>
)

function Constraints({ draft, onChange }: TaskFormProps) {
  const { data } = useEndpoint(satellite.endpoints.list, { query: { pageNo: 1, pageSize: 200 } })
  const own = (data?.records ?? []).filter((one) => one.sensorType === draft.sensorType && one.status === 'on')
  return (
    <>
      <Form.Item label="传感器">
        <Select
          aria-label="传感器"
          value={draft.sensorType}
          options={optionsOf(SENSOR_TYPES)}
          onChange={(sensorType) =>
            onChange({
              sensorType,
              satelliteIds: [],
              cloudPctMax: NEEDS_CLEAR_SKY.includes(sensorType) ? (draft.cloudPctMax ?? 30) : null,
            })
          }
        />
      </Form.Item>
      <Form.Item label="卫星" className={styles.two}>
        <Select
          aria-label="卫星"
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder={`不限（${own.length} 颗可用）`}
          value={[...draft.satelliteIds]}
          options={own.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          onChange={(satelliteIds) => onChange({ satelliteIds })}
        />
      </Form.Item>
      <Limits draft={draft} onChange={onChange} />
    </>
  )
}

const Limits = ({ draft, onChange }: TaskFormProps) => (
  <>
    <Form.Item label="分辨率不低于">
      <InputNumber
        aria-label="分辨率不低于"
        min={0.1}
        max={50_000}
        suffix="m"
        placeholder="不限"
        value={draft.resMaxM}
        onChange={(resMaxM) => onChange({ resMaxM })}
      />
    </Form.Item>
    <Form.Item label="侧摆不大于">
      <InputNumber
        aria-label="侧摆不大于"
        min={0}
        max={60}
        suffix="°"
        value={draft.offNadirMax}
        onChange={(value) => onChange({ offNadirMax: value ?? 45 })}
      />
    </Form.Item>
    <Form.Item label="云量不大于">
      <InputNumber
        aria-label="云量不大于"
        min={0}
        max={100}
        suffix="%"
        placeholder={NEEDS_CLEAR_SKY.includes(draft.sensorType) ? '不限' : '不适用'}
        disabled={!NEEDS_CLEAR_SKY.includes(draft.sensorType)}
        value={draft.cloudPctMax}
        onChange={(cloudPctMax) => onChange({ cloudPctMax })}
      />
    </Form.Item>
  </>
)

function Window({ draft, onChange }: TaskFormProps) {
  const { revisit } = draft
  const time = (label: string, key: 'from' | 'to') => (
    <Form.Item label={label}>
      <DateInput
        hasTime
        aria-label={label}
        value={formatGmt8(draft[key])}
        onChange={(text) => {
          const ms = parseGmt8(text)
          if (ms !== undefined) onChange({ [key]: ms })
        }}
      />
    </Form.Item>
  )
  return (
    <>
      {time('窗口开始', 'from')}
      {time('窗口结束', 'to')}
      <Form.Item label="重访">
        <Select
          aria-label="重访"
          value={revisit.mode}
          options={optionsOf(REVISIT_MODES)}
          onChange={(mode) => onChange({ revisit: { ...revisit, mode } })}
        />
      </Form.Item>
      {revisit.mode === 'every_n_days' && (
        <Form.Item label="间隔">
          <InputNumber
            aria-label="间隔"
            min={1}
            max={30}
            suffix="天"
            value={revisit.n}
            onChange={(n) => onChange({ revisit: { ...revisit, n: n ?? 1 } })}
          />
        </Form.Item>
      )}
      {revisit.mode !== 'once' && (
        <Form.Item label="共" extra="含首次">
          <InputNumber
            aria-label="次数"
            min={2}
            max={30}
            suffix="次"
            value={Math.max(2, revisit.count)}
            onChange={(count) => onChange({ revisit: { ...revisit, count: count ?? 2 } })}
          />
        </Form.Item>
      )}
    </>
  )
}
