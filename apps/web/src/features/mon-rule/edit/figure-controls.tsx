import type { Of } from './controls.ts'
import styles from './edit.module.css'
import { ChoiceField, DurationField, NumberField } from './fields.tsx'
import { LIMIT_CHOICES, limitChoiceOf, PERIOD_LABELS } from './limit-choices.ts'

const OPS = [
  { value: '>=', label: '达到' },
  { value: '>', label: '高于' },
  { value: '<=', label: '降到' },
  { value: '<', label: '低于' },
] as const

export function Threshold({ branch, unit, at, named, onChange }: Of<'threshold'>) {
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

export function Limit({ branch, at, named, onChange }: Of<'limit'>) {
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

export function Rate({ branch, unit, at, named, onChange }: Of<'rate'>) {
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

export function Deviation({ branch, unit, at, named, onChange }: Of<'deviation'>) {
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
