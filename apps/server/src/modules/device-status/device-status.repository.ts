import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DeviceLive, StatusChange } from './device-live.ts'

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

/** A stretch in which somebody works at a device; open while `toMs` is null. Epoch ms. */
export interface MaintenanceWindow {
  readonly deviceId: string
  readonly fromMs: number
  readonly toMs: number | null
}

/** Windows that have begun and are open, or were so after an instant. */
export async function findMaintenance(db: Db, sinceMs: number): Promise<MaintenanceWindow[]> {
  const { rows } = await sql<MaintenanceWindow>`
    select device_id, (extract(epoch from actual_from) * 1000)::float8 as from_ms,
      (extract(epoch from actual_to) * 1000)::float8 as to_ms
    from mon_maintenance
    where actual_from <= now() and (actual_to is null or actual_to > ${new Date(sinceMs)})`.execute(db)
  return rows
}

/** Writes whole states, and the changes of status that led to them, in one transaction. */
export async function saveStates(
  db: Db,
  states: readonly DeviceLive[],
  changes: readonly StatusChange[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (changes.length > 0) await insertChanges(trx, changes)
    if (states.length > 0) await upsertStates(trx, states)
  })
}

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

async function upsertStates(trx: Tx, states: readonly DeviceLive[]): Promise<void> {
  const rows = states.map(toRow).sort((a, b) => a.device_id - b.device_id)
  await sql`
    insert into mon_device_state (device_id, status, status_since, flapping, last_seen, last_sample_ts, fault, flags,
      firmware, ip, signal_dbm, battery_pct, skew_ms, lng, lat)
    select device_id, status, status_since, flapping, last_seen, last_sample_ts, fault,
      array(select jsonb_array_elements_text(flags)), firmware, ip, signal_dbm, battery_pct, skew_ms, lng, lat
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (
      device_id int, status text, status_since timestamptz, flapping boolean, last_seen timestamptz,
      last_sample_ts timestamptz, fault boolean, flags jsonb, firmware text, ip text, signal_dbm smallint,
      battery_pct smallint, skew_ms float8, lng float8, lat float8)
    on conflict (device_id) do update set status = excluded.status, status_since = excluded.status_since,
      flapping = excluded.flapping, last_seen = excluded.last_seen, last_sample_ts = excluded.last_sample_ts,
      fault = excluded.fault, flags = excluded.flags, firmware = excluded.firmware, ip = excluded.ip,
      signal_dbm = excluded.signal_dbm, battery_pct = excluded.battery_pct, skew_ms = excluded.skew_ms,
      lng = excluded.lng, lat = excluded.lat`.execute(trx)
}

const toInstant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

function toRow(live: DeviceLive) {
  return {
    device_id: live.deviceNo,
    status: live.status,
    status_since: new Date(live.statusSinceMs),
    flapping: live.isFlapping,
    last_seen: toInstant(live.lastSeenMs),
    last_sample_ts: toInstant(live.lastSampleMs),
    fault: live.reportsFault,
    flags: live.flags,
    firmware: live.firmware,
    ip: live.ip,
    signal_dbm: live.signalDbm,
    battery_pct: live.batteryPct,
    skew_ms: live.skewMs,
    lng: live.lng,
    lat: live.lat,
  }
}
