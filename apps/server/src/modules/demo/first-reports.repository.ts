import type { Db } from '../../platform/db/db.ts'

/** Schedules one early run of each definition with a timetable. */
export async function planReports(db: Db, atMs: number): Promise<void> {
  await db
    .updateTable('monReportDef')
    .set({ nextRunAt: new Date(atMs) })
    .where('cron', 'is not', null)
    .execute()
}
