import { FEVER_C } from '@natim/domain/infection'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { epochMs } from '../../platform/db/epoch-ms.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { VITAL_METRICS } from './vital.repository.ts'

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
