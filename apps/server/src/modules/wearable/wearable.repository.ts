import type { DeviceStatus } from '@natim/contract/dict'
import type { WEAR_SITES } from '@natim/contract/mon/wearable'
import { BASELINE_DAYS, FEVER_C } from '@natim/domain/infection'
import type { Acvpu } from '@natim/domain/news2'
import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { epochMs } from '../../platform/db/epoch-ms.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { VITAL_METRICS } from './vital.repository.ts'

/** A current wearer with the newest window of the last 15 minutes. */
export interface WearerRecord {
  readonly id: string
  readonly subjectId: string
  readonly subjectCode: string
  readonly ageBand: string | null
  readonly sex: string
  readonly pregnant: boolean
  readonly unit: string
  readonly site: keyof typeof WEAR_SITES
  readonly scaleOrder: string | null
  readonly boundFromMs: number
  readonly regionCode: string
  readonly deviceId: string
  readonly lng: number | null
  readonly lat: number | null
  readonly deviceNo: number
  readonly deviceName: string
  readonly clientId: string
  readonly status: DeviceStatus
  readonly batteryPct: number | null
  readonly lastMs: number | null
  readonly windowMs: number | null
  readonly hrN: number | null
  readonly points: (number | null)[] | null
  readonly total: number | null
  readonly severity: number | null
  readonly rr: number | null
  readonly spo2: number | null
  readonly spo2Scale: 1 | 2 | null
  readonly onOxygen: boolean | null
  readonly sbp: number | null
  readonly hr: number | null
  readonly consciousness: Acvpu | null
  readonly temp: number | null
}

/** An older window is not current. */
const NEWEST = sql`interval '15 minutes'`

/** Current wearers within the caller's scope. */
export async function findWearers(
  db: Db,
  scope: DataScope,
  nowMs: number,
  id: string | null = null,
): Promise<WearerRecord[]> {
  const { rows } = await sql<WearerRecord>`
    select b.id, b.subject_id, s.subject_code, s.age_band, s.sex, coalesce(s.pregnant, false) as pregnant, b.unit, b.site,
      b.scale_order, ${epochMs(sql`b.bound_from`)} as bound_from_ms,
      s.region_code, d.id as device_id, st.lng, st.lat, d.device_no, d.name as device_name, d.client_id,
      coalesce(st.status, 'inactive') as status, st.battery_pct, ${epochMs(sql`st.last_sample_ts`)} as last_ms,
      ${epochMs(sql`w.ts`)} as window_ms, w.hr_n, w.points, w.total, w.severity, w.rr, w.spo2, w.spo2_scale,
      w.on_oxygen, w.sbp, w.hr, w.consciousness, w.temp
    from mon_wearable_binding as b
    join mon_subject as s on s.id = b.subject_id
    join mon_device as d on d.id = b.device_id
    left join mon_device_state as st on st.device_id = d.device_no
    left join lateral (
      select * from mon_vital_window where subject_id = b.subject_id and binding_id = b.id
        and ts > ${new Date(nowMs)}::timestamptz - ${NEWEST} order by ts desc limit 1) as w on true
    where b.bound_to is null and b.bound_from <= ${new Date(nowMs)} and ${scopeFilter(scope, 'b')}
      and (${id}::text is null or b.id = ${id})`.execute(db)
  return rows
}

export interface LatestRecord {
  readonly deviceNo: number
  readonly metricCode: string
  readonly v: number
  readonly tsMs: number
  readonly q: number
}

/** Newest samples of worn devices by metric, since the beginning of the binding. */
export async function findLatest(
  db: Db,
  wearers: readonly Pick<WearerRecord, 'deviceNo' | 'boundFromMs'>[],
): Promise<LatestRecord[]> {
  if (wearers.length === 0) return []
  const { rows } = await sql<LatestRecord>`
    select d.device_no, c.metric_code, l.v, ${epochMs(sql`l.ts`)} as ts_ms, l.q
    from unnest(${wearers.map((one) => one.deviceNo)}::int[], ${wearers.map((one) => new Date(one.boundFromMs))}::timestamptz[])
      as wanted(device_no, bound_from)
    join mon_device as d on d.device_no = wanted.device_no
    join mon_channel as c on c.device_id = d.id and c.del_flag = 0 and c.metric_code = any(${Object.values(VITAL_METRICS)}::text[])
    join mon_latest as l on l.device_id = d.device_no and l.channel_no = c.channel_no and l.ts > wanted.bound_from`.execute(
    db,
  )
  return rows
}

export interface HourRecord {
  readonly deviceNo: number
  readonly metricCode: string
  readonly values: number[]
}

/** Hourly means of 14 days by device and metric, while worn by the person. */
export async function findHours(
  db: Db,
  wearers: readonly Pick<WearerRecord, 'deviceNo' | 'boundFromMs'>[],
  nowMs: number,
): Promise<HourRecord[]> {
  if (wearers.length === 0) return []
  const fromMs = nowMs - BASELINE_DAYS * DAY_MS
  const { rows } = await sql<HourRecord>`
    select d.device_no, c.metric_code, array_agg(h.v_avg) as values
    from unnest(${wearers.map((one) => one.deviceNo)}::int[],
      ${wearers.map((one) => new Date(Math.max(one.boundFromMs, fromMs)))}::timestamptz[]) as wanted(device_no, since)
    join mon_device as d on d.device_no = wanted.device_no
    join mon_channel as c on c.device_id = d.id and c.del_flag = 0 and c.metric_code = any(${Object.values(VITAL_METRICS)}::text[])
    join mon_r1h as h on h.device_id = d.device_no and h.channel_no = c.channel_no and h.t > wanted.since
      and h.t <= ${new Date(nowMs)} and h.v_avg is not null
    group by 1, 2`.execute(db)
  return rows
}

export interface WearerAlarmRecord {
  readonly id: string
  readonly severity: 1 | 2 | 3 | 4 | 5
  readonly title: string
  readonly tsMs: number
  readonly isActive: boolean
}

/** Newest first; without drills and alarms from before the binding. */
export async function findAlarms(
  db: Db,
  { deviceId, boundFromMs }: Pick<WearerRecord, 'deviceId' | 'boundFromMs'>,
): Promise<WearerAlarmRecord[]> {
  const { rows } = await sql<WearerAlarmRecord>`
    select id, severity, title, ${epochMs(sql`trigger_ts`)} as ts_ms, active as is_active from mon_alarm
    where device_id = ${deviceId} and trigger_ts > ${new Date(boundFromMs)} and not drill
    order by trigger_ts desc limit 10`.execute(db)
  return rows
}

export interface BindingRecord {
  readonly id: string
  readonly clientId: string
  readonly deviceName: string
  readonly unit: string
  readonly site: keyof typeof WEAR_SITES
  readonly boundFromMs: number
  readonly boundToMs: number | null
}

/** Of one person, newest first. */
export async function findBindings(db: Db, scope: DataScope, subjectId: string): Promise<BindingRecord[]> {
  const { rows } = await sql<BindingRecord>`
    select b.id, d.client_id, d.name as device_name, b.unit, b.site, ${epochMs(sql`b.bound_from`)} as bound_from_ms,
      ${epochMs(sql`b.bound_to`)} as bound_to_ms
    from mon_wearable_binding as b join mon_device as d on d.id = b.device_id
    where b.subject_id = ${subjectId} and ${scopeFilter(scope, 'b')} order by b.bound_from desc limit 50`.execute(db)
  return rows
}

/** A wearable in scope, locked, so that concurrent bindings are serialized. */
export async function lockWearable(trx: Tx, scope: DataScope, clientId: string) {
  return await trx
    .selectFrom('monDevice')
    .select(['id', 'deviceNo', 'regionCode', 'sysOrgCode', 'retiredAt'])
    .where('clientId', '=', clientId)
    .where('kind', '=', 'wearable')
    .where('delFlag', '=', 0)
    .where(scopeFilter(scope, 'monDevice'))
    .forUpdate()
    .executeTakeFirst()
}

export async function lockSubject(trx: Tx, scope: DataScope, subjectCode: string) {
  return await trx
    .selectFrom('monSubject')
    .select(['id', 'subjectCode'])
    .where('subjectCode', '=', subjectCode)
    .where(scopeFilter(scope, 'monSubject'))
    .forUpdate()
    .executeTakeFirst()
}

/** Bindings of the device or the person that overlap (from, ∞). */
export const findOverlap = (trx: Tx, deviceId: string, subjectId: string, from: Date) =>
  trx
    .selectFrom('monWearableBinding')
    .select(['id', 'deviceId', 'subjectId', 'boundTo'])
    .where((eb) => eb.or([eb('deviceId', '=', deviceId), eb('subjectId', '=', subjectId)]))
    .where((eb) => eb.or([eb('boundTo', 'is', null), eb('boundTo', '>', from)]))
    .limit(1)
    .executeTakeFirst()

export interface NewBinding {
  readonly id: string
  readonly deviceId: string
  readonly subjectId: string
  readonly site: string
  readonly unit: string
  readonly scaleOrder: string | null
  readonly boundFrom: Date
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly createBy: string
}

export const insertBinding = (trx: Tx, binding: NewBinding) =>
  trx.insertInto('monWearableBinding').values(binding).execute()

/** An open binding in scope, locked. */
export async function lockOpenBinding(trx: Tx, scope: DataScope, id: string) {
  const row = await trx
    .selectFrom('monWearableBinding as binding')
    .innerJoin('monSubject as subject', 'subject.id', 'binding.subjectId')
    .innerJoin('monDevice as device', 'device.id', 'binding.deviceId')
    .select([
      'binding.id',
      'binding.subjectId',
      'binding.boundFrom',
      'binding.scaleOrder',
      'subject.subjectCode',
      'device.clientId',
    ])
    .where('binding.id', '=', id)
    .where('binding.boundTo', 'is', null)
    .where(scopeFilter(scope, 'binding'))
    .forUpdate('binding')
    .executeTakeFirst()
  return row
}

export const endBinding = (trx: Tx, id: string, boundTo: Date, updateBy: string) =>
  trx
    .updateTable('monWearableBinding')
    .set({ boundTo, updateBy, updateTime: new Date() })
    .where('id', '=', id)
    .execute()

export interface NewEntry {
  readonly id: string
  readonly subjectId: string
  readonly ts: Date
  readonly sbp: number
  readonly dbp: number
  readonly onOxygen: boolean
  readonly consciousness: Acvpu
  readonly spo2Scale: number
  readonly madeBy: string
  readonly madeName: string
}

/** The same values by the same person within this time count as one repeated entry. */
const SAME_ENTRY = sql`interval '1 minute'`

/** Call under the lock of the binding, so that concurrent entries see each other. */
export async function hasSameEntry(trx: Tx, entry: NewEntry): Promise<boolean> {
  const { rows } = await sql`
    select from mon_vital_entry
    where subject_id = ${entry.subjectId} and made_by = ${entry.madeBy} and sbp = ${entry.sbp} and dbp = ${entry.dbp}
      and on_oxygen = ${entry.onOxygen} and consciousness = ${entry.consciousness} and spo2_scale = ${entry.spo2Scale}
      and ts > ${entry.ts}::timestamptz - ${SAME_ENTRY} and ts < ${entry.ts}::timestamptz + ${SAME_ENTRY}
    limit 1`.execute(trx)
  return rows.length > 0
}

export const insertEntry = (trx: Tx, entry: NewEntry) => trx.insertInto('monVitalEntry').values(entry).execute()

export interface TimelineRecord {
  readonly tMs: number
  readonly hr: number | null
  readonly spo2: number | null
  readonly rr: number | null
  readonly temp: number | null
  readonly points: (number | null)[]
  readonly total: number
  readonly excluded: boolean
}

export async function findTimeline(db: Db, subjectId: string, fromMs: number, toMs: number): Promise<TimelineRecord[]> {
  const { rows } = await sql<TimelineRecord>`
    select ${epochMs(sql`ts`)} as t_ms, hr, spo2, rr, temp, points, total, excluded from mon_vital_window
    where subject_id = ${subjectId} and ts > ${new Date(fromMs)} and ts <= ${new Date(toMs)} order by ts`.execute(db)
  return rows
}

/** Sums over the hourly means of a person's day. */
export interface DayRecord {
  readonly subjectId: string
  readonly unit: string
  /** City of the person. */
  readonly regionCode: string
  readonly metricCode: string
  readonly day: string
  readonly n: number
  readonly sum: number
  readonly sumOfSquares: number
}

/** A channel of a wearer, and the part of a span in which it was worn. */
interface WornChannel extends Omit<DayRecord, 'day' | 'n' | 'sum' | 'sumOfSquares'> {
  readonly deviceNo: number
  readonly channelNo: number
  readonly fromT: Date
  readonly toT: Date
}

/** Channels worn in (fromMs, toMs]. Read first, so that hours are looked up by channel, also on a cluster. */
async function findWornChannels(
  db: Db,
  scope: DataScope,
  metricCodes: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<WornChannel[]> {
  const { rows } = await sql<WornChannel>`
    select b.subject_id, b.unit, s.region_code, d.device_no, c.channel_no, c.metric_code,
      greatest(b.bound_from, ${new Date(fromMs)}) as from_t, least(b.bound_to, ${new Date(toMs)}) as to_t
    from mon_wearable_binding as b
    join mon_subject as s on s.id = b.subject_id
    join mon_device as d on d.id = b.device_id
    join mon_channel as c on c.device_id = d.id and c.del_flag = 0 and c.metric_code = any(${[...metricCodes]}::text[])
    where ${scopeFilter(scope, 'b')} and b.bound_from < ${new Date(toMs)} and coalesce(b.bound_to, 'infinity') > ${new Date(fromMs)}
    order by d.device_no, c.channel_no, b.bound_from`.execute(db)
  return rows
}

/** The channels as rows `worn (no, …)`: `no` is the index in `channels`. */
const wornRows = (channels: readonly WornChannel[]) => sql`
  unnest(${channels.map((_, i) => i)}::int[], ${channels.map((channel) => channel.deviceNo)}::int[],
    ${channels.map((channel) => channel.channelNo)}::int[], ${channels.map((channel) => channel.fromT)}::timestamptz[],
    ${channels.map((channel) => channel.toT)}::timestamptz[]) as worn (no, device_no, channel_no, from_t, to_t)`

const hoursOfWorn = (channels: readonly WornChannel[]) => sql`
  mon_r1h as h where h.device_id = ${deviceOf(channels, sql`worn.device_no`)} and h.channel_no = worn.channel_no
    and h.t > worn.from_t and h.t <= worn.to_t and h.v_avg is not null`

/** Pulse and breathing of all wearers by GMT+8 day: an hour belongs to the day that contains it. */
export async function findCohortDays(db: Db, scope: DataScope, fromMs: number, toMs: number): Promise<DayRecord[]> {
  const channels = await findWornChannels(db, scope, [VITAL_METRICS.hr, VITAL_METRICS.rr], fromMs, toMs)
  const days = await byDevice(db, channels, async (keys) => {
    const { rows } = await sql<Pick<DayRecord, 'day' | 'n' | 'sum' | 'sumOfSquares'> & { no: number }>`
      select worn.no, to_char(date '1970-01-01' + of_day.no, 'YYYY-MM-DD') as day, n, sum, sum_of_squares
      from ${wornRows(keys)} cross join lateral (
        select floor((date_part('epoch', h.t) + 7 * 3600) / 86400)::int as no, count(*)::int as n, sum(h.v_avg) as sum,
          sum(h.v_avg * h.v_avg) as sum_of_squares
        from ${hoursOfWorn(keys)} group by 1) as of_day`.execute(db)
    return rows.flatMap(({ no, ...day }) => keys.slice(no, no + 1).map((channel) => ({ ...describe(channel), ...day })))
  })
  return days.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
}

const describe = ({ subjectId, unit, regionCode, metricCode }: WornChannel) => ({
  subjectId,
  unit,
  regionCode,
  metricCode,
})

export interface TempRecord {
  readonly subjectId: string
  readonly tMs: number
  readonly v: number
}

/**
 * Hourly means of core temperature, oldest first: hours of fever and the three hours before and after, as others are
 * irrelevant.
 */
export async function findCohortTemps(db: Db, scope: DataScope, fromMs: number, toMs: number): Promise<TempRecord[]> {
  const channels = await findWornChannels(db, scope, [VITAL_METRICS.temp], fromMs, toMs)
  const temps = await byDevice(db, channels, async (keys) => {
    const { rows } = await sql<Omit<TempRecord, 'subjectId'> & { no: number }>`
      select worn.no, ${epochMs(sql`hours.t`)} as t_ms, hours.v
      from ${wornRows(keys)} cross join lateral (
        select h.t, h.v_avg as v, max(h.v_avg) over (order by h.t
          range between interval '3 hours' preceding and interval '3 hours' following) as near
        from ${hoursOfWorn(keys)}) as hours
      where near >= ${FEVER_C}`.execute(db)
    return rows.flatMap(({ no, ...hour }) => keys.slice(no, no + 1).map(({ subjectId }) => ({ subjectId, ...hour })))
  })
  return temps.sort((a, b) => a.tMs - b.tMs)
}

export interface HygieneRecord {
  readonly id: string
  readonly subjectId: string
  readonly subjectCode: string
  readonly unit: string
  readonly clientId: string
  readonly boundFromMs: number
  readonly status: DeviceStatus
  readonly batteryPct: number | null
  readonly lastMs: number | null
  /** Newest window of the binding with a pulse. */
  readonly wornMs: number | null
  /** Whether the pulse was the same in all windows of two hours. */
  readonly isFlat: boolean
}

export async function findHygiene(db: Db, scope: DataScope, nowMs: number): Promise<HygieneRecord[]> {
  const { rows } = await sql<HygieneRecord>`
    select b.id, b.subject_id, s.subject_code, b.unit, d.client_id, ${epochMs(sql`b.bound_from`)} as bound_from_ms,
      coalesce(st.status, 'inactive') as status, st.battery_pct,
      ${epochMs(sql`st.last_sample_ts`)} as last_ms, ${epochMs(sql`w.worn`)} as worn_ms, coalesce(w.is_flat, false) as is_flat
    from mon_wearable_binding as b
    join mon_subject as s on s.id = b.subject_id
    join mon_device as d on d.id = b.device_id
    left join mon_device_state as st on st.device_id = d.device_no
    left join lateral (
      select max(ts) filter (where hr_n > 0) as worn,
        count(*) filter (where hr is not null and ts > ${new Date(nowMs)}::timestamptz - interval '2 hours') >= 20
          and max(hr) filter (where ts > ${new Date(nowMs)}::timestamptz - interval '2 hours')
            = min(hr) filter (where ts > ${new Date(nowMs)}::timestamptz - interval '2 hours') as is_flat
      from mon_vital_window where subject_id = b.subject_id and binding_id = b.id
        and ts > ${new Date(nowMs)}::timestamptz - interval '1 day') as w on true
    where b.bound_to is null and ${scopeFilter(scope, 'b')}`.execute(db)
  return rows
}
