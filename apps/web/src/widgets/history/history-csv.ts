import type { TsSeries } from '@natim/contract/mon/timeseries'
import { VALID_DAY_HOURS, VALID_HOUR_S } from '@natim/domain/coverage'
import { limitValidity } from '@natim/domain/own-limit'
import { qualityNames } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import { pointNotes, type TimeRange } from '@/widgets/chart/frame.ts'
import { aggregateText } from './history-text.ts'

/** Escapes a cell so that a spreadsheet neither runs it as a formula nor splits it. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (...values: readonly (string | number | null)[]) => values.map(cell).join(',')

function headOf(series: TsSeries): string[] {
  const sources = [...new Set(series.limits.map((limit) => limit.source))]
  const limits = series.limits.map((limit) => {
    const { fromMs, toMs } = limit
    const part = fromMs === undefined || toMs === undefined ? '' : `（${formatGmt8(fromMs)} 至 ${formatGmt8(toMs)}）`
    return `${limit.name} ${limit.value} ${series.unit}${part}`
  })
  return [
    line('# 通道', `${series.deviceName} ${series.name}`, series.unit, aggregateText(series)),
    ...(limits.length > 0 ? [line('# 限值', limits.join('；'), sources.join('；'))] : []),
  ]
}

function rowsOf(series: TsSeries): string[] {
  const notes = pointNotes(series)
  return series.timesMs.flatMap((tsMs, index) => {
    const mean = series.avg[index] ?? null
    // A null is a gap in the line, not a reading.
    if (mean === null) return []
    const note = notes.get(tsMs)
    const flags = [...qualityNames(series.q[index] ?? 0), ...(note ? [note] : [])].join('、')
    const [min, max] = [series.min[index] ?? null, series.max[index] ?? null]
    return [line(formatGmt8(tsMs), series.name, mean, min, max, series.unit, flags)]
  })
}

const VALIDITY = line(
  '# 有效性',
  `小时均值有效不少于 ${VALID_HOUR_S / 60} min，日均值有效不少于 ${VALID_DAY_HOURS} h；不足的在质量标志中注明`,
)

/**
 * The chart as CSV for a spreadsheet: UTF-8 with BOM, a header with range, units, limits and quality rule, then one
 * line per point. Times are GMT+8, as drawn in the chart.
 */
export function historyCsv(answer: readonly TsSeries[], range: TimeRange): string {
  const limits = answer.flatMap((series) => series.limits)
  return `\uFEFF${[
    line('# 时段（GMT+8）', formatGmt8(range.fromMs), formatGmt8(range.toMs)),
    ...answer.flatMap(headOf),
    ...(limits.length > 0 ? [line('# 限值生效', limitValidity(limits.some(({ isOwn }) => isOwn)))] : []),
    line('# 质量规则', '均值不含超量程、跳变、僵死、设备标记无效、校准和人工判无效的样本'),
    ...(answer.some(({ stats }) => stats.means) ? [VALIDITY] : []),
    line('时间', '通道', '均值', '最小', '最大', '单位', '质量标志'),
    ...answer.flatMap(rowsOf),
  ].join('\r\n')}\r\n`
}
