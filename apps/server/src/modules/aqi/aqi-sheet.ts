import type { AqiPeriodReport, AqiPeriodRow, AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { type AqiSpan, aqiGrade } from '@natim/domain/aqi'
import { AQI_GRADES, aqiItemName, PERIOD_STAT_NAMES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatGmt8, statDayGmt8 } from '@natim/domain/time'
import type { SheetColumn } from '../../platform/xlsx.ts'

/** NA = missing or invalid, / = not planned, — = without an index of its own. */
const cell = (value: number | null, isPlanned: boolean) => (isPlanned ? (value ?? 'NA') : '/')

/** Columns of the standard's report: concentration and index by pollutant, then the results. */
export function aqiColumns(report: AqiReport, placeName: string): SheetColumn<AqiRow>[] {
  const figures = report.columns.flatMap((item, i): SheetColumn<AqiRow>[] => {
    const unit = item.pollutant === 'co' ? 'mg/m³' : 'µg/m³'
    const name = aqiItemName(item)
    const figureOf = (row: AqiRow) => row.figures[i]
    return [
      {
        title: `${name} ${unit}`,
        value: (row) => cell(figureOf(row)?.value ?? null, figureOf(row)?.isPlanned ?? false),
      },
      {
        title: `${name} 分指数`,
        value: (row) => {
          const figure = figureOf(row)
          if (figure?.value != null && figure.iaqi === null) return '—'
          return cell(figure?.iaqi ?? null, figure?.isPlanned ?? false)
        },
      },
    ]
  })
  const gradeOf = ({ aqi }: AqiRow) => (aqi === null ? undefined : AQI_GRADES[aqiGrade(aqi)])
  return [
    { title: placeName, value: ({ name }) => name },
    { title: '所属区域', value: ({ regionName }) => regionName },
    ...figures,
    { title: 'AQI', value: ({ aqi }) => aqi ?? 'NA' },
    { title: '首要污染物', value: ({ leading }) => leading.map((own) => POLLUTANT_NAMES[own]).join('、') || '—' },
    { title: '级别', value: (row) => gradeOf(row)?.level ?? '—' },
    { title: '类别', value: (row) => gradeOf(row)?.name ?? '—' },
  ]
}

/** `空气质量日报 2026-11-20 按 HJ 633-2026 评价`; names a trial and the older reference state of gases. */
export function aqiSheetTitle(report: AqiReport, span: AqiSpan): string {
  const what = span === 'day' ? `空气质量日报 ${report.date}` : `空气质量实时报 ${formatGmt8(report.toMs).slice(0, 16)}`
  const by = report.isTrial ? `按 HJ 633-${report.standard} 试算 非发布值` : `按 HJ 633-${report.standard} 评价`
  return [what, by, report.isGasAt273K && '气体浓度参比状态 273 K'].filter(Boolean).join(' ')
}

/** 月报 and 年报: rank, index and concentrations with their days, then attained days. */
export function periodColumns(report: AqiPeriodReport, placeName: string): SheetColumn<AqiPeriodRow>[] {
  const figures = report.columns.flatMap(({ pollutant, stat }, i): SheetColumn<AqiPeriodRow>[] => {
    const unit = pollutant === 'co' ? 'mg/m³' : 'µg/m³'
    const name = `${POLLUTANT_NAMES[pollutant]} ${PERIOD_STAT_NAMES[stat]}`
    return [
      {
        title: `${name} ${unit}`,
        value: ({ figures: own }) => cell(own[i]?.value ?? null, own[i]?.isPlanned ?? false),
      },
      { title: `${POLLUTANT_NAMES[pollutant]} 有效天数`, value: ({ figures: own }) => own[i]?.n ?? 0 },
    ]
  })
  return [
    { title: '排名', value: ({ rank }) => rank ?? '—' },
    { title: placeName, value: ({ name }) => name },
    { title: '所属区域', value: ({ regionName }) => regionName },
    { title: '综合指数', value: ({ index }) => index ?? 'NA' },
    ...figures,
    { title: '达标天数', value: ({ attained }) => attained },
    { title: '有效天数', value: ({ valid }) => valid },
  ]
}

/** `空气质量月报 2026-10`; while the period is running `空气质量年报 2026 截至 2026-11-25 累计值`. */
export function periodSheetTitle({ period, toMs, isRunning, standard, isGasAt273K }: AqiPeriodReport): string {
  const lastDay = statDayGmt8(toMs)
  const what = period === 'month' ? `空气质量月报 ${lastDay.slice(0, 7)}` : `空气质量年报 ${lastDay.slice(0, 4)}`
  return [
    what,
    isRunning && `截至 ${lastDay} 累计值`,
    standard === null ? '按当日有效标准评价' : `按 HJ 633-${standard} 试算 非发布值`,
    isGasAt273K && '气体浓度参比状态 273 K',
  ]
    .filter(Boolean)
    .join(' ')
}
