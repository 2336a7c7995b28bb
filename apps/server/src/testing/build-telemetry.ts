import type { DeviceStatus } from '@natim/contract/dict'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'

interface At {
  readonly deviceNo: number
  readonly channelNo: number
}

/** A default partition for every instant a test writes. */
async function ensurePartition(db: Db, table: 'mon_sample' | 'mon_r1m' | 'mon_r1h' | 'mon_r1d'): Promise<void> {
  const partition = sql.table(`${table}_test`)
  await sql`create table if not exists ${partition} partition of ${sql.table(table)} default`.execute(db)
}

/** Stores samples `[ts epoch ms, value, quality bits]`, and the newest one as the latest of its channel. */
export async function buildSamples(
  db: Db,
  { deviceNo, channelNo }: At,
  samples: readonly (readonly [tsMs: number, v: number, q?: number])[],
): Promise<void> {
  await ensurePartition(db, 'mon_sample')
  const rows = samples.map(([tsMs, v, q]) => {
    const ts = new Date(tsMs)
    return { deviceId: deviceNo, channelNo, ts, rx: ts, v, q: q ?? 0 }
  })
  await db.insertInto('monSample').values(rows).execute()
  const newest = rows.reduce((held, row) => (row.ts > held.ts ? row : held))
  await db
    .insertInto('monLatest')
    .values(newest)
    .onConflict((conflict) => conflict.columns(['deviceId', 'channelNo']).doUpdateSet(newest))
    .execute()
}

const ROLLUP_TABLES = { monR1m: 'mon_r1m', monR1h: 'mon_r1h', monR1d: 'mon_r1d' } as const

/** A rollup row over `n` samples of value `v`. `endMs` is the end of its bucket. */
export async function buildRollup(
  db: Db,
  table: keyof typeof ROLLUP_TABLES,
  { deviceNo, channelNo }: At,
  bucket: {
    readonly endMs: number
    readonly v: number
    readonly n: number
    readonly nValid?: number
    /** Seconds covered; unknown by default. */
    readonly coverS?: number
  },
): Promise<void> {
  await ensurePartition(db, ROLLUP_TABLES[table])
  const { endMs, v, n, nValid = n } = bucket
  await db
    .insertInto(table)
    .values({
      deviceId: deviceNo,
      channelNo,
      t: new Date(endMs),
      n,
      nValid,
      vAvg: v,
      vMin: v,
      vMax: v,
      vFirst: v,
      vLast: v,
      vSum: v * nValid,
      vM2: 0,
      qOr: 0,
      coverS: bucket.coverS ?? null,
    })
    .execute()
}

export async function buildStatusChange(
  db: Db,
  deviceNo: number,
  change: { readonly tsMs: number; readonly from: DeviceStatus; readonly to: DeviceStatus; readonly reason?: string },
): Promise<void> {
  await db
    .insertInto('monDeviceStatusLog')
    .values({
      deviceId: deviceNo,
      ts: new Date(change.tsMs),
      fromVal: change.from,
      toVal: change.to,
      reason: change.reason ?? '',
    })
    .execute()
}
