import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'

/** A line in its hashed form: its columns as one text, reproducible by the database. */
export interface SealableLine {
  readonly id: string
  readonly content: string
}

const CONTENT = sql<string>`jsonb_build_array(log.id, log.log_type, log.log_content, log.success, log.user_id,
  log.username, log.session_id, log.ip, log.route, log.object_id, log.detail, log.operate_type, log.tenant_id,
  log.cost_ms, log.request_method, log.request_param,
  to_char(log.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text`

/** Runs sealing work on the lines of all tenants, one process at a time. */
export const inChain = <T>(db: Db, work: (trx: Tx) => Promise<T>): Promise<T> =>
  inTenant(db, 'system', async (trx) => {
    await sql`select pg_advisory_xact_lock(71030016)`.execute(trx)
    return work(trx)
  })

export interface ChainHead {
  readonly seq: string
  readonly hash: Buffer
}

export const findHead = (db: Db): Promise<ChainHead | undefined> =>
  db
    .selectFrom('sysLogSeal')
    .select([sql<string>`seq::text`.as('seq'), 'hash'])
    .orderBy('sysLogSeal.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Committed lines after the last sealed one, in id order. */
export async function findUnsealed(trx: Tx, limit: number): Promise<SealableLine[]> {
  const { rows } = await sql<SealableLine>`
    select log.id::text as id, ${CONTENT} as content
    from sys_log log
    where log.id > coalesce((select max(log_id) from sys_log_seal), 0)
    order by log.id limit ${limit}`.execute(trx)
  return rows
}

/**
 * Lines that became visible after later ones were sealed, because their transaction took longer; no transaction takes
 * an hour.
 */
export async function findLate(trx: Tx, limit: number): Promise<SealableLine[]> {
  const { rows } = await sql<SealableLine>`
    with sealed as (
      select (select log_id from sys_log_seal where seal_time > now() - interval '1 hour'
          order by seal_time, log_id limit 1) as first,
        (select max(log_id) from sys_log_seal) as last
    )
    select log.id::text as id, ${CONTENT} as content
    from sys_log log, sealed
    where log.id >= sealed.first and log.id < sealed.last
      and not exists (select from sys_log_seal seal where seal.log_id = log.id)
    order by log.id limit ${limit}`.execute(trx)
  return rows
}

export async function insertSeals(
  trx: Tx,
  seals: readonly { readonly seq: string; readonly logId: string; readonly hash: Buffer }[],
): Promise<void> {
  const rows = seals.map(({ seq, logId, hash }) => sql`(${seq}::bigint, ${logId}::bigint, ${hash}::bytea, now())`)
  await sql`insert into sys_log_seal (seq, log_id, hash, seal_time) values ${sql.join(rows)}`.execute(trx)
}

export interface SealedLine {
  readonly seq: string
  readonly logId: string
  readonly hash: Buffer
  /** Null when the line was deleted. */
  readonly content: string | null
}

/** The chain after a seal, with the present content of its lines. */
export async function readChain(db: Db, afterSeq: string, limit: number): Promise<SealedLine[]> {
  const { rows } = await inTenant(db, 'system', (trx) =>
    sql<SealedLine>`
    select seal.seq::text as seq, seal.log_id::text as "logId", seal.hash,
      case when log.id is null then null else ${CONTENT} end as content
    from sys_log_seal seal left join sys_log log on log.id = seal.log_id
    where seal.seq > ${afterSeq}::bigint order by seal.seq limit ${limit}`.execute(trx),
  )
  return rows
}

/** The first unsealed line between sealed ones: it was inserted afterwards. */
export async function findStranger(db: Db): Promise<string | undefined> {
  const { rows } = await inTenant(db, 'system', (trx) =>
    sql<{ id: string }>`
    select log.id::text as id from sys_log log
    where log.id < (select min(log_id) from sys_log_seal where seal_time > now() - interval '1 hour')
      and not exists (select from sys_log_seal seal where seal.log_id = log.id)
    order by log.id limit 1`.execute(trx),
  )
  return rows[0]?.id
}
