import { element } from '@natim/domain/element'
import { formatDuration, formatValue } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { type ChartFrame, type FrameSeries, timesOf } from './frame.ts'
import { LIMIT_CHANGE } from './plot-marks.ts'

function describeSeries(series: FrameSeries, count: number): string {
  const known = series.values.filter((value): value is number => value !== null)
  if (known.length === 0) return `${series.name}：无数据`
  let lo = Number.POSITIVE_INFINITY
  let hi = Number.NEGATIVE_INFINITY
  for (const value of known) {
    lo = Math.min(lo, value)
    hi = Math.max(hi, value)
  }
  const text = (value: number) => formatValue(value, series.unit, series.precision)
  return `${series.name}：${count} 点，最小 ${text(lo)}，最大 ${text(hi)}，最新 ${text(element(known.at(-1)))}`
}

/** Text description of the chart for screen readers (design §10). */
export function describeFrame(frame: ChartFrame): string {
  const series = frame.series.map((item) => describeSeries(item, timesOf(frame, item).length))
  const closed = frame.gaps.filter((gap) => gap.toMs !== null)
  const lost = closed.reduce((sum, gap) => sum + ((gap.toMs ?? 0) - gap.fromMs), 0)
  const atLeast = closed.length < frame.gaps.length ? '至少' : ''
  const total = lost > 0 || atLeast === '' ? `，共${atLeast} ${formatDuration(lost)}` : '，仍在继续'
  const gaps = frame.gaps.length > 0 ? [`缺测 ${frame.gaps.length} 段${total}`] : []
  const names = [...new Set(frame.limits.map(({ name }) => name))].filter((name) => name !== '')
  const limits = names.length > 0 ? [`限值 ${names.join('、')}`] : []
  const changes = (frame.limitChangesMs ?? []).map((atMs) => `${formatGmt8(atMs).slice(5)} ${LIMIT_CHANGE}`)
  return [...series, ...gaps, ...limits, ...changes].join('；')
}
