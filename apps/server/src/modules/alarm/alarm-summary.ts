import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findHourly, findOpenByArea, findUnacked, type OpenAtArea } from './alarm-figures.repository.ts'

const HOURS = 24
const SEVERITIES = [1, 2, 3, 4, 5] as const

/** Alarm figures of a dashboard. */
export interface AlarmSummary {
  /** Unacknowledged, by severity 1–5. */
  readonly unacked: number[]
  /**
   * Triggered in each of the last 24 clock hours, oldest first, by gravest severity 1–5; the last hour is the current
   * one.
   */
  readonly byHour: number[][]
  /** By province for the country, by city for a region; only areas with open alarms. */
  readonly byArea: readonly OpenAtArea[]
}

export async function loadAlarmSummary(
  db: Db,
  scope: DataScope,
  region: string | undefined,
  nowMs: number,
): Promise<AlarmSummary> {
  const runningEndMs = bucketEnd(nowMs, HOUR_MS)
  const [unacked, hourly, byArea] = await Promise.all([
    findUnacked(db, scope, region),
    findHourly(db, scope, region, runningEndMs - HOURS * HOUR_MS),
    findOpenByArea(db, scope, region === undefined ? 2 : 4),
  ])
  return {
    unacked: SEVERITIES.map((severity) => unacked.find((row) => row.severity === severity)?.n ?? 0),
    byHour: Array.from({ length: HOURS }, (_, index) => {
      const endMs = runningEndMs - (HOURS - 1 - index) * HOUR_MS
      return SEVERITIES.map(
        (severity) => hourly.find((row) => row.hourMs === endMs && row.severity === severity)?.n ?? 0,
      )
    }),
    byArea,
  }
}
