import { Select } from 'antd'
import styles from './edit.module.css'
import { ChoiceField, DurationField, Field, NumberField } from './fields.tsx'
import { LIMIT_CHOICES, limitChoiceOf, PERIOD_LABELS } from './limit-choices.ts'
import type { DraftBranch, DraftCondition } from './rule-draft.ts'

interface ControlsProps {
  readonly branch: DraftBranch | DraftCondition
  readonly unit: string
  /** Path of a key of the branch. */
  readonly at: (key: string) => string
  /** Name of a control for those who do not see its row. */
  readonly named: (what: string) => string
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
}
type Of<T extends DraftBranch['type']> = Omit<ControlsProps, 'branch'> & {
  readonly branch: Extract<DraftBranch | DraftCondition, { type: T }>
}

const OPS = [
  { value: '>=', label: '达到' },
  { value: '>', label: '高于' },
  { value: '<=', label: '降到' },
  { value: '<', label: '低于' },
] as const

/** What has to hold, by the type of the branch. */
export function ConditionControls({ branch, ...rest }: ControlsProps) {
  switch (branch.type) {
    case 'threshold':
      return <Threshold branch={branch} {...rest} />
    case 'limit':
      return <Limit branch={branch} {...rest} />
    case 'rate':
      return <Rate branch={branch} {...rest} />
    case 'deviation':
      return <Deviation branch={branch} {...rest} />
    case 'status':
      return <Status branch={branch} {...rest} />
    case 'event':
      return <Event branch={branch} {...rest} />
    case 'toxicLoad':
      return <ToxicLoad branch={branch} {...rest} />
    case 'composite':
      return <span className={styles.word}>以下各项同时成立</span>
    case 'index':
      return <Index branch={branch} {...rest} />
    case 'cluster':
      return <Cluster branch={branch} {...rest} />
    default:
      return <span className={styles.word}>{branch.type === 'nodata' ? '没有可用数据' : '数值僵死'}</span>
  }
}

function Threshold({ branch, unit, at, named, onChange }: Of<'threshold'>) {
  return (
    <>
      <DurationField
        path={at('avgS')}
        label={named('平均时间')}
        value={branch.avgS ?? 0}
        onChange={(avgS) => onChange({ avgS })}
      />
      <span className={styles.word}>{branch.avgS ? '均值' : '读数'}</span>
      <ChoiceField
        path={at('op')}
        label={named('比较')}
        options={[...OPS]}
        value={branch.op}
        onChange={(op) => onChange({ op })}
      />
      <NumberField
        path={at('value')}
        label={named('触发值')}
        unit={unit}
        value={branch.value}
        onChange={(value) => onChange({ value })}
      />
    </>
  )
}

function Limit({ branch, at, named, onChange }: Of<'limit'>) {
  const chosen = limitChoiceOf(branch)
  return (
    <>
      <ChoiceField<string>
        path={at('level')}
        label={named('限值')}
        options={LIMIT_CHOICES.map(({ value, label }) => ({ value, label }))}
        value={chosen?.value}
        onChange={(value) => {
          const next = LIMIT_CHOICES.find((entry) => entry.value === value)
          if (!next) return
          const keeps = branch.avgPeriod !== undefined && next.periods.includes(branch.avgPeriod)
          onChange({ kind: next.kind, level: next.level, ...(!keeps && { avgPeriod: undefined }) })
        }}
      />
      {chosen && chosen.periods.length > 0 && (
        <ChoiceField<string>
          path={at('avgPeriod')}
          label={named('平均时间')}
          options={[
            { value: '', label: '各时段' },
            ...chosen.periods.map((period) => ({ value: period, label: PERIOD_LABELS[period] ?? period })),
          ]}
          value={branch.avgPeriod ?? ''}
          onChange={(avgPeriod) => onChange({ avgPeriod: avgPeriod === '' ? undefined : avgPeriod })}
        />
      )}
      {(branch.kind.startsWith('OEL_') || branch.share !== undefined) && (
        <NumberField
          path={at('share')}
          label={named('限值倍数')}
          unit="%"
          value={Math.round((branch.share ?? 1) * 10_000) / 100}
          onChange={(percent) =>
            onChange({ share: percent === undefined || percent === 100 ? undefined : percent / 100 })
          }
        />
      )}
    </>
  )
}

function Rate({ branch, unit, at, named, onChange }: Of<'rate'>) {
  return (
    <>
      <DurationField
        path={at('overS')}
        label={named('时间窗')}
        value={branch.overS ?? 60}
        onChange={(overS) => onChange({ overS })}
      />
      <ChoiceField
        path={at('op')}
        label={named('方向')}
        options={[
          { value: '>', label: '内上升超过' },
          { value: '<', label: '内下降超过' },
        ]}
        value={branch.op}
        onChange={(op) => onChange({ op, perMin: signed(op, branch.perMin) })}
      />
      <NumberField
        path={at('perMin')}
        label={named('每分钟变化')}
        unit={unit === '' ? '/min' : `${unit}/min`}
        min={0}
        value={branch.perMin === undefined ? undefined : Math.abs(branch.perMin)}
        onChange={(perMin) => onChange({ perMin: signed(branch.op, perMin) })}
      />
    </>
  )
}

const DEVIATIONS = [
  { value: '>', label: '高于基线' },
  { value: '<', label: '低于基线' },
] as const

function Deviation({ branch, unit, at, named, onChange }: Of<'deviation'>) {
  const isTimes = branch.times !== undefined
  return (
    <>
      <NumberField
        path={at('n')}
        label={named('连续样本数')}
        unit="个读数"
        min={1}
        value={branch.n ?? 3}
        onChange={(n) => onChange({ n: n ?? 1 })}
      />
      <ChoiceField
        path={at('op')}
        label={named('方向')}
        options={[...DEVIATIONS]}
        value={branch.op ?? '>'}
        onChange={(op) => onChange({ op })}
      />
      <ChoiceField
        path={at('times')}
        label={named('偏离方式')}
        options={[
          { value: 'sigmas', label: '按 σ' },
          { value: 'times', label: '按倍数' },
        ]}
        value={isTimes ? 'times' : 'sigmas'}
        onChange={(way) => onChange(way === 'times' ? { times: 2, atLeast: undefined } : { times: undefined })}
      />
      {isTimes ? (
        <NumberField
          path={at('times')}
          label={named('基线倍数')}
          unit="倍"
          value={branch.times}
          onChange={(times) => onChange({ times: times ?? 2 })}
        />
      ) : (
        <>
          <NumberField
            path={at('sigmas')}
            label={named('偏离程度')}
            unit="σ"
            value={branch.sigmas ?? 6}
            onChange={(sigmas) => onChange({ sigmas: sigmas ?? 6 })}
          />
          <NumberField
            path={at('atLeast')}
            label={named('至少偏离')}
            unit={unit}
            value={branch.atLeast}
            onChange={(atLeast) => onChange({ atLeast })}
          />
        </>
      )}
    </>
  )
}

/** A fall is a negative change. */
const signed = (op: '>' | '<', perMin: number | undefined) =>
  perMin === undefined ? undefined : op === '>' ? Math.abs(perMin) : -Math.abs(perMin)

function Status({ branch, at, named, onChange }: Of<'status'>) {
  return (
    <Field path={at('statuses')}>
      {({ status, describedBy }) => (
        <Select
          mode="multiple"
          aria-label={named('设备状态')}
          aria-describedby={describedBy}
          className={styles.wide ?? ''}
          {...(status && { status })}
          options={[
            { value: 'offline', label: '离线' },
            { value: 'fault', label: '故障' },
            { value: 'clock', label: '时钟异常' },
          ]}
          value={[...branch.statuses]}
          onChange={(statuses: string[]) => onChange({ statuses })}
        />
      )}
    </Field>
  )
}

const EVENTS = [
  { value: 'nbc', label: '核生化探测' },
  { value: 'nbc.chem', label: '化学毒剂' },
  { value: 'nbc.bio', label: '生物' },
  { value: 'nbc.rad', label: '辐射' },
]

function Event({ branch, at, named, onChange }: Of<'event'>) {
  const isKnown = EVENTS.some(({ value }) => value === branch.eventType)
  return (
    <>
      <ChoiceField<string>
        path={at('eventType')}
        label={named('事件类型')}
        options={isKnown ? EVENTS : [...EVENTS, { value: branch.eventType, label: branch.eventType }]}
        value={branch.eventType}
        onChange={(eventType) => onChange({ eventType })}
      />
      <ChoiceField<number>
        path={at('maxLevel')}
        label={named('设备级别')}
        options={[
          { value: 0, label: '任何级别' },
          ...[1, 2, 3, 4, 5].map((level) => ({ value: level, label: `不低于 ${level} 级` })),
        ]}
        value={branch.maxLevel ?? 0}
        onChange={(level) => onChange({ maxLevel: level === 0 ? undefined : level })}
      />
    </>
  )
}

const TOXIC_LEVELS = [
  { value: 4, label: '4 级 致命' },
  { value: 3, label: '3 级 危险' },
  { value: 2, label: '2 级 预警' },
  { value: 1, label: '1 级 关注' },
]

const ToxicLoad = ({ branch, at, named, onChange }: Of<'toxicLoad'>) => (
  <ChoiceField<number>
    path={at('level')}
    label={named('空气毒性等级')}
    options={TOXIC_LEVELS}
    value={branch.level}
    onChange={(level) => onChange({ level })}
  />
)

const INDEX_PLACES = [
  { value: 'station', label: '站点' },
  { value: 'city', label: '城市' },
] as const
const INDEX_SPANS = [
  { value: 'hour', label: '小时 AQI' },
  { value: 'day', label: '日 AQI' },
] as const

const Index = ({ branch, at, named, onChange }: Of<'index'>) => (
  <>
    <ChoiceField
      path={at('of')}
      label={named('站点或城市')}
      options={[...INDEX_PLACES]}
      value={branch.of ?? 'station'}
      onChange={(of) => onChange({ of })}
    />
    <ChoiceField
      path={at('span')}
      label={named('小时或日')}
      options={[...INDEX_SPANS]}
      value={branch.span ?? 'hour'}
      onChange={(span) => onChange({ span })}
    />
    <span className={styles.word}>≥</span>
    <NumberField
      path={at('value')}
      label={named('AQI')}
      min={1}
      value={branch.value}
      onChange={(value) => onChange({ value })}
    />
  </>
)

const COUNTED = [
  { value: 'station', label: '个站点' },
  { value: 'device', label: '台设备' },
] as const

const Cluster = ({ branch, at, named, onChange }: Of<'cluster'>) => (
  <>
    <DurationField
      path={at('withinS')}
      label={named('时间窗')}
      value={branch.withinS}
      onChange={(withinS) => onChange({ withinS })}
    />
    <span className={styles.word}>内</span>
    <NumberField
      path={at('radiusKm')}
      label={named('半径')}
      unit="km"
      min={0}
      value={branch.radiusKm}
      onChange={(radiusKm) => onChange({ radiusKm })}
    />
    <span className={styles.word}>内有</span>
    <NumberField
      path={at('count')}
      label={named('数量')}
      min={2}
      value={branch.count}
      onChange={(count) => onChange({ count })}
    />
    <ChoiceField
      path={at('of')}
      label={named('计数单位')}
      options={[...COUNTED]}
      value={branch.of ?? 'station'}
      onChange={(of) => onChange({ of })}
    />
  </>
)

/** Below what the branch is left. */
export function ClearControls({ branch, unit, at, named, onChange }: ControlsProps) {
  if (branch.type === 'limit')
    return (
      <>
        <span className={styles.word}>低于</span>
        <NumberField
          path={at('clearShare')}
          label={named('恢复比例')}
          unit="%"
          value={Math.round((branch.clearShare ?? 0.9) * 10_000) / 100}
          onChange={(percent) => onChange({ clearShare: percent === undefined ? undefined : percent / 100 })}
        />
      </>
    )
  if (branch.type === 'threshold')
    return (
      <>
        <span className={styles.word}>{branch.op.startsWith('>') ? '低于' : '高于'}</span>
        <NumberField
          path={at('clearValue')}
          label={named('恢复值')}
          unit={unit}
          placeholder="自动"
          value={branch.clearValue}
          onChange={(clearValue) => onChange({ clearValue })}
        />
      </>
    )
  return <span className={styles.word}>{branch.type === 'cluster' ? '数量不足' : '不再成立'}</span>
}
