import type { AlarmDetail } from '@natim/contract/mon/alarm'
import { MINUTE_MS } from '@natim/domain/time'
import { useMemo } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { tickerNow, useTicker } from '@/ui/ticker.ts'
import { EvidenceChart } from '@/widgets/chart/evidence-chart.tsx'
import type { EvidenceFrame } from '@/widgets/chart/evidence-option.ts'
import { Section } from './section.tsx'

const MINUTE_S = 60

/** Name of the judged figure: a single reading, or a mean over some minutes. */
const judgedName = (avgS: number): string =>
  avgS === 0 ? '单次读数' : avgS < MINUTE_S ? `${avgS} s 均值` : `${avgS / MINUTE_S} min 滑动均值`

function frameOf({ alarm, chart, judged }: AlarmDetail): EvidenceFrame | undefined {
  if (chart === null) return undefined
  const { fromMs, toMs } = chart
  // For a mean over at most a minute the lower plot would repeat the upper one.
  const hasMinutes = judged.avgS > MINUTE_S
  const endMs = alarm.active ? tickerNow() : (alarm.clearedMs ?? alarm.closedMs ?? alarm.lastMs)
  return {
    range: { fromMs, toMs },
    unit: alarm.unit ?? '',
    precision: alarm.precision,
    ...(alarm.metricCode !== null && { metricCode: alarm.metricCode }),
    judged: chart.judged.length > 0 ? chart.judged : chart.minutes,
    judgedName: chart.judged.length > 0 ? judgedName(judged.avgS) : '1 min 均值',
    minutes: hasMinutes && chart.judged.length > 0 ? chart.minutes : [],
    limits: chart.limits,
    trigger: { tsMs: alarm.triggerMs, value: alarm.value, severity: alarm.severity },
    active: { fromMs: alarm.triggerMs, toMs: Math.min(endMs, toMs) },
  }
}

/** 触发前后 30 分钟. Samples that were not stored are left out, not interpolated. */
export function Evidence({ detail }: { readonly detail: AlarmDetail }) {
  // The time frame of an active alarm grows; minute resolution is enough.
  const minute = useTicker((now) => Math.floor(now / MINUTE_MS))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- by the minute
  const frame = useMemo(() => frameOf(detail), [detail, minute])
  const nowMs = useTicker((now) => (frame !== undefined && now < frame.range.toMs ? now : undefined))
  const { alarm, judged } = detail
  const meta = [alarm.unit, judgedName(judged.avgS), judged.limitSet && `限值：${judged.limitSet}`].filter(Boolean)
  return (
    <Section title="触发前后 30 分钟" meta={meta.join(' · ')}>
      {frame ? <EvidenceChart frame={frame} nowMs={nowMs} /> : <EmptyState title="当时的数据未保存" />}
    </Section>
  )
}
