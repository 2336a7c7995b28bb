import type { AqiFigure, AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiDecimals, aqiGrade, type AqiPollutant } from '@natim/domain/aqi'
import { AQI_GRADES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatNumber } from '@natim/domain/format'
import { gmt8Fields, parseGmt8 } from '@natim/domain/time'

type Column = AqiReport['columns'][number]

export const unitOf = (pollutant: AqiPollutant) => (pollutant === 'co' ? 'mg/m³' : 'µg/m³')

/** `53`, `0.8`, `NA` where it is missing, `/` where it is not measured. */
export const concentrationText = ({ value, isPlanned }: AqiFigure, pollutant: AqiPollutant): string =>
  isPlanned ? (value === null ? 'NA' : formatNumber(value, aqiDecimals(pollutant))) : '/'

/** The index beside it; — where the standard has none for it. */
export function iaqiText({ value, iaqi, isPlanned }: AqiFigure): string {
  if (iaqi !== null) return `${iaqi}`
  return isPlanned ? (value === null ? 'NA' : '—') : '/'
}

export const leadingText = ({ leading }: Pick<AqiRow, 'leading'>) =>
  leading.map((pollutant) => POLLUTANT_NAMES[pollutant]).join('、') || '—'

export const gradeOf = (aqi: number | null) => (aqi === null ? undefined : AQI_GRADES[aqiGrade(aqi)])

/** Why a figure is NA, in one sentence; undefined for one that is there. */
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
