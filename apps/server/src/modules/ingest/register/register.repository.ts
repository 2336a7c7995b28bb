import { sql } from 'kysely'
import { isOnCitus } from '../../../platform/db/by-device.ts'
import type { Db } from '../../../platform/db/db.ts'

export type DeviceRecord = Awaited<ReturnType<typeof findDevices>>[number]
export type ChannelRecord = Awaited<ReturnType<typeof findChannels>>[number]
export type CredentialRecord = Awaited<ReturnType<typeof findCredentials>>[number]

/** Includes deleted devices: their client ids stay reserved and blocked. */
export function findDevices(db: Db, ids?: readonly string[]) {
  return db
    .selectFrom('monDevice')
    .select(['id', 'deviceNo', 'clientId', 'kind', 'gatewayId', 'onlineTimeoutS', 'retiredAt', 'delFlag'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute()
}

export async function findDeviceId(db: Db, clientId: string): Promise<string | undefined> {
  const row = await db.selectFrom('monDevice').select('id').where('clientId', '=', clientId).executeTakeFirst()
  return row?.id
}

export function findChannels(db: Db, deviceIds?: readonly string[]) {
  return db
    .selectFrom('monChannel')
    .select([
      'channelNo',
      'deviceId',
      'seq',
      'metricCode',
      'unitIn',
      'scale',
      'offsetVal',
      'rangeLo',
      'rangeHi',
      'precision',
      'periodS',
      'lod',
      'updatePeriodS',
      'enabled',
    ])
    .where('delFlag', '=', 0)
    .$if(deviceIds !== undefined, (query) => query.where('deviceId', 'in', [...(deviceIds ?? [])]))
    .orderBy('seq')
    .execute()
}

export interface VersionRecord {
  readonly channelNo: number
  readonly fromMs: number
  readonly body: {
    readonly unitIn: string
    readonly scale: number
    readonly offset: number
    readonly rangeLo: number | null
    readonly rangeHi: number | null
    readonly lod: number | null
    readonly periodS: number
  }
}

/** Former definitions of channels with their start times; none for channels that never changed. */
export async function findVersions(db: Db, deviceIds?: readonly string[]): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select version.channel_no, round(date_part('epoch', version.from_ts) * 1000) as from_ms, version.body
    from mon_channel_version version join mon_channel channel using (channel_no)
    where ${deviceIds ? sql`channel.device_id = any(${[...deviceIds]}::text[])` : sql`true`}
    order by version.channel_no, version.from_ts`.execute(db)
  return rows
}

export function findCredentials(db: Db, deviceIds?: readonly string[]) {
  return db
    .selectFrom('monDeviceCredential')
    .select(['id', 'deviceId', 'secretHash', 'notBefore', 'notAfter', 'revokedAt'])
    .$if(deviceIds !== undefined, (query) => query.where('deviceId', 'in', [...(deviceIds ?? [])]))
    .execute()
}

export function findMetrics(db: Db) {
  return db
    .selectFrom('monMetric')
    .select(['code', 'unit', 'rangeLo', 'rangeHi', 'hardLo', 'hardHi', 'molarMass'])
    .execute()
}

/** Newest stored sample of every channel, instants in epoch ms. */
export function findLatest(db: Db, deviceNos?: readonly number[]) {
  return db
    .selectFrom('monLatest')
    .select(['channelNo', 'v', 'prevV', 'q', 'runN as runCount'])
    .select([epochMs('ts').as('ts'), epochMs('rx').as('rx'), epochMs('runSince').as('runSince')])
    .$if(deviceNos !== undefined, (query) => query.where('deviceId', 'in', [...(deviceNos ?? [])]))
    .execute()
}

export function findOpenGaps(db: Db, deviceNos?: readonly number[]) {
  return db
    .selectFrom('monGap')
    .select(['channelNo', epochMs('tFrom').as('tFrom')])
    .where('tTo', 'is', null)
    .$if(deviceNos !== undefined, (query) => query.where('deviceId', 'in', [...(deviceNos ?? [])]))
    .execute()
}

/**
 * Brings `mon_latest` up to date with `mon_sample`: it is written after the samples, so a crash may leave it behind.
 * Reads each channel's partitions from the newest backwards and stops at the first sample.
 */
export async function repairLatest(db: Db): Promise<number> {
  if (await isOnCitus(db)) return repairLatestOfNodes(db)
  const result = await sql`
    insert into mon_latest (device_id, channel_no, ts, v, prev_v, rx, q, run_since, run_n)
    select d.device_no, c.channel_no, s.ts, s.v, l.v, s.rx, s.q, run.since, run.n
    from mon_channel c
    join mon_device d on d.id = c.device_id
    left join mon_latest l on l.device_id = d.device_no and l.channel_no = c.channel_no
    cross join lateral (
      select ts, v, rx, q from mon_sample
      where device_id = d.device_no and channel_no = c.channel_no and ts > coalesce(l.ts, '-infinity')
      order by ts desc limit 1) s
    -- The run of equal values goes on if every sample since says the same.
    left join lateral (
      select l.run_since as since, l.run_n + count(*)::int as n from mon_sample
      where device_id = d.device_no and channel_no = c.channel_no and ts > l.ts and ts <= s.ts
      having bool_and(v = l.v)) run on true
    on conflict (device_id, channel_no) do update
    set ts = excluded.ts, v = excluded.v, prev_v = excluded.prev_v, rx = excluded.rx, q = excluded.q,
      run_since = excluded.run_since, run_n = excluded.run_n
    where excluded.ts > mon_latest.ts`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * The same where each node can query only its own devices: scans from an hour before the newest sample. A run of equal
 * values that is older is not known to go on.
 */
async function repairLatestOfNodes(db: Db): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    select least(max(ts), now()) - interval '1 hour' as since from mon_latest`.execute(db)
  const since = rows[0]?.since ?? new Date(0)
  const result = await sql`
    with held as materialized (select device_id, channel_no, ts, v, run_since, run_n from mon_latest where ts >= ${since}),
    newest as materialized (
      select s.device_id, s.channel_no, max(s.ts) as ts, (array_agg(s.v order by s.ts desc))[1] as v,
        (array_agg(s.rx order by s.ts desc))[1] as rx, (array_agg(s.q order by s.ts desc))[1] as q,
        count(*) filter (where s.ts > h.ts)::int as n, bool_and(s.v = h.v) filter (where s.ts > h.ts) as goes_on
      from mon_sample s left join held h on h.device_id = s.device_id and h.channel_no = s.channel_no
      where s.ts > ${since}
      group by s.device_id, s.channel_no)
    insert into mon_latest (device_id, channel_no, ts, v, rx, q, run_since, run_n)
    select n.device_id, n.channel_no, n.ts, n.v, n.rx, n.q, case when n.goes_on then h.run_since end,
      case when n.goes_on then h.run_n + n.n end
    from newest n left join held h on h.device_id = n.device_id and h.channel_no = n.channel_no
    on conflict (device_id, channel_no) do update
    set ts = excluded.ts, v = excluded.v, prev_v = mon_latest.v, rx = excluded.rx, q = excluded.q,
      run_since = excluded.run_since, run_n = excluded.run_n
    where excluded.ts > mon_latest.ts`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Changes with every change of a register row; cheap enough to query every minute. */
export async function findFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws('/',
      (select concat_ws(',', count(*), max(update_time), max(create_time), count(retired_at)) from mon_device),
      (select concat_ws(',', count(*), max(update_time), max(create_time), sum(del_flag)) from mon_channel),
      (select concat_ws(',', count(*), max(create_time), count(revoked_at), max(not_after)) from mon_device_credential),
      (select concat_ws(',', count(*), max(update_time)) from mon_metric)
    ) as mark`.execute(db)
  return rows[0]?.mark ?? ''
}

function epochMs(column: 'ts' | 'rx' | 'tFrom' | 'runSince') {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
}
