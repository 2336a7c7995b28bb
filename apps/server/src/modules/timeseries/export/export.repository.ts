import { EXPORT_KEPT_DAYS, type ExportForm, type ExportJob, MAX_EXPORTS_KEPT } from '@natim/contract/mon/ts-export'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import {
  claimJob,
  type HeldJob,
  releaseJob,
  touchedNow,
  touchJob,
  UNDER_WAY,
} from '../../../platform/job-rows.repository.ts'
import type { DataScope } from '../../../platform/scope.ts'
import { holdsRight } from '../../permission/index.ts'
import type { Snapshot } from './head.ts'

/** What to export, as stored. */
export type ExportBody = Omit<ExportForm, 'format'>

export interface ExportTask extends HeldJob {
  readonly userId: string
  readonly body: ExportBody
  readonly format: ExportForm['format']
}

const TABLE = 'mon_ts_export'

/** Serializes the starts of one user until the transaction ends. */
export async function lockStarts(trx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030051, hashtext(${userId}))`.execute(trx)
}

/** Counts a user's exports: waiting or running, and done. */
export async function countExports(db: Db, userId: string): Promise<{ underWay: number; kept: number }> {
  const { rows } = await sql<{ underWay: number; kept: number }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as under_way,
           count(*) filter (where state = 'done')::int as kept
    from mon_ts_export where user_id = ${userId}`.execute(db)
  return rows[0] ?? { underWay: 0, kept: 0 }
}

interface NewExport {
  readonly id: string
  readonly userId: string
  readonly body: ExportBody
  readonly format: ExportForm['format']
  readonly fileName: string
  /** Claimed immediately by the process that inserts it. */
  readonly isTaken: boolean
}

export async function insertExport(trx: Tx, { body, isTaken, ...row }: NewExport): Promise<Date | null> {
  const { touchedAt } = await trx
    .insertInto('monTsExport')
    .values({
      ...row,
      body: JSON.stringify(body),
      ...(isTaken ? { state: 'running' as const, touchedAt: touchedNow } : { state: 'waiting' as const }),
    })
    .returning('touchedAt')
    .executeTakeFirstOrThrow()
  return touchedAt
}

const ROW = [
  'id',
  'fileName',
  'format',
  'state',
  'progress',
  'rows',
  'sizeBytes',
  'error',
  'createTime',
  'expiresAt',
] as const

export async function findExports(db: Db, userId: string): Promise<ExportJob[]> {
  const rows = await db
    .selectFrom('monTsExport')
    .select(ROW)
    .where('userId', '=', userId)
    .where('state', '!=', 'cancelled')
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_EXPORTS_KEPT * 2)
    .execute()
  return rows.map(({ createTime, expiresAt, rows: points, sizeBytes, ...row }) => ({
    ...row,
    format: row.format,
    state: row.state,
    rows: points === null ? null : Number(points),
    sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
    createMs: createTime.getTime(),
    expiresMs: expiresAt?.getTime() ?? null,
  }))
}

/** Includes the storage key of its file; only the user's own exports. */
export const findExport = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('monTsExport')
    .select([...ROW, 'body', 'sha256', 'storeKey'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** False when it had already ended. */
export async function cancelExport(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('monTsExport')
    .set({ state: 'cancelled', touchedAt: touchedNow, expiresAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function claimExport(db: Db): Promise<ExportTask | undefined> {
  const held = await claimJob(db, TABLE)
  if (held === undefined) return undefined
  const row = await db
    .selectFrom('monTsExport')
    .select(['userId', 'body', 'format'])
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow()
  return { ...held, ...row, body: row.body, format: row.format }
}

export const touchExport = (db: Db, task: HeldJob, progress: number) => touchJob(db, TABLE, task, progress)
export const releaseExport = (db: Db, task: HeldJob) => releaseJob(db, TABLE, task)

const ours = (db: Db, { id, touchedAt }: HeldJob) =>
  db.updateTable('monTsExport').where('id', '=', id).where('state', '=', 'running').where('touchedAt', '=', touchedAt)

export interface ExportedFile {
  readonly storeKey: string
  readonly rows: number
  readonly sizeBytes: number
  readonly sha256: Buffer
}

/** False when the claim was lost: the caller must remove its file. */
export async function endExport(
  db: Db,
  task: HeldJob,
  end: ExportedFile | { readonly error: string },
): Promise<boolean> {
  const expiresAt = sql<Date>`now() + make_interval(days => ${EXPORT_KEPT_DAYS})`
  const { numUpdatedRows } = await ours(db, task)
    .set('error' in end ? { state: 'failed', ...end, expiresAt } : { state: 'done', progress: 100, ...end, expiresAt })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Expired rows with the storage keys of their files. */
export const findExpired = (db: Db, limit: number) =>
  db
    .selectFrom('monTsExport')
    .select(['id', 'storeKey'])
    .where('expiresAt', '<', sql<Date>`now()`)
    .limit(limit)
    .execute()

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('monTsExport').where('id', '=', id).execute()
}

/** What a user may see now, including samples of persons if permitted; undefined for a deleted or frozen account. */
export async function findScope(db: Db, userId: string): Promise<DataScope | undefined> {
  const row = await db
    .selectFrom('sysUser')
    .select(['orgCode', 'regionPrefixes'])
    .where('id', '=', userId)
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const seesPersons = await holdsRight(db, userId, 'mon:health:view')
  const { orgCode, regionPrefixes } = row
  return { orgCode: orgCode ?? '', regionPrefixes, ...(!seesPersons && { hidesPersons: true }) }
}

/** All reads of the callback see the database as of the first one. */
export const withSnapshot = <T>(db: Db, read: (trx: Tx, snapshot: Snapshot) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<Snapshot>`
        select (extract(epoch from now()) * 1000)::float8 as at_ms, pg_current_snapshot()::text as revision`.execute(
        trx,
      )
      return read(trx, rows[0] as Snapshot)
    })
