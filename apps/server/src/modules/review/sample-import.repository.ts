import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { inSpan } from '../sample/index.ts'
import type { ChannelKey } from './figures.repository.ts'

export interface ImportChannel extends ChannelKey {
  readonly clientId: string
  readonly stationId: string | null
  readonly seq: number
  readonly alias: string | null
  readonly metricCode: string
  readonly metricName: string
  readonly precision: number
  readonly rangeLo: number | null
  readonly rangeHi: number | null
  readonly lod: number | null
}

/** Channels of devices visible to the caller, by client id. */
export function findImportChannels(db: Db, scope: DataScope, clientIds: readonly string[]): Promise<ImportChannel[]> {
  return db
    .selectFrom('monChannel as channel')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')
    .select([
      'device.clientId',
      'device.deviceNo',
      'device.stationId',
      'channel.channelNo',
      'channel.seq',
      'channel.alias',
      'channel.metricCode',
      'metric.nameCn as metricName',
      'channel.precision',
      'channel.rangeLo',
      'channel.rangeHi',
      'channel.lod',
    ])
    .where('channel.delFlag', '=', 0)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .where('device.clientId', '=', sql<string>`any(${[...clientIds]}::text[])`)
    .execute()
}

export interface NewSample extends ChannelKey {
  readonly tsMs: number
  readonly value: number
  readonly q: number
}

/** Stored samples of a channel at these instants, by instant. */
export async function findStored(
  db: Db,
  { deviceNo, channelNo }: ChannelKey,
  tsMs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ ms: number; v: number }>`
    select (extract(epoch from ts) * 1000)::float8 as ms, v from mon_samples
    where device_id = ${deviceNo} and channel_no = ${channelNo} and ${inSpan(Math.min(...tsMs) - 1, Math.max(...tsMs))}
      and ts = any(${tsMs.map((ms) => new Date(ms))}::timestamptz[])`.execute(db)
  return new Map(rows.map(({ ms, v }) => [ms, v]))
}

export const insertImport = (
  trx: Tx,
  given: { readonly id: string; readonly madeBy: string; readonly madeName: string; readonly madeAt: Date },
) => trx.insertInto('monSampleImport').values(given).execute()

/** Inserts samples of one import, all received at `at`. The days must be open. @returns how many were new. */
export async function insertImported(
  trx: Tx,
  importId: string,
  samples: readonly NewSample[],
  at: Date,
): Promise<number> {
  const columns = sql`unnest(${samples.map((s) => s.deviceNo)}::int[], ${samples.map((s) => s.channelNo)}::int[],
    ${samples.map((s) => new Date(s.tsMs))}::timestamptz[], ${samples.map((s) => s.value)}::float8[],
    ${samples.map((s) => s.q)}::int2[]) as p (d, c, t, v, q)`
  // Rows are returned: a cluster counts skipped ones as written.
  const { rows: written } = await sql`
    insert into mon_sample (device_id, channel_no, ts, rx, v, q)
    select d, c, t, ${at}, v, q from ${columns} on conflict do nothing returning channel_no`.execute(trx)
  await sql`
    insert into mon_sample_import_row (import_id, device_id, channel_no, ts)
    select ${importId}, d, c, t from ${columns} on conflict do nothing`.execute(trx)
  await sql`update mon_sample_import set n = n + ${samples.length} where id = ${importId}`.execute(trx)
  return written.length
}

export interface ImportRecord {
  readonly id: string
  readonly n: number
  readonly devices: string[]
  readonly fromMs: number
  readonly toMs: number
  readonly madeBy: string
  readonly madeMs: number
  readonly undoneBy: string | null
  readonly undoneMs: number | null
}

/** Imports whose devices are all visible to the caller, newest first. */
export async function findImports(db: Db, scope: DataScope, id?: string): Promise<ImportRecord[]> {
  const { rows } = await sql<ImportRecord>`
    select head.id, head.n, array_agg(distinct device.name) as devices,
      (extract(epoch from min(own.from_ts)) * 1000)::float8 as from_ms,
      (extract(epoch from max(own.to_ts)) * 1000)::float8 as to_ms,
      head.made_name as made_by, (extract(epoch from head.made_at) * 1000)::float8 as made_ms,
      head.undone_name as undone_by, (extract(epoch from head.undone_at) * 1000)::float8 as undone_ms
    from (
      select * from mon_sample_import ${id === undefined ? sql`` : sql`where id = ${id}`} order by made_at desc limit 200
    ) as head
    cross join lateral (
      select device_id, min(ts) as from_ts, max(ts) as to_ts from mon_sample_import_row
      where import_id = head.id group by device_id
    ) as own
    left join mon_device device on device.device_no = own.device_id and device.del_flag = 0 and ${scopeFilter(scope, 'device')}
    group by head.id, head.n, head.made_name, head.made_at, head.undone_name, head.undone_at
    having bool_and(device.id is not null)
    order by head.made_at desc limit 50`.execute(db)
  return rows
}

/** Marks an import as undone. @returns when its samples were received; undefined when it was already undone. */
export async function undoImport(
  trx: Tx,
  id: string,
  by: { readonly undoneBy: string; readonly undoneName: string; readonly undoneAt: Date },
): Promise<Date | undefined> {
  const row = await trx
    .updateTable('monSampleImport')
    .set(by)
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .returning('madeAt')
    .executeTakeFirst()
  return row?.madeAt
}

export async function findImportRows(db: Db, id: string): Promise<(ChannelKey & { readonly tsMs: number })[]> {
  const { rows } = await sql<ChannelKey & { tsMs: number }>`
    select device_id as device_no, channel_no, (extract(epoch from ts) * 1000)::float8 as ts_ms
    from mon_sample_import_row where import_id = ${id} order by device_id, channel_no, ts`.execute(db)
  return rows
}

/**
 * Deletes a channel's samples of an import unless replaced since, and rollups without any samples left; other rollups
 * are recomputed. The whole days must be open and the stale marks locked.
 */
export async function deleteImported(
  trx: Tx,
  { deviceNo, channelNo }: ChannelKey,
  tsMs: readonly number[],
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mon_sample where device_id = ${deviceNo} and channel_no = ${channelNo} and rx = ${at}
      and ts = any(${tsMs.map((ms) => new Date(ms))}::timestamptz[])`.execute(trx)
  const levels = [
    ['mon_r1m', MINUTE_MS],
    ['mon_r1h', HOUR_MS],
    ['mon_r1d', DAY_MS],
  ] as const
  for (const [table, stepMs] of levels) {
    const ends = [...new Set(tsMs.map((ms) => bucketEnd(ms, stepMs)))].map((ms) => new Date(ms))
    await sql`
      delete from ${sql.table(table)} r where device_id = ${deviceNo} and channel_no = ${channelNo}
        and t = any(${ends}::timestamptz[]) and is_loaded is not true
        and not exists (select from mon_sample where device_id = ${deviceNo} and channel_no = ${channelNo}
          and ts > r.t - make_interval(secs => ${stepMs / 1_000}) and ts <= r.t)`.execute(trx)
  }
  return Number(numAffectedRows ?? 0)
}
