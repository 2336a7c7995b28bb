import { DEVICE_STATUS } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import type { DeviceStates } from '../../lib/socket/device-states.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { isStaleAt } from '../../ui/age.tsx'

export type SortMode = 'region' | 'worst' | 'name'

export interface MatrixFilter {
  readonly keyword: string
  readonly onlyAbnormal: boolean
  readonly sort: SortMode
}

export interface RankedRow {
  readonly row: MatrixRow
  /** Most severe of its open alarms and cell levels, 1–5; 6 = none. */
  readonly worst: number
  readonly isAbnormal: boolean
}

/** Live data beyond the register. */
export interface LiveMatrix {
  readonly values: LiveValues
  readonly states: DeviceStates
}

const NO_LEVEL = 6

const statusOf = (row: MatrixRow, { states }: LiveMatrix) => states.get(row.id)?.st ?? row.status

type Cell = MatrixRow['cells'][number]

/** Limits of a cell: its own, or the metric's for an ordinary zone. */
export const limitsOf = (cell: Cell, column: MatrixColumn | undefined): MatrixColumn['limits'] =>
  cell.limits ?? column?.limits ?? []

/**
 * The level of a value: that of its alarm, consistent with strip and desk; without one, of the limit reached by the
 * figure it applies to.
 */
export const cellLevel = (
  { severity }: Pick<Cell, 'severity'>,
  reached: Pick<MatrixColumn['limits'][number], 'severity'> | undefined,
) => severity ?? reached?.severity

/** Rank of each row by its latest values: levels first, then missing reports. */
export function rankRows(
  rows: readonly MatrixRow[],
  columns: readonly MatrixColumn[],
  live: LiveMatrix,
  nowMs: number,
): RankedRow[] {
  const columnOf = new Map(columns.map((column) => [column.metricCode, column]))
  return rows.map((row) => {
    let worst: number = row.severity ?? NO_LEVEL
    let hasStale = row.cells.length > 0
    for (const cell of row.cells) {
      const point = live.values.get(cell.channelNo)
      if (point === undefined || isStaleAt(point[1], cell.periodS, nowMs)) continue
      hasStale = false
      const limits = limitsOf(cell, columnOf.get(cell.metricCode))
      const reached = reachedLimit(limits, figuresOf({ v: point[2], q: point[3] }, cell.means))
      worst = Math.min(worst, cellLevel(cell, reached) ?? NO_LEVEL)
    }
    return { row, worst, isAbnormal: worst < NO_LEVEL || hasStale || statusOf(row, live) !== 'online' }
  })
}

/** Filtered and sorted rows. The keyword matches device, client id, station and region. */
export function arrange(ranked: readonly RankedRow[], filter: MatrixFilter): MatrixRow[] {
  const wanted = filter.keyword.trim().toLowerCase()
  const shown = ranked.filter(
    ({ row, isAbnormal }) =>
      (!filter.onlyAbnormal || isAbnormal) &&
      (wanted === '' ||
        [row.name, row.clientId, row.stationName ?? '', row.regionText].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  )
  const byName = (a: RankedRow, b: RankedRow) => a.row.name.localeCompare(b.row.name, 'zh-CN')
  const orders: Record<SortMode, (a: RankedRow, b: RankedRow) => number> = {
    name: byName,
    region: (a, b) => a.row.regionCode.localeCompare(b.row.regionCode) || byName(a, b),
    worst: (a, b) => a.worst - b.worst || Number(b.isAbnormal) - Number(a.isAbnormal) || byName(a, b),
  }
  return shown.toSorted(orders[filter.sort]).map(({ row }) => row)
}

/** The shown matrix as CSV for spreadsheets. A leading BOM makes it open as UTF-8. */
export function snapshotCsv(
  rows: readonly MatrixRow[],
  columns: readonly MatrixColumn[],
  live: LiveMatrix,
  timeText: (ms: number) => string,
): string {
  const head = [
    '设备',
    '客户端ID',
    '站点',
    '区域',
    '状态',
    ...columns.flatMap((column) => [`${column.name} (${column.unit})`, '时间']),
  ]
  const lines = rows.map((row) => {
    const cells = columns.flatMap((column) => {
      const cell = row.cells.find((candidate) => candidate.metricCode === column.metricCode)
      const point = cell === undefined ? undefined : live.values.get(cell.channelNo)
      return point === undefined ? ['', ''] : [point[2].toFixed(column.precision), timeText(point[1])]
    })
    return [row.name, row.clientId, row.stationName ?? '', row.regionText, DEVICE_STATUS[statusOf(row, live)], ...cells]
  })
  return `\uFEFF${[head, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** Quoted where needed; text that a spreadsheet would read as a formula gets an apostrophe (security §5). */
function csvCell(text: string): string {
  const isFormula = /^[=+@\t\r]/.test(text) || (text.startsWith('-') && Number.isNaN(Number(text)))
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
