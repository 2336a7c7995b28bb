import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DeviceStates } from '../../lib/socket/device-states.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { Age } from '../../ui/age.tsx'
import { metricLabel } from '../../ui/metric-label.ts'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './matrix.module.css'
import { type Cell, MatrixCell } from './matrix-cell.tsx'
import { matrixGrid } from './matrix-layout.ts'
import { useRowState } from './use-row-state.ts'

export interface MatrixProps {
  readonly rows: readonly MatrixRow[]
  readonly columns: readonly MatrixColumn[]
  readonly values: LiveValues
  readonly states: DeviceStates
  readonly rowHeight: number
  readonly onOpen: (cell: Cell) => void
}

const OVERSCAN = 12

/** Devices by metrics. Virtualised rows; head and first column are sticky. */
export function Matrix({ rows, columns, values, states, rowHeight, onOpen }: MatrixProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  // Measured rows keep their old height until measured again.
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const grid = matrixGrid(columns)
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="table"
      aria-label="实时数据"
      aria-rowcount={rows.length + 1}
      tabIndex={0}
    >
      <div className={styles.head} style={grid} role="row">
        <span role="columnheader" className={styles.first}>
          设备
        </span>
        <span role="columnheader">最后上报</span>
        {columns.map((column) => (
          <span key={column.metricCode} role="columnheader" className={styles.numeric} title={column.name}>
            <span className="ellipsis">{metricLabel(column)}</span>
            <span className={styles.unit}>{column.unit}</span>
          </span>
        ))}
      </div>
      <div className={styles.body} style={{ height: virtual.getTotalSize(), minWidth: grid.minWidth }} role="rowgroup">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <div
              key={item.key}
              className={styles.row}
              style={{ ...grid, height: rowHeight, transform: `translateY(${item.start}px)` }}
              role="row"
              aria-rowindex={item.index + 2}
            >
              <Row row={row} columns={columns} values={values} states={states} onOpen={onOpen} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends Omit<MatrixProps, 'rows' | 'rowHeight'> {
  readonly row: MatrixRow
}

const Row = memo(function Row({ row, columns, values, states, onOpen }: RowProps) {
  const { status, lastSeenMs } = useRowState(row, { values, states })
  return (
    <>
      <span role="rowheader" className={styles.first}>
        <StatusLamp status={status} />
        {row.severity !== undefined && <SeverityGlyph level={row.severity} size={13} />}
        <Link to={`/mon/device/detail/${row.id}`} className={styles.device} title={row.name}>
          <span className="ellipsis">{row.name}</span>
          <span className={`t-caption ellipsis ${styles.where}`}>{row.regionText}</span>
        </Link>
      </span>
      <span role="cell" className="t-caption">
        <Age tsMs={lastSeenMs} />
      </span>
      {columns.map((column) => {
        const cell = row.cells.find((candidate) => candidate.metricCode === column.metricCode)
        return (
          <span key={column.metricCode} role="cell" className={styles.numeric}>
            {cell === undefined ? (
              <span className={styles.empty}>/</span>
            ) : (
              <MatrixCell cell={cell} column={column} values={values} onOpen={onOpen} />
            )}
          </span>
        )
      })}
    </>
  )
})
