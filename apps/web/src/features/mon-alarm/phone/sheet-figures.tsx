import type { AlarmDetail, AlarmRow } from '@natim/contract/mon/alarm'
import { formatCountdown, formatLimit, formatNumber, NO_VALUE } from '@natim/domain/format'
import { useTicker } from '@/ui/ticker.ts'
import { lastedMs, placeOf } from '@/widgets/alarm/alarm-facts.ts'
import styles from './alarm-sheet.module.css'

export interface SheetFiguresProps {
  readonly row: AlarmRow
  /** Undefined while loading; nothing waits for it. */
  readonly detail: AlarmDetail | undefined
}

/** Place, next escalation, and the measured value against its limit. */
export function SheetFigures({ row, detail }: SheetFiguresProps) {
  const { value, limitValue, limitText, peakValue, precision, unit, severity } = row
  const lasted = useTicker((now) => formatCountdown(lastedMs(row, now)))
  const next = row.acked ? undefined : detail?.escalation[0]
  const figure = (of: number | null) => (of === null ? NO_VALUE : formatNumber(of, precision))
  const cells = [
    { label: `触发值${unit ? ` ${unit}` : ''}`, text: figure(value), ink: `var(--sev-${severity}-ink)` },
    { label: '限值', text: limitValue === null ? (limitText ?? NO_VALUE) : formatLimit(limitValue) },
    { label: '峰值', text: figure(peakValue) },
    { label: '持续', text: lasted },
  ]
  return (
    <>
      <p className={`ellipsis ${styles.place}`}>
        {placeOf(row)} · {row.no}
      </p>
      {next && <Escalation dueMs={next.dueMs} name={next.toRoleName} />}
      <dl className={styles.figures}>
        {cells.map(({ label, text, ink }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="ellipsis" style={ink === undefined ? undefined : { color: ink }}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Escalation({ dueMs, name }: { readonly dueMs: number; readonly name: string }) {
  const left = useTicker((now) => (dueMs > now ? formatCountdown(dueMs - now) : undefined))
  return <p className={styles.escalation}>{left === undefined ? `即将升级${name}` : `${left} 后升级${name}`}</p>
}
