import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Mark } from '../rollup-level.ts'

export interface TestSample {
  readonly deviceNo: number
  readonly channelNo: number
  readonly ts: number
  readonly v: number
  readonly q?: number
}

/** Adds a default partition per table, for every instant that a test writes. */
export async function openPartitions(db: Db): Promise<void> {
  for (const table of ['mon_sample', 'mon_r1m', 'mon_r1h', 'mon_r1d']) {
    await sql`create table if not exists ${sql.table(`${table}_test`)} partition of ${sql.table(table)} default`.execute(
      db,
    )
  }
}

/** Stores samples as ingest does: duplicates are ignored, and stale hours are marked in the same transaction. */
export async function storeSamples(db: Db, samples: readonly TestSample[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into mon_sample (device_id, channel_no, ts, rx, v, q)
      select d, c, t, t, v, q
      from unnest(${samples.map((s) => s.deviceNo)}::int[], ${samples.map((s) => s.channelNo)}::int[],
        ${samples.map((s) => new Date(s.ts))}::timestamptz[], ${samples.map((s) => s.v)}::float8[],
        ${samples.map((s) => s.q ?? 0)}::int2[]) as p (d, c, t, v, q)
      on conflict do nothing`.execute(trx)
    const stale = staleHours(samples)
    await sql`
      insert into mon_dirty as held (device_id, level, bucket, from_ts, to_ts, due_at)
      select d, 1, b, f, t, f
      from unnest(${stale.map((mark) => mark.deviceNo)}::int[], ${stale.map((mark) => new Date(mark.bucketMs))}::timestamptz[],
        ${stale.map((mark) => new Date(mark.fromMs))}::timestamptz[], ${stale.map((mark) => new Date(mark.toMs))}::timestamptz[])
        as p (d, b, f, t)
      on conflict (device_id, level, bucket) do update
      set from_ts = least(held.from_ts, excluded.from_ts), to_ts = greatest(held.to_ts, excluded.to_ts)`.execute(trx)
  })
}

function staleHours(samples: readonly TestSample[]): Mark[] {
  const marks = new Map<string, Mark>()
  for (const { deviceNo, ts } of samples) {
    const bucketMs = bucketEnd(ts, HOUR_MS)
    const key = `${deviceNo}:${bucketMs}`
    const held = marks.get(key)
    marks.set(key, {
      deviceNo,
      bucketMs,
      fromMs: Math.min(ts, held?.fromMs ?? ts),
      toMs: Math.max(ts, held?.toMs ?? ts),
    })
  }
  return [...marks.values()]
}
