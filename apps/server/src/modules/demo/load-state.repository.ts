import type pg from 'pg'
import type { Db } from '../../platform/db/db.ts'
import { createSavepointDb } from '../../platform/db/savepoint-db.ts'
import { errorOf } from '../../platform/errors.ts'
import type { Pool } from './demo.repository.ts'

/** Parameters the registers were generated from, and thus everything after them. */
export interface LoadBegin {
  readonly nowMs: number
  readonly rawHours: number | null
  readonly samples: number
  readonly hours: number
  readonly days: number
}

const BEGIN = 'registers'
const WHOLE = 'whole'

export const insertBegin = (client: pg.ClientBase, begin: LoadBegin) =>
  client.query('insert into mon_demo_load (part, detail) values ($1, $2)', [BEGIN, JSON.stringify(begin)])

export const insertWhole = (pool: Pool) => pool.query('insert into mon_demo_load (part) values ($1)', [WHOLE])

/** Parameters of a load interrupted after the registers; undefined if there is none. */
export async function findUnfinished(pool: Pool): Promise<LoadBegin | undefined> {
  const { rows } = await pool.query<{ detail: LoadBegin }>(
    `select detail from mon_demo_load where part = $1
       and not exists (select from mon_demo_load where part = $2)`,
    [BEGIN, WHOLE],
  )
  return rows[0]?.detail
}

/** Maximum attempts of a part: one retry at the next start. */
const MAX_FAILURES = 2

/**
 * Runs a part in one transaction with the row that records it. No-op if that row exists or the part failed too often.
 */
export async function loadOnce(pool: Pool, part: string, load: (db: Db) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into mon_demo_load as held (part) values ($1)
       on conflict (part) do update set failed_at = null, done_at = now()
       where held.failed_at is not null and held.failures < $2`,
      [part, MAX_FAILURES],
    )
    if (rowCount !== 0) await load(createSavepointDb(client))
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(errorOf(error))
    throw error
  }
}

export const insertFailure = (pool: Pool, part: string) =>
  pool.query(
    `insert into mon_demo_load as held (part, failed_at, failures) values ($1, now(), 1)
     on conflict (part) do update set failed_at = now(), failures = held.failures + 1`,
    [part],
  )

/** Whether the next start has something to retry. */
export async function hasFailed(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select from mon_demo_load where failed_at is not null and failures < $1) as found',
    [MAX_FAILURES],
  )
  return rows[0]?.found ?? false
}

export async function countAlarms(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from mon_alarm')
  return rows[0]?.n ?? 0
}
