import { sql } from 'kysely'
import { drainMarks } from '../../modules/rollup/index.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AckedPoint } from './crash-load.ts'

export interface CrashVerdict {
  readonly acked: number
  readonly stored: number
  /** Acknowledged values that are missing or different. */
  readonly missing: number
  /** Values without a device time that are stored more than once. */
  readonly twice: number
  /** Rows recording that two values of one instant differ. */
  readonly conflicts: number
  /** Rollup rows that differ from those computed from the samples. */
  readonly wrongRollups: number
}

interface Row {
  readonly key: string
  readonly v: number
}

/** Compares acknowledged values with stored ones. */
export async function verifyCrash(
  db: Db,
  acked: readonly AckedPoint[],
  untimedChannels: readonly number[],
): Promise<CrashVerdict> {
  const { rows } = await sql<Row>`
    select device_id || '/' || channel_no || '/' || (extract(epoch from ts) * 1000)::bigint as key, v from mon_sample`.execute(
    db,
  )
  const byKey = new Map(rows.map((row) => [row.key, row.v]))
  const untimed = await countUntimed(db, untimedChannels)
  const isThere = ({ deviceNo, channelNo, tsMs, value }: AckedPoint) =>
    tsMs === undefined ? untimed.has(`${channelNo}/${value}`) : byKey.get(`${deviceNo}/${channelNo}/${tsMs}`) === value
  const { rows: conflicts } = await sql`select 1 from mon_sample_conflict`.execute(db)
  return {
    acked: acked.length,
    stored: rows.length,
    missing: acked.filter((point) => !isThere(point)).length,
    twice: [...untimed.values()].filter((n) => n > 1).length,
    conflicts: conflicts.length,
    wrongRollups: await countWrongRollups(db),
  }
}

/** How often each value of a channel is stored. */
async function countUntimed(db: Db, channelNos: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; n: number }>`
    select channel_no || '/' || v as key, count(*)::int as n from mon_sample
    where channel_no = any(${channelNos}) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.key, row.n]))
}

const snapshot = (db: Db) =>
  sql<{ row: string }>`
    select 'm' || r::text as row from mon_r1m r union all select 'h' || r::text from mon_r1h r
    union all select 'd' || r::text from mon_r1d r`.execute(db)

async function countWrongRollups(db: Db): Promise<number> {
  await drainMarks(db)
  const kept = new Set((await snapshot(db)).rows.map(({ row }) => row))
  await sql`truncate mon_r1m, mon_r1h, mon_r1d, mon_dirty`.execute(db)
  await sql`
    insert into mon_dirty (device_id, level, bucket, from_ts, to_ts, due_at)
    select device_id, 1, bucket, min(ts), max(ts), now()
    from (select device_id, ts, to_timestamp(ceil(extract(epoch from ts) / 3600) * 3600) as bucket from mon_sample) s
    group by device_id, bucket`.execute(db)
  await drainMarks(db)
  const fresh = (await snapshot(db)).rows.map(({ row }) => row)
  const missing = fresh.filter((row) => !kept.has(row)).length
  return missing + Math.max(0, kept.size - (fresh.length - missing))
}
