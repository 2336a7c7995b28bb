import type { DeviceStatus } from '@natim/contract/dict'
import type { WEAR_SITES } from '@natim/contract/mon/wearable'
import { BASELINE_DAYS } from '@natim/domain/infection'
import type { Acvpu } from '@natim/domain/news2'
import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
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
