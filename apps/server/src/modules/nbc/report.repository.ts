import type { Insertable, Updateable } from 'kysely'
import type { MonNbcReport } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export const findReports = (db: Db, eventId: string) =>
  db.selectFrom('monNbcReport').selectAll().where('eventId', '=', eventId).orderBy('kind').orderBy('seq').execute()
export type StoredReport = Awaited<ReturnType<typeof findReports>>[number]

/** Includes the event of the report. */
export const findReport = (db: Db, id: string): Promise<StoredReport | undefined> =>
  db.selectFrom('monNbcReport').selectAll().where('id', '=', id).executeTakeFirst()

export const insertReport = (trx: Tx, report: Insertable<MonNbcReport>): Promise<StoredReport> =>
  trx.insertInto('monNbcReport').values(report).returningAll().executeTakeFirstOrThrow()

/** Updates a draft of this version; undefined when the version has changed or the report was sent. */
export const updateDraft = (
  trx: Tx,
  { id, version }: Pick<StoredReport, 'id' | 'version'>,
  set: Updateable<MonNbcReport>,
): Promise<StoredReport | undefined> =>
  trx
    .updateTable('monNbcReport')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .returningAll()
    .executeTakeFirst()
