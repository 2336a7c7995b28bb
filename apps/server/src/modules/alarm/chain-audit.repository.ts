import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'

/** Runs all reads on one snapshot of the database. */
export const inSnapshot = <T>(db: Db, work: (trx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work)

/** Chain ends in alarm id order. */
export const findEnds = (trx: Tx, afterId: string, limit: number) =>
  trx
    .selectFrom('monAlarm')
    .select(['id', 'no', 'logSeq', 'logHash'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findLogs = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('monAlarmLog')
    .selectAll()
    .where('alarmId', 'in', [...ids])
    .orderBy('alarmId')
    .orderBy('seq')
    .execute()

export const findSeals = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('monAlarmSeal')
    .select(['alarmId', 'logSeq', 'logHash'])
    .where('alarmId', 'in', [...ids])
    .execute()

export async function insertSeals(
  trx: Tx,
  batch: string,
  ends: readonly { readonly id: string; readonly logSeq: number; readonly logHash: Buffer }[],
): Promise<void> {
  await trx
    .insertInto('monAlarmSeal')
    .values(ends.map(({ id, logSeq, logHash }) => ({ alarmId: id, logSeq, logHash, batch })))
    .execute()
}

/** Held until the transaction ends: only one process seals at a time. */
export const lockSealing = (trx: Tx) => sql`select pg_advisory_xact_lock(71030017)`.execute(trx)

/** A sealed alarm that no longer exists. */
export async function findLost(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select seal.alarm_id as id from mon_alarm_seal seal
    where not exists (select from mon_alarm where id = seal.alarm_id) order by 1 limit 1`.execute(db)
  return rows[0]?.id
}

const DIGEST = sql<string>`encode(sha256(convert_to(string_agg(
  alarm_id || ' ' || log_seq || ' ' || encode(log_hash, 'hex'), ',' order by alarm_id, log_seq), 'UTF8')), 'hex')`

export async function digestOf(trx: Tx, batch: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select ${DIGEST} as digest from mon_alarm_seal where batch = ${batch}`.execute(trx)
  return rows[0]?.digest ?? ''
}

/** Identifies log lines that record seal batches. */
export const SEAL_LINE = 'mon_alarm_seal'

/** A seal batch that differs from the sealed log or is missing in it. */
export async function findForgedBatch(db: Db): Promise<string | undefined> {
  const isNamed: Expression<SqlBool> = sql<SqlBool>`log.object_id = ${SEAL_LINE} and log.username is null`
  const { rows } = await inTenant(db, 'system', (trx) =>
    sql<{ batch: string }>`
    with named as (select log.detail ->> 'batch' as batch, log.detail ->> 'digest' as digest from sys_log log where ${isNamed}),
      kept as (select batch, ${DIGEST} as digest from mon_alarm_seal group by batch)
    select coalesce(named.batch, kept.batch) as batch from named full join kept using (batch)
    where named.digest is distinct from kept.digest limit 1`.execute(trx),
  )
  return rows[0]?.batch
}
