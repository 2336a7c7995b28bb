import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiGrade, isAttained } from '@natim/domain/aqi'
import { AQI_GRADES } from '@natim/domain/aqi-words'
import { formatShare, formatShortTime } from '@natim/domain/format'
import { Attention } from '@/ui/page-head.tsx'
import { leadingText } from './aqi-text.ts'

const NAMED = 2

/** `12 城优良率 88.1 %。喀什 PM10 重度污染；唐山、西安等 3 城轻度污染。` */
export function Finding({ report, isCity }: { readonly report: AqiReport; readonly isCity: boolean }) {
  const { rows, due } = report
  const measure = isCity ? '城' : '站'
  const valid = rows.flatMap((row) => (row.aqi === null ? [] : [{ ...row, aqi: row.aqi }]))
  const rest = rows.length - valid.length
  if (valid.length === 0)
    return (
      <>
        {due && `${report.date.slice(5)} 日报将于 ${formatShortTime(due.atMs)} 前发布，已有 ${due.hours} 小时；`}
        {rows.length} {measure}没有可发布的 AQI。
      </>
    )
  const good = valid.filter(({ aqi }) => isAttained(aqi)).length
  const bad = valid.filter(({ aqi }) => !isAttained(aqi)).toReversed()
  return (
    <>
      {valid.length} {measure}优良率 <b>{formatShare(good / valid.length)}</b>
      {rest > 0 && `，${rest} ${measure} NA`}。
      {bad.length === 0 ? '没有污染。' : <Worst rows={bad} measure={measure} />}
    </>
  )
}

type Judged = AqiRow & { readonly aqi: number }

function Worst({ rows, measure }: { readonly rows: readonly Judged[]; readonly measure: string }) {
  const named = rows.slice(0, NAMED)
  const others = rows.slice(NAMED)
  return (
    <>
      {named.map((row, index) => (
        <span key={row.id}>
          {index > 0 && '；'}
          <Attention>{row.name}</Attention> {leadingText(row)} {AQI_GRADES[aqiGrade(row.aqi)].name}
        </span>
      ))}
      {others.length > 0 && `；另有 ${others.length} ${measure}超过 100`}。
    </>
  )
}
