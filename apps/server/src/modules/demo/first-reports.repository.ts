import type { Db } from '../../platform/db/db.ts'

/** Lets the definitions with a timetable run once at an instant, before their own time comes. */
export async function planReports(db: Db, atMs: number): Promise<void> {
  await db
    .updateTable('monReportDef')
    .set({ nextRunAt: new Date(atMs) })
    .where('cron', 'is not', null)
    .execute()
}
