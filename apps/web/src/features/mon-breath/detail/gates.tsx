import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { BreathDetail } from '@natim/contract/mon/breath'
import { type Gate, gatesOf } from '@natim/domain/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'

/** A bar ends at twice its limit. */
const SCALE = 2

/** 样本合格性: each gate with its value and limit, failed ones first; an unmeasured gate does not pass. */
export function Gates({ test }: { readonly test: BreathDetail['test'] }) {
  const gates = gatesOf(test).toSorted((a, b) => Number(a.passes) - Number(b.passes))
  const failed = gates.filter(({ passes }) => !passes)
  const isSampled = test.sampleMs !== null && test.etco2 !== null
  const air = [
    test.ambientTemp === null ? '' : `${formatNumber(test.ambientTemp, 1)} ℃`,
    test.ambientRh === null ? '' : `${formatNumber(test.ambientRh, 0)} %RH`,
  ].filter(Boolean)
  return (
    <Panel title="样本合格性">
      <div className={styles.gates}>
        <p className={styles.sentence}>
          {!isSampled && test.status !== 'invalid'
            ? `${test.sampleMs === null ? '尚未采样' : '尚无测量值'}；任一项不合格只记无效，不给结论。`
            : failed.length === 0
              ? `${gates.length} 项全部通过，结论可用；任一项不合格只记无效，不给结论。`
              : `${failed.length} 项不合格，样本无效，不给结论。`}
        </p>
        {gates.map((gate) => (
          <GateCell key={gate.name} gate={gate} isSampled={isSampled || test.status === 'invalid'} />
        ))}
        <div className={styles.gate}>
          <span className={styles.caption}>流速</span>
          <Figure value={test.flowMls} unit="mL/s" />
          <span className={styles.caption}>{air.length > 0 ? air.join(' · ') : '仅记录，不作判定'}</span>
        </div>
      </div>
    </Panel>
  )
}

/** As on instruments: percentages with one decimal. */
const decimalsOf = (unit: string) => (unit === '%vol' ? 1 : 0)

const Figure = ({ value, unit }: { readonly value: number | null; readonly unit: string }) => (
  <span className={styles.figure}>
    <b>{value === null ? NO_VALUE : formatNumber(value, decimalsOf(unit))}</b> {unit}
  </span>
)

function GateCell({ gate, isSampled }: { readonly gate: Gate; readonly isSampled: boolean }) {
  const { label, unit, value, limit, bound, passes } = gate
  const share = Math.min(1, (value ?? 0) / (limit * SCALE))
  return (
    <div className={styles.gate} data-failed={(isSampled && !passes) || undefined}>
      <span className={styles.caption}>
        {label}
        {isSampled && (
          <span>
            {passes ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />} {passes ? '合格' : '不合格'}
          </span>
        )}
      </span>
      <Figure value={value} unit={unit} />
      <span className={styles.rail} aria-hidden>
        <i style={{ inlineSize: `${share * 100}%` }} />
        <b style={{ insetInlineStart: `${100 / SCALE}%` }} />
      </span>
      <span className={styles.caption}>
        {bound === 'min' ? '下限' : '上限'} {formatNumber(limit, decimalsOf(unit))}
        {value !== null &&
          ` · ${value >= limit ? '高' : '低'} ${formatNumber(Math.abs(value - limit), decimalsOf(unit))}`}
      </span>
    </div>
  )
}
