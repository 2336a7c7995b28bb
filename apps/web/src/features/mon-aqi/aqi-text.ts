import type { AqiFigure, AqiPeriodReport, AqiPeriodRow, AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { type AqiPollutant, aqiDecimals, aqiGrade } from '@natim/domain/aqi'
import { VALID_YEAR_DAYS, validDaysOfMonth } from '@natim/domain/aqi-means'
import { AQI_GRADES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatNumber } from '@natim/domain/format'
import { gmt8Fields, parseGmt8, statDayGmt8 } from '@natim/domain/time'

type Column = AqiReport['columns'][number]

export const unitOf = (pollutant: AqiPollutant) => (pollutant === 'co' ? 'mg/m³' : 'µg/m³')

/** `53`, `0.8`; `NA` when missing, `/` when not measured. */
export const concentrationText = ({ value, isPlanned }: AqiFigure, pollutant: AqiPollutant): string =>
  isPlanned ? (value === null ? 'NA' : formatNumber(value, aqiDecimals(pollutant))) : '/'

/** Its IAQI; — when the standard defines none. */
export function iaqiText({ value, iaqi, isPlanned }: AqiFigure): string {
  if (iaqi !== null) return `${iaqi}`
  return isPlanned ? (value === null ? 'NA' : '—') : '/'
}

export const leadingText = ({ leading }: Pick<AqiRow, 'leading'>) =>
  leading.map((pollutant) => POLLUTANT_NAMES[pollutant]).join('、') || '—'

export const gradeOf = (aqi: number | null) => (aqi === null ? undefined : AQI_GRADES[aqiGrade(aqi)])

/** Why a figure is NA, in one sentence; undefined when it is present. */
export function missingReason({ value, isPlanned, n }: AqiFigure, { pollutant, mean }: Column, isCity: boolean) {
  if (value !== null) return undefined
  const name = POLLUTANT_NAMES[pollutant]
  if (!isPlanned) return `${name} 未列入监测计划`
  if (isCity) return `${name} 没有站点有效`
  if (mean === '1h') return `${name} 采样不足 45 分钟`
  if (mean === 'max8h') return `${name} 有效 8 h 均值 ${n} 个，不足 14`
  return `${name} 有效 ${n} 小时，不足 ${mean === '8h' ? 6 : 20}`
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const
export const weekdayOf = (date: string) => WEEKDAYS[gmt8Fields(parseGmt8(`${date} 00:00:00`) ?? 0).weekday] ?? ''

/** `2026-10 月报`, `2026 年报`. */
export const periodText = ({ period, toMs }: AqiPeriodReport): string =>
  period === 'month' ? `${statDayGmt8(toMs).slice(0, 7)} 月报` : `${statDayGmt8(toMs).slice(0, 4)} 年报`

/** Why a figure of a month or year is missing; undefined when it is present. */
export function missingDays({ columns, period, toMs }: AqiPeriodReport, { figures }: AqiPeriodRow, index: number) {
  const [figure, column] = [figures[index], columns[index]]
  if (!figure || !column || figure.value !== null) return undefined
  const name = POLLUTANT_NAMES[column.pollutant]
  if (!figure.isPlanned) return `${name} 未列入监测计划`
  if (figure.n === 0) return `${name} 没有有效日`
  if (period === 'month') return `${name} 有效 ${figure.n} 天，不足 ${validDaysOfMonth(monthOf(toMs))}`
  return figure.n < VALID_YEAR_DAYS
    ? `${name} 有效 ${figure.n} 天，不足 ${VALID_YEAR_DAYS}`
    : `${name} 有效 ${figure.n} 天，有月份天数不足`
}

const monthOf = (toMs: number) => gmt8Fields(toMs - 1).month

/** Summary of a month or year in one line. */
export function periodFinding(report: AqiPeriodReport, isCity: boolean): string {
  const { rows, isRunning, toMs } = report
  const measure = isCity ? '城' : '站'
  const ranked = rows.filter(({ rank }) => rank !== null)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  const [attained, valid] = rows.reduce(([a, v], row) => [a + row.attained, v + row.valid], [0, 0])
  const until = isRunning ? `截至 ${statDayGmt8(toMs)}` : periodText(report).slice(0, -3)
  const days =
    valid === 0 ? '没有有效日' : `达标天数 ${attained} / ${valid}（${formatNumber((100 * attained) / valid, 1)} %）`
  if (!best || !worst) return `${until} ${rows.length} ${measure}，${days}`
  const ends =
    ranked.length > 1
      ? `；综合指数 ${best.name} ${formatNumber(best.index ?? 0, 2)} 最低，${worst.name} ${formatNumber(worst.index ?? 0, 2)} 最高`
      : ''
  return `${until} ${rows.length} ${measure}，${days}${ends}`
}
