import { BASELINE_DAYS } from '@natim/domain/infection'
import { DAY_MS, HOUR_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findCohortDays, findCohortTemps } from './cohort.repository.ts'
import { type WearerDay, wearerDaysOf } from './cohort.ts'

/** Today and the days before, `yyyy-MM-dd`, oldest first. */
export const daysUntil = (nowMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => statDayGmt8(nowMs - (count - 1 - index) * DAY_MS))

/** Source of all daily counts of wearers: units (群体) and cities (感染态势). */
export async function readWearerDays(
  db: Db,
  scope: DataScope,
  days: readonly string[],
  nowMs: number,
): Promise<WearerDay[]> {
  const firstMs = parseGmt8(`${days[0]} 00:00:00`) ?? nowMs
  const [given, temps] = await Promise.all([
    findCohortDays(db, scope, firstMs - (BASELINE_DAYS + 1) * DAY_MS, nowMs),
    findCohortTemps(db, scope, firstMs - 2 * HOUR_MS, nowMs),
  ])
  return wearerDaysOf(given, temps, days)
}
