import { DEVICE_STATUS } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import type { DeviceStates } from '../../lib/socket/device-states.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { Age } from '../../ui/age.tsx'
import { metricLabel } from '../../ui/metric-label.ts'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './matrix-cards.module.css'
import { type Cell, MatrixCell } from './matrix-cell.tsx'
import { useRowState } from './use-row-state.ts'

export interface MatrixCardsProps {
  readonly rows: readonly MatrixRow[]
  readonly columns: readonly MatrixColumn[]
  readonly values: LiveValues
  readonly states: DeviceStates
  readonly onOpen: (cell: Cell) => void
}

const OVERSCAN = 6
/** Head, padding and one line of values, px; replaced by the measured height. */
const ESTIMATE_PX = 104

/** The live matrix on a phone: one card per device, its values side by side without horizontal scrolling. */
export function MatrixCards({ rows, columns, values, states, onOpen }: MatrixCardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul aria-label="实时数据" className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={styles.item}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Card row={row} columns={columns} values={values} states={states} onOpen={onOpen} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type CardProps = Omit<MatrixCardsProps, 'rows'> & { readonly row: MatrixRow }

const Card = memo(function Card({ row, columns, values, states, onOpen }: CardProps) {
  const { status, lastSeenMs } = useRowState(row, { values, states })
  const shown = columns.flatMap((column) => {
    const cell = row.cells.find(({ metricCode }) => metricCode === column.metricCode)
    return cell === undefined ? [] : [{ column, cell }]
  })
  return (
    <article aria-label={row.name}>
      <header className={styles.head}>
        <StatusLamp status={status} />
        {row.severity !== undefined && <SeverityGlyph level={row.severity} size={13} />}
        <Link to={`/mon/device/detail/${row.id}`} className={`ellipsis ${styles.name}`}>
          {row.name}
        </Link>
        <span className="t-caption push">
          {status === 'online' ? '' : `${DEVICE_STATUS[status]} · `}
          <Age tsMs={lastSeenMs} />
        </span>
      </header>
      <p className="t-caption ellipsis">{row.stationName ?? row.regionText}</p>
      <dl className={styles.values}>
        {shown.map(({ column, cell }) => (
          <div key={cell.channelNo} className={styles.value}>
            <dt title={column.name}>
              {metricLabel(column)} <span className="t-tertiary">{column.unit}</span>
            </dt>
            <dd>
              <MatrixCell cell={cell} column={column} values={values} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
})
