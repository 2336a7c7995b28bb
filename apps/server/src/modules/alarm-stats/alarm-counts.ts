import type { Db } from '../../platform/db/db.ts'
import { findFigures, findGravest, type GraveAlarm, type StatsSpan } from './stats.repository.ts'

const SEVERITIES = [1, 2, 3, 4, 5] as const

export interface AlarmCounts {
  readonly total: number
  /** Counts for severity 1–5. */
  readonly bySeverity: readonly number[]
  readonly gravest: readonly GraveAlarm[]
}

/** Number of alarms in a span, as on the statistics page, and the gravest of them. */
export async function loadAlarmCounts(
  db: Db,
  span: StatsSpan,
  { severityMax, rows }: { readonly severityMax: number; readonly rows: number },
): Promise<AlarmCounts> {
  const figures = await findFigures(db, span)
  const of = (severity: number) =>
    figures.find((row) => row.kind === 'severities' && row.severity === severity)?.alarms ?? 0
  return {
    total: figures.find(({ kind }) => kind === 'all')?.alarms ?? 0,
    bySeverity: SEVERITIES.map(of),
    gravest: rows === 0 ? [] : await findGravest(db, span, severityMax, rows),
  }
}
