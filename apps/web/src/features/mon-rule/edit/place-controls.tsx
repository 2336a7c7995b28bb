import { EVENT_NAMES } from '@natim/contract/mon/rule-names'
import { Select } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import type { Of } from './controls.ts'
import styles from './edit.module.css'
import { ChoiceField, DurationField, Field, NumberField } from './fields.tsx'

export function Status({ branch, at, named, onChange }: Of<'status'>) {
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

const EVENTS = optionsOf(EVENT_NAMES)

export function Event({ branch, at, named, onChange }: Of<'event'>) {
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

export const ToxicLoad = ({ branch, at, named, onChange }: Of<'toxicLoad'>) => (
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

export const Index = ({ branch, at, named, onChange }: Of<'index'>) => (
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

export const Cluster = ({ branch, at, named, onChange }: Of<'cluster'>) => (
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
