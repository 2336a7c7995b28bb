import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DeviceLive, isNewsOf, type StatusChange } from './device-live.ts'
import { holdEpochs, STREAMS, streamOf } from './stream-lease.repository.ts'

export type DeviceStateRecord = Awaited<ReturnType<typeof findDeviceStates>>[number]

export function findDeviceStates(db: Db) {
  return db.selectFrom('monDeviceState').selectAll().execute()
}

/** Channels whose newest value is stuck (8) or out of range (1). */
export function findBadChannels(db: Db) {
  return db
    .selectFrom('monLatest')
    .select(['deviceId as deviceNo', 'channelNo', 'ts'])
    .where(sql<boolean>`q & 9 <> 0`)
    .execute()
}

/** A maintenance window of a device; open while `toMs` is null. Epoch ms. */
export interface MaintenanceWindow {
  readonly deviceId: string
  readonly fromMs: number
  readonly toMs: number | null
}

/** Windows that have begun and are open or ended after an instant. */
export async function findMaintenance(db: Db, sinceMs: number): Promise<MaintenanceWindow[]> {
  const { rows } = await sql<MaintenanceWindow>`
    select device_id, (extract(epoch from actual_from) * 1000)::float8 as from_ms,
      (extract(epoch from actual_to) * 1000)::float8 as to_ms
    from mon_maintenance
    where actual_from <= now() and (actual_to is null or actual_to > ${new Date(sinceMs)})`.execute(db)
  return rows
}

/** States written by any process within the last seconds, by the database's clock, plus the given devices. */
export function findNewStates(db: Db, withinS: number, deviceNos: readonly number[]) {
  return db
    .selectFrom('monDeviceState')
    .selectAll()
    .where(
      sql<boolean>`written_at > now() - make_interval(secs => ${withinS}) or device_id = any(${[...deviceNos]}::int[])`,
    )
    .execute()
}

export function findStatesOf(db: Db, streams: readonly number[]) {
  return db
    .selectFrom('monDeviceState')
    .selectAll()
    .where(sql<boolean>`device_id % ${STREAMS} = any(${[...streams]}::int[])`)
    .execute()
}

/** Content of one flush. */
export interface StateWrite {
  /** Devices heard by this process. */
  readonly heard: readonly DeviceLive[]
  /** Devices judged by this process, and the changes for the log. */
  readonly judged: readonly Judged<DeviceLive>[]
  readonly changes: readonly Judged<StatusChange>[]
}

/** With the epoch of the lease it was judged under. */
export interface Judged<T> {
  readonly of: T
  readonly epoch: number
}

export interface StatesWritten {
  /** The changes written; a stream that has changed hands is judged by its new owner. */
  readonly changes: readonly StatusChange[]
  /** Devices judged silent that another process has heard meanwhile, as stored; nothing was written of them. */
  readonly refuted: readonly DeviceStateRecord[]
}

/** Writes what was heard, and what was judged under leases that still hold. */
export async function saveStates(db: Db, { heard, judged, changes }: StateWrite): Promise<StatesWritten> {
  // A transaction of its own: each locks its devices once, in order, so that no two processes wait for each other.
  if (heard.length > 0) await db.transaction().execute((trx) => upsertHeard(trx, heard))
  if (judged.length === 0) return { changes: [], refuted: [] }
  return db.transaction().execute(async (trx) => {
    const epochs = await holdEpochs(trx, [...new Set(judged.map(({ of }) => streamOf(of.deviceNo)))])
    const held = <T extends { readonly deviceNo: number }>(all: readonly Judged<T>[]) =>
      all.filter(({ of, epoch }) => epochs.get(streamOf(of.deviceNo)) === epoch).map(({ of }) => of)
    const stored = await lockStates(trx, held(judged))
    const refuted = new Map(
      held(changes).flatMap((change) => {
        const record = stored.get(change.deviceNo)
        return record && isRefuted(change, record) ? [[change.deviceNo, record]] : []
      }),
    )
    const stands = ({ deviceNo }: { readonly deviceNo: number }) => !refuted.has(deviceNo)
    const valid = held(changes).filter(stands)
    if (valid.length > 0) await insertChanges(trx, valid)
    const own = held(judged).filter(stands)
    if (own.length > 0) await upsertJudged(trx, own)
    return { changes: valid, refuted: [...refuted.values()] }
  })
}

/** Stored states by device number, locked until the transaction ends. */
async function lockStates(trx: Tx, lives: readonly DeviceLive[]): Promise<ReadonlyMap<number, DeviceStateRecord>> {
  const deviceNos = lives.map(({ deviceNo }) => deviceNo)
  const records = await trx
    .selectFrom('monDeviceState')
    .selectAll()
    .where('deviceId', '=', sql<number>`any(${deviceNos}::int[])`)
    .orderBy('deviceId')
    .forUpdate()
    .execute()
  return new Map(records.map((record) => [record.deviceId, record]))
}

/** Offline for silence, but heard after all. A flapping device is shown as offline although it is heard. */
const isRefuted = ({ to, reason, seenMs, atMs }: StatusChange, { lastSeen }: DeviceStateRecord): boolean =>
  to === 'offline' && reason !== 'flapping' && isNewsOf(lastSeen, seenMs, atMs)

async function insertChanges(trx: Tx, changes: readonly StatusChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    ts: new Date(change.atMs),
    device_id: change.deviceNo,
    from_val: change.from,
    to_val: change.to,
    reason: change.reason,
  }))
  await sql`
    insert into mon_device_status_log (ts, device_id, from_val, to_val, reason)
    select ts, device_id, from_val, to_val, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (ts timestamptz, device_id int, from_val text, to_val text, reason text)
    on conflict do nothing`.execute(trx)
}

const byNo = (a: DeviceLive, b: DeviceLive) => a.deviceNo - b.deviceNo

const isNewerPlace = sql`excluded.place_ts >= coalesce(held.place_ts, '-infinity')`

/** Times only increase; fields without news keep the value other processes stored. */
async function upsertHeard(trx: Tx, lives: readonly DeviceLive[]): Promise<void> {
  const rows = lives.toSorted(byNo).map(toHeardRow)
  await sql`
    insert into mon_device_state as held (device_id, last_seen, last_sample_ts, lost_at, fault, flags, firmware, ip,
      signal_dbm, battery_pct, skew_ms, place_ts, lng, lat)
    select device_id, last_seen, last_sample_ts, lost_at, coalesce(fault, false), coalesce(flags, '{}'), firmware, ip,
      signal_dbm, battery_pct, skew_ms, place_ts, lng, lat
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (
      device_id int, last_seen timestamptz, last_sample_ts timestamptz, lost_at timestamptz, fault boolean, flags text[],
      firmware text, ip text, signal_dbm smallint, battery_pct smallint, skew_ms float8,
      place_ts timestamptz, lng float8, lat float8)
    on conflict (device_id) do update set written_at = now(),
      last_seen = greatest(excluded.last_seen, held.last_seen),
      last_sample_ts = greatest(excluded.last_sample_ts, held.last_sample_ts),
      lost_at = greatest(excluded.lost_at, held.lost_at),
      firmware = coalesce(excluded.firmware, held.firmware), ip = coalesce(excluded.ip, held.ip),
      signal_dbm = coalesce(excluded.signal_dbm, held.signal_dbm),
      battery_pct = coalesce(excluded.battery_pct, held.battery_pct), skew_ms = coalesce(excluded.skew_ms, held.skew_ms),
      place_ts = greatest(excluded.place_ts, held.place_ts),
      lng = case when ${isNewerPlace} then excluded.lng else held.lng end,
      lat = case when ${isNewerPlace} then excluded.lat else held.lat end`.execute(trx)
  const reported = lives.filter(({ news }) => news.fault !== undefined || news.flags !== undefined)
  if (reported.length > 0) await updateFaults(trx, reported)
}

/** Separate because false and empty are news here, too. */
async function updateFaults(trx: Tx, lives: readonly DeviceLive[]): Promise<void> {
  const rows = lives.map(({ deviceNo, reportsFault, flags }) => ({ device_id: deviceNo, fault: reportsFault, flags }))
  await sql`
    update mon_device_state as held set fault = s.fault, flags = s.flags
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (device_id int, fault boolean, flags text[])
    where held.device_id = s.device_id`.execute(trx)
}

async function upsertJudged(trx: Tx, lives: readonly DeviceLive[]): Promise<void> {
  const rows = lives.toSorted(byNo).map((live) => ({
    device_id: live.deviceNo,
    status: live.status,
    status_since: new Date(live.statusSinceMs),
    flapping: live.isFlapping,
  }))
  await sql`
    insert into mon_device_state (device_id, status, status_since, flapping)
    select device_id, status, status_since, flapping
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s (device_id int, status text, status_since timestamptz, flapping boolean)
    on conflict (device_id) do update set written_at = now(), status = excluded.status, status_since = excluded.status_since,
      flapping = excluded.flapping`.execute(trx)
}

const toInstant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

function toHeardRow({ deviceNo, lastSeenMs, lastSampleMs, newLossMs, news, place }: DeviceLive) {
  return {
    device_id: deviceNo,
    last_seen: toInstant(lastSeenMs),
    last_sample_ts: toInstant(lastSampleMs),
    lost_at: toInstant(newLossMs),
    fault: news.fault,
    flags: news.flags,
    firmware: news.firmware,
    ip: news.ip,
    signal_dbm: news.signalDbm,
    battery_pct: news.batteryPct,
    skew_ms: news.skewMs,
    place_ts: toInstant(place?.tsMs),
    lng: place?.lng,
    lat: place?.lat,
  }
}
