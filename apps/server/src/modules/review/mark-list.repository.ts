import type { MarkReason } from '@natim/contract/mon/sample-mark'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const epochMs = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Marks of channels visible to the caller. */
const marksInScope = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monSampleMark as mark')
    .innerJoin('monChannel as channel', 'channel.channelNo', 'mark.channelNo')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')
    .where('channel.delFlag', '=', 0)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))

/** Marks that overlap fromMs < ts <= toMs, newest first. */
export const findMarks = (db: Db, scope: DataScope, channelNos: readonly number[], fromMs: number, toMs: number) =>
  marksInScope(db, scope)
    .select([
      'mark.id',
      'mark.batchId',
      'mark.channelNo',
      sql<string>`coalesce(channel.alias, metric.name_cn)`.as('channelName'),
      'device.name as deviceName',
      epochMs('mark.fromTs').as('fromMs'),
      epochMs('mark.toTs').as('toMs'),
      'mark.bit',
      sql<MarkReason>`mark.reason`.as('reason'),
      'mark.note',
      'mark.n',
      'mark.madeName as madeBy',
      epochMs('mark.madeAt').as('madeMs'),
      'mark.undoneName as undoneBy',
      sql<number | null>`(extract(epoch from mark.undone_at) * 1000)::float8`.as('undoneMs'),
    ])
    .where('mark.channelNo', '=', sql<number>`any(${[...channelNos]}::int[])`)
    .where('mark.toTs', '>', new Date(fromMs))
    .where('mark.fromTs', '<', new Date(toMs))
    .orderBy('mark.madeAt', 'desc')
    .orderBy('mark.id', 'desc')
    .limit(500)
    .execute()

/** Marks of one decision, without channels the caller may not see. */
export const findBatch = (db: Db, scope: DataScope, batchId: string) =>
  marksInScope(db, scope)
    .select([
      'mark.id',
      'mark.deviceId as deviceNo',
      'mark.channelNo',
      epochMs('mark.fromTs').as('fromMs'),
      epochMs('mark.toTs').as('toMs'),
      'mark.bit',
    ])
    .where('mark.batchId', '=', batchId)
    .orderBy('mark.channelNo')
    .execute()

export const countBatch = async (db: Db, batchId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('monSampleMark')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('batchId', '=', batchId)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Undoes marks in force. @returns how many. */
export async function undoMarks(
  trx: Tx,
  batchId: string,
  by: { readonly undoneBy: string; readonly undoneName: string; readonly undoneAt: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('monSampleMark')
    .set(by)
    .where('batchId', '=', batchId)
    .where('undoneAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const findUndoer = async (db: Db, batchId: string): Promise<string> =>
  (await db.selectFrom('monSampleMark').select('undoneName').where('batchId', '=', batchId).executeTakeFirst())
    ?.undoneName ?? ''
