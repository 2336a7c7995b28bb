import { REPORT_FILES_KEPT_DAYS } from '@natim/contract/mon/mon-report'
import type { ReportFormat } from '@natim/contract/mon/mon-report.resource'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface NewFile {
  readonly runId: string
  readonly format: ReportFormat
  readonly storeKey: string
  readonly sizeBytes: number
  readonly sha256: Buffer
}

export const findFile = (db: Db, runId: string, format: ReportFormat) =>
  db.selectFrom('monReportFile').selectAll().where('runId', '=', runId).where('format', '=', format).executeTakeFirst()

/** False when another process stored its file first, which is kept. */
export async function insertFile(db: Db, file: NewFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('monReportFile')
    .values({ ...file, expiresAt: sql<Date>`now() + make_interval(days => ${REPORT_FILES_KEPT_DAYS})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export const findExpiredFiles = (db: Db, limit: number) =>
  db
    .selectFrom('monReportFile')
    .select(['runId', 'format', 'storeKey'])
    .where('expiresAt', '<', sql<Date>`now()`)
    .limit(limit)
    .execute()

export async function deleteFile(db: Db, runId: string, format: ReportFormat): Promise<void> {
  await db.deleteFrom('monReportFile').where('runId', '=', runId).where('format', '=', format).execute()
}
