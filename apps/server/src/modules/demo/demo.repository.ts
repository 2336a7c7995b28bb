import type pg from 'pg'
import { errorOf } from '../../platform/errors.ts'
import { insertAdministration } from './administration.repository.ts'
import { type History, pastPeriodS } from './history.ts'
import type { GapEntry, StateEntry, StatusEntry } from './journal.ts'
import { DEMO_CREATOR, type RegisterRows } from './registers.ts'
import type { NewestSample } from './samples.ts'

export type Pool = pg.Pool
export type Connection = pg.ClientBase

/** Registers are written last, in one transaction, so they mark a finished load. */
export async function hasRegisters(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select 1 from mon_station) or exists (select 1 from mon_device) as found',
  )
  return rows[0]?.found ?? false
}

/**
 * Runs `load` while no other process loads: a second one waits and finds the network loaded. The lock ends with its
 * connection, so a killed load leaves none behind.
 *
 * @throws the signal's reason if aborted while waiting
 */
export async function asOnlyLoader<T>(pool: Pool, signal: AbortSignal | undefined, load: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await Promise.race([client.query('select pg_advisory_lock(71030027)'), ended(signal)])
    return await load()
  } finally {
    client.release(true)
  }
}

/** Rejects with the signal's reason when it is aborted. */
export function ended(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(errorOf(signal?.reason))
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

/** Whether this database holds the demonstration network, or parts of it. */
export async function hasDemoDevices(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select 1 from mon_device where create_by = $1 and del_flag = 0) as found',
    [DEMO_CREATOR],
  )
  return rows[0]?.found ?? false
}

/** Instant of the newest sample of the demonstration devices, epoch ms; undefined when there is none. */
export async function findNewestSample(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: number | null }>(
    `select (extract(epoch from max(l.ts)) * 1000)::float8 as newest
     from mon_latest l join mon_device d on d.device_no = l.device_id where d.create_by = $1`,
    [DEMO_CREATOR],
  )
  return rows[0]?.newest ?? undefined
}

/** When the demonstration was loaded, epoch ms. */
export async function findLoadedAt(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ loaded: number | null }>(
    'select (extract(epoch from min(create_time)) * 1000)::float8 as loaded from mon_device where create_by = $1',
    [DEMO_CREATOR],
  )
  return rows[0]?.loaded ?? undefined
}

/**
 * Removes the remains of a killed load: telemetry without any device is meaningless. Table names come from the
 * catalogue and are quoted by `format`.
 */
export async function clearTelemetry(pool: pg.Pool): Promise<void> {
  await pool.query(`do $$
    declare part regclass;
    begin
      if exists (select 1 from mon_device) then raise exception 'there are devices: telemetry is not ours to remove'; end if;
      for part in select inhrelid::regclass from pg_inherits where inhparent in
        ('mon_sample'::regclass, 'mon_sample_pack'::regclass, 'mon_r1m'::regclass, 'mon_r1h'::regclass, 'mon_r1d'::regclass)
      loop execute format('drop table %s', part); end loop;
    end $$`)
  await pool.query(`truncate mon_latest, mon_dirty, mon_gap, mon_device_state, mon_device_status_log,
    mon_sample_conflict, mon_pack_touched, mon_message_seen, mon_ingest_counter`)
}

/** Rows travel as one JSON document per table, one statement each. */
export async function insertRegisters(client: pg.ClientBase, rows: RegisterRows): Promise<void> {
  const json = (list: readonly object[]) => [JSON.stringify(list)]
  await client.query(
    `insert into sys_depart (id, parent_id, depart_name, depart_order, org_code, region_code, org_type, create_by)
     select id, parent_id, depart_name, depart_order, org_code, region_code, org_type, create_by
     from jsonb_populate_recordset(null::sys_depart, $1) on conflict do nothing`,
    json(rows.departs),
  )
  await insertStaff(client, rows.staff)
  await client.query(
    `insert into mon_station (id, code, name, short_name, station_type, lng, lat, alt_m, address, func_zone, population5km,
       contact_name, region_code, sys_org_code, create_by)
     select id, code, name, short_name, station_type, lng, lat, alt_m, address, func_zone, population5km,
       contact_name, region_code, sys_org_code, create_by
     from jsonb_populate_recordset(null::mon_station, $1)`,
    json(rows.stations),
  )
  // Models are seeded. Gateways follow their children; the constraint is checked at the end of the statement.
  await client.query(
    `insert into mon_device (id, device_no, client_id, name, model_id, kind, station_id, gateway_id, region_code, lng, lat,
       sys_org_code, serial_no, asset_no, online_timeout_s, installed_at, warranty_until, next_calib_date, tags, create_by)
     select row.id, device_no, client_id, row.name, model.id, row.kind, station_id, gateway_id, region_code, lng, lat,
       sys_org_code, serial_no, asset_no, online_timeout_s, installed_at, warranty_until, next_calib_date, tags, row.create_by
     from jsonb_to_recordset($1) as row (id text, device_no int, client_id text, name text, model_code text, kind text,
       station_id text, gateway_id text, region_code text, lng float8, lat float8, sys_org_code text, serial_no text,
       asset_no text, online_timeout_s int, installed_at date, warranty_until date, next_calib_date date, tags text[],
       create_by text)
     left join mon_device_model model on model.code = row.model_code`,
    json(rows.devices),
  )
  await client.query(
    `insert into mon_channel (id, channel_no, device_id, seq, metric_code, unit_in, range_lo, range_hi, precision, period_s,
       lod, create_by)
     select id, channel_no, device_id, seq, metric_code, unit_in, range_lo, range_hi, precision, period_s, lod, create_by
     from jsonb_populate_recordset(null::mon_channel, $1)`,
    json(rows.channels),
  )
  await client.query(
    `insert into mon_device_credential (id, device_id, secret_hash, create_by)
     select id, device_id, decode(secret_hash, 'hex'), create_by
     from jsonb_to_recordset($1) as row (id text, device_id text, secret_hash text, create_by text)`,
    json(rows.credentials),
  )
  await client.query(
    `insert into mon_maintenance (id, device_id, kind, actual_from, note, create_by)
     select id, device_id, kind, actual_from, note, create_by
     from jsonb_populate_recordset(null::mon_maintenance, $1)`,
    json(rows.maintenances),
  )
  await insertLetters(client, rows)
  await insertAdministration(client, rows.administration)
  await client.query(`select setval('mon_device_no', (select max(device_no) from mon_device)),
    setval('mon_channel_no', (select max(channel_no) from mon_channel))`)
}

/** Channels that now sample faster than their generated history: the current setting starts with the full rate. */
export async function insertPastPeriods(
  client: pg.ClientBase,
  { daysFromMs, fullRateFromMs }: Pick<History, 'daysFromMs' | 'fullRateFromMs'>,
): Promise<void> {
  await client.query(
    `insert into mon_channel_version (channel_no, from_ts, body, create_by)
     select channel_no, from_ts, jsonb_build_object('unitIn', unit_in, 'scale', scale, 'offset', offset_val, 'rangeLo', range_lo,
       'rangeHi', range_hi, 'lod', lod, 'periodS', coalesce(version.period_s, channel.period_s), 'updatePeriodS', update_period_s,
       'enabled', enabled, 'limitOverride', limit_override), $1
     from mon_channel channel cross join (values ($2::timestamptz, $4::int), ($3::timestamptz, null)) as version (from_ts, period_s)
     where channel.create_by = $1 and channel.period_s < $4::int`,
    [DEMO_CREATOR, new Date(daysFromMs), new Date(fullRateFromMs), pastPeriodS(0)],
  )
}

/** Announcements and messages. */
async function insertLetters(client: pg.ClientBase, { notices, messages }: RegisterRows): Promise<void> {
  await client.query(
    `insert into sys_announcement (id, title, msg_content, msg_abstract, end_time, sender, priority, msg_category, msg_type,
       send_status, send_time, open_type, open_page, create_by, create_time)
     select id, title, msg_content, msg_abstract, end_time, sender, priority, msg_category, 'ALL',
       '1', send_time, open_type, open_page, create_by, create_time
     from jsonb_populate_recordset(null::sys_announcement, $1)`,
    [JSON.stringify(notices)],
  )
  await client.query(
    `insert into sys_sms (id, es_title, es_type, es_receiver, es_content, es_send_status, es_send_num, es_send_time,
       es_result, create_by, create_time)
     select id, es_title, es_type, es_receiver, es_content, es_send_status, es_send_num, es_send_time,
       es_result, create_by, create_time
     from jsonb_populate_recordset(null::sys_sms, $1)`,
    [JSON.stringify(messages)],
  )
}

/** Existing accounts with such a name are left unchanged, including departments and roles. */
async function insertStaff(client: pg.ClientBase, staff: readonly object[]): Promise<void> {
  await client.query(
    `with person as (
       select * from jsonb_to_recordset($1) as row (id text, username text, realname text, password_hash text,
         sex smallint, birthday date, phone text, email text, work_no text, post text, role_code text, org_code text,
         depart_id text, region_prefixes text[], create_by text)
     ), added as (
       insert into sys_user (id, username, realname, password_hash, sex, birthday, phone, email, work_no, post, org_code,
         region_prefixes, create_by)
       select id, username, realname, password_hash, sex, birthday, phone, email, work_no, post, org_code,
         region_prefixes, create_by
       from person on conflict do nothing returning id
     ), placed as (
       insert into sys_user_depart (user_id, dep_id)
       select person.id, depart_id from person join added on added.id = person.id
     )
     insert into sys_user_role (user_id, role_id)
     select person.id, role.id from person
     join added on added.id = person.id join sys_role role on role.role_code = person.role_code`,
    [JSON.stringify(staff)],
  )
}

export async function insertLatest(client: pg.ClientBase, newest: readonly NewestSample[]): Promise<void> {
  await client.query(
    `insert into mon_latest (device_id, channel_no, ts, rx, v, prev_v, q)
     select d, c, to_timestamp(t / 1000), to_timestamp(t / 1000), v, p, q
     from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::int2[]) as n (d, c, t, v, p, q)`,
    [
      newest.map((row) => row.deviceNo),
      newest.map((row) => row.channelNo),
      newest.map((row) => row.tsMs),
      newest.map((row) => row.value),
      newest.map((row) => row.previousValue),
      newest.map((row) => row.q),
    ],
  )
}

export async function insertStates(client: pg.ClientBase, states: readonly StateEntry[]): Promise<void> {
  await client.query(
    `insert into mon_device_state (device_id, status, status_since, last_seen, last_sample_ts, fault, flags, firmware,
       skew_ms)
     select "deviceNo", status, to_timestamp("sinceMs" / 1000), to_timestamp("lastSeenMs" / 1000),
       to_timestamp("lastSampleMs" / 1000), "isFault", array(select jsonb_array_elements_text(flags)), firmware,
       "skewMs"
     from jsonb_to_recordset($1) as row ("deviceNo" int, status text, "sinceMs" float8, "lastSeenMs" float8,
       "lastSampleMs" float8, "isFault" boolean, flags jsonb, firmware text, "skewMs" float8)`,
    [JSON.stringify(states)],
  )
}

export async function insertStatusLog(client: pg.ClientBase, entries: readonly StatusEntry[]): Promise<void> {
  await client.query(
    `insert into mon_device_status_log (device_id, ts, from_val, to_val, reason)
     select "deviceNo", to_timestamp("tsMs" / 1000), "from", "to", reason
     from jsonb_to_recordset($1) as row ("deviceNo" int, "tsMs" float8, "from" text, "to" text, reason text)
     on conflict do nothing`,
    [JSON.stringify(entries)],
  )
}

export async function insertGaps(client: pg.ClientBase, gaps: readonly GapEntry[]): Promise<void> {
  await client.query(
    `insert into mon_gap (device_id, channel_no, t_from, t_to, filled_at, expected, received, cause)
     select "deviceNo", "channelNo", to_timestamp("fromMs" / 1000), to_timestamp("toMs" / 1000),
       to_timestamp("filledMs" / 1000), expected, received, cause
     from jsonb_to_recordset($1) as row ("deviceNo" int, "channelNo" int, "fromMs" float8, "toMs" float8,
       "filledMs" float8, expected int, received int, cause text)`,
    [JSON.stringify(gaps)],
  )
}

/**
 * Marks the current and previous hour (an hourly mean reaches into it) for recomputation from minutes, and the current
 * day from hours. Epoch ms.
 */
export async function insertDirtyMarks(
  client: pg.ClientBase,
  span: { readonly hourMs: number; readonly dayMs: number; readonly untilMs: number },
): Promise<void> {
  await client.query(
    `insert into mon_dirty (device_id, level, bucket, from_ts, to_ts, due_at)
     select device_no, level, bucket, from_ts, to_ts, now()
     from mon_device cross join (values
       (1::int2, to_timestamp($1::float8 / 1000) + interval '1 hour', to_timestamp($1::float8 / 1000) + interval '1 millisecond',
         to_timestamp($3::float8 / 1000)),
       (1::int2, to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000) - interval '1 hour' + interval '1 millisecond',
         to_timestamp($1::float8 / 1000)),
       (3::int2, to_timestamp($2::float8 / 1000) + interval '24 hours', to_timestamp($2::float8 / 1000) + interval '1 hour',
         to_timestamp($1::float8 / 1000))) as mark (level, bucket, from_ts, to_ts)
     where from_ts <= to_ts`,
    [span.hourMs, span.dayMs, span.untilMs],
  )
}

/** Gives the planner statistics for the first queries. */
export async function analyzeDemo(pool: pg.Pool): Promise<void> {
  await pool.query(`analyze mon_station, mon_device, mon_channel, mon_device_credential, mon_latest, mon_device_state,
    mon_device_status_log, mon_gap, mon_sample, mon_r1h, mon_r1d`)
}
