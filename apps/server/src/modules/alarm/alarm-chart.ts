import type { AlarmDetail } from '@natim/contract/mon/alarm'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { ShownAlarm } from './alarm.repository.ts'
import { findMinutes, findReadings, type MinuteRow } from './alarm-chart.repository.ts'

type Chart = NonNullable<AlarmDetail['chart']>
type Point = Chart['judged'][number]

const AROUND_MS = 30 * MINUTE_MS

/** 30 minutes before and after the sample that caused an alarm; null when no data is stored any more. */
export async function loadChart(db: Db, alarm: ShownAlarm, nowMs: number): Promise<AlarmDetail['chart']> {
  const { deviceNo, channelNo, triggerTs } = alarm
  if (deviceNo === null || channelNo === null) return null
  const evidence = alarm.evidence
  const avgMs = (evidence.avgS ?? 0) * SECOND_MS
  const fromMs = triggerTs.getTime() - AROUND_MS
  const toMs = triggerTs.getTime() + AROUND_MS
  const key = { deviceNo, channelNo }
  const [minutes, readings] = await Promise.all([
    findMinutes(db, key, fromMs - avgMs, Math.min(toMs, nowMs)),
    avgMs === 0 ? findReadings(db, key, fromMs, Math.min(toMs, nowMs)) : [],
  ])
  const means = minutes.filter(({ tMs }) => tMs > fromMs).map(({ tMs, sum, n }): Point => [tMs, round(sum / n)])
  const judged = avgMs === 0 ? readings.map(({ tsMs, v }): Point => [tsMs, v]) : runningMeans(minutes, avgMs, fromMs)
  if (means.length === 0 && judged.length === 0) return null
  const own = { name: alarm.limitText ?? '', value: alarm.limitValue ?? 0, severity: alarm.severity }
  const limits = evidence.marks ?? (alarm.limitValue === null ? [] : [own])
  return { fromMs, toMs, judged, minutes: means, limits: [...limits] }
}

/** The running mean at the end of each minute, over the stored minutes of its window. */
function runningMeans(minutes: readonly MinuteRow[], avgMs: number, fromMs: number): Point[] {
  const points: Point[] = []
  let first = 0
  let sum = 0
  let n = 0
  for (const minute of minutes) {
    sum += minute.sum
    n += minute.n
    while ((minutes[first]?.tMs ?? 0) <= minute.tMs - avgMs) {
      sum -= minutes[first]?.sum ?? 0
      n -= minutes[first]?.n ?? 0
      first += 1
    }
    if (minute.tMs > fromMs && n > 0) points.push([minute.tMs, round(sum / n)])
  }
  return points
}

/** Removes the floating-point noise of sums. */
const round = (value: number) => Number(value.toPrecision(6))
