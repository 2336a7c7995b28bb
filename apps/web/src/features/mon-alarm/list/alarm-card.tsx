import type { AlarmRow } from '@natim/contract/mon/alarm'
import { formatNumber, formatWaiting } from '@natim/domain/format'
import { useEffect, useRef } from 'react'
import { ORDER_NAMES } from '@/lib/alarm/alarm-orders.ts'
import { isWaiting, useOrderQueue } from '@/lib/alarm/order-queue.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { tickerNow, useTicker } from '@/ui/ticker.ts'
import { StateCell } from '@/widgets/alarm/alarm-cells.tsx'
import { denialText, lastedMs, subtitleOf } from '@/widgets/alarm/alarm-facts.ts'
import type { DialogKind } from '../action/order-form.ts'
import styles from './alarm-card.module.css'

export interface AlarmCardProps {
  readonly row: AlarmRow
  readonly may: Readonly<Record<DialogKind, boolean>>
  /** Its sheet is open. */
  readonly isCurrent: boolean
  readonly onOrder: (kind: DialogKind, row: AlarmRow) => void
  readonly onOpen: (row: AlarmRow) => void
}

/** An alarm on a phone: title, place, duration, figure and quick actions (design 34). */
export function AlarmCard({ row, may, isCurrent, onOrder, onOpen }: AlarmCardProps) {
  const waiting = useOrderQueue(({ orders }) =>
    orders.find((queued) => queued.alarm.id === row.id && isWaiting(queued)),
  )
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Keeps the card visible above the sheet, which opens at the bottom.
    if (isCurrent) card.current?.scrollIntoView?.({ block: 'start', behavior: 'smooth' })
  }, [isCurrent])
  const time = useTicker((now) =>
    row.state === 'unack' ? `等待 ${formatWaiting(now - row.raisedMs)}` : `持续 ${formatWaiting(lastedMs(row, now))}`,
  )
  const actions = (['ack', 'shelve'] as const).filter(
    (kind) => waiting === undefined && may[kind] && denialText(kind, row, tickerNow()) === undefined,
  )
  return (
    <div
      ref={card}
      className={styles.card}
      data-current={isCurrent || undefined}
      data-severity={row.state === 'unack' ? row.severity : undefined}
    >
      <div className={styles.body}>
        <SeverityGlyph level={row.severity} size={20} />
        <div className={styles.texts}>
          <span className={`ellipsis ${styles.title}`}>{row.title}</span>
          <span className="ellipsis">{subtitleOf(row)}</span>
          {waiting ? (
            <span className={styles.waiting}>待发送：{ORDER_NAMES[waiting.order.kind]}</span>
          ) : (
            <StateCell row={row} />
          )}
        </div>
        <div className={styles.figures}>
          <span className="t-caption">{time}</span>
          {row.value !== null && (
            <span className={styles.value} style={{ color: `var(--sev-${row.severity}-ink)` }}>
              {formatNumber(row.value, row.precision)}
              <small>{row.unit}</small>
            </span>
          )}
        </div>
      </div>
      <div className={styles.actions}>
        {actions.map((kind) => (
          <button key={kind} type="button" onClick={() => onOrder(kind, row)}>
            {kind === 'ack' ? '确认' : '搁置'}
          </button>
        ))}
        <button type="button" onClick={() => onOpen(row)}>
          详情
        </button>
      </div>
    </div>
  )
}
