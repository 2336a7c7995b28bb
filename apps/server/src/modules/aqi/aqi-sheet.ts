import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { type AqiSpan, aqiGrade } from '@natim/domain/aqi'
import { AQI_GRADES, aqiItemName, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatGmt8 } from '@natim/domain/time'
import type { SheetColumn } from '../../platform/xlsx.ts'

/** NA = missing or invalid, / = not in the plan, — = without an index of its own. */
const cell = (value: number | null, isPlanned: boolean) => (isPlanned ? (value ?? 'NA') : '/')

/** The columns of the standard's report: concentration and index by pollutant, then what they come to. */
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

/** `空气质量日报 2026-11-20 按 HJ 633-2026 评价`; a trial and the older state of gases are told. */
export function aqiSheetTitle(report: AqiReport, span: AqiSpan): string {
  const what = span === 'day' ? `空气质量日报 ${report.date}` : `空气质量实时报 ${formatGmt8(report.toMs).slice(0, 16)}`
  const by = report.isTrial ? `按 HJ 633-${report.standard} 试算 非发布值` : `按 HJ 633-${report.standard} 评价`
  return [what, by, report.isGasAt273K && '气体浓度参比状态 273 K'].filter(Boolean).join(' ')
}
