import type { OpenAlarm, OpenStation } from '@natim/contract/mon/open'
import type { PublicationLevel } from '@natim/contract/mon/publication.resource'
import type { MetricAgg } from '@natim/domain/metrics'
import { type SqlBool, sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { OPEN_CATEGORIES } from '../publication/index.ts'
import { inSpan } from '../sample/index.ts'

/** Rows of a call: the scope of its token, narrowed by the query. */
export interface Asked {
  readonly scope: DataScope
  /** Metric codes of the publication; empty = all publishable ones. */
  readonly metrics: readonly string[]
  readonly region: string | undefined
  readonly station?: string | undefined
  readonly metric?: string | undefined
}

const inRegion = (alias: string, region: string | undefined) =>
  region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(${sql.ref(`${alias}.regionCode`)}, ${region})`

/** Condition: a publishable metric; requires the table alias `metric`. */
const isOpen = ({ metrics, metric }: Pick<Asked, 'metrics' | 'metric'>) => sql<SqlBool>`
  metric.category = any(${[...OPEN_CATEGORIES]}::text[])
  and ${metrics.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`metric.code = any(${[...metrics]}::text[])`}
  and ${metric === undefined ? sql<SqlBool>`true` : sql<SqlBool>`metric.code = ${metric}`}`

/** Stations after an id, ordered by id. */
export async function findOpenStations(db: Db, asked: Asked, afterId: string, limit: number): Promise<OpenStation[]> {
  const { rows } = await sql<OpenStation>`
    select station.id, station.code, station.name, station.station_type as type, station.region_code, station.lng, station.lat,
      array(select distinct metric.code from mon_device as device
        join mon_channel as channel on channel.device_id = device.id and channel.del_flag = 0
        join mon_metric as metric on metric.code = channel.metric_code
        where device.station_id = station.id and device.del_flag = 0 and ${isOpen(asked)} order by 1)::text[] as metrics
    from mon_station as station
    where station.del_flag = 0 and ${scopeFilter(asked.scope, 'station')} and ${inRegion('station', asked.region)}
      and station.id > ${afterId}
    order by station.id limit ${limit}`.execute(db)
  return rows
}

export interface OpenChannel {
  readonly channelNo: number
  readonly deviceNo: number
  readonly stationId: string | null
  readonly metric: string
  readonly unit: string
  readonly agg: MetricAgg
  readonly precision: number
}

/** At most `limit` channels after a number. */
export interface ChannelBlock {
  readonly afterNo: number
  readonly limit: number
}

/** Publishable channels, by number: all, or a block of them. */
export async function findOpenChannels(db: Db, asked: Asked, block?: ChannelBlock): Promise<OpenChannel[]> {
  const { rows } = await sql<OpenChannel>`
    select channel.channel_no, device.device_no, device.station_id, metric.code as metric, metric.unit, metric.agg,
      channel.precision
    from mon_channel as channel
    join mon_device as device on device.id = channel.device_id and device.del_flag = 0
    join mon_metric as metric on metric.code = channel.metric_code
    where channel.del_flag = 0 and ${scopeFilter(asked.scope, 'device')} and ${inRegion('device', asked.region)}
      and ${asked.station === undefined ? sql<SqlBool>`true` : sql<SqlBool>`device.station_id = ${asked.station}`}
      and ${isOpen(asked)}
      and ${block === undefined ? sql<SqlBool>`true` : sql<SqlBool>`channel.channel_no > ${block.afterNo}::bigint`}
    order by channel.channel_no ${block === undefined ? sql`` : sql`limit ${block.limit}`}`.execute(db)
  return rows
}

export interface SampleRow {
  readonly channelNo: number
  readonly tMs: number
  readonly value: number
  readonly quality: number
}

/** The newest sample of each channel. */
export function findNewest(db: Db, channels: readonly OpenChannel[]): Promise<SampleRow[]> {
  return byDevice(db, channels, async (own) => {
    const { rows } = await sql<SampleRow>`
      select latest.channel_no, (extract(epoch from latest.ts) * 1000)::float8 as t_ms, latest.v as value, latest.q as quality
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[]) as key (d, c)
      join mon_latest as latest on latest.device_id = ${deviceOf(own, sql`key.d`)} and latest.channel_no = key.c`.execute(
      db,
    )
    return rows
  })
}

/** The newest sample of each channel with after < ts <= until, for publications with a delay. */
export function findNewestBefore(
  db: Db,
  channels: readonly OpenChannel[],
  afterMs: number,
  untilMs: number,
): Promise<SampleRow[]> {
  return byDevice(db, channels, async (own) => {
    const { rows } = await sql<SampleRow>`
      select key.c as channel_no, sample.t_ms, sample.value, sample.quality
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[]) as key (d, c)
      cross join lateral (
        select (extract(epoch from ts) * 1000)::float8 as t_ms, v as value, q as quality from mon_samples
        where device_id = ${deviceOf(own, sql`key.d`)} and channel_no = key.c and ${inSpan(afterMs, untilMs)}
        order by ts desc limit 1
      ) as sample`.execute(db)
    return rows
  })
}

/** `station day` of the days between two, both included, that have reached a review level. */
export async function findReviewed(
  db: Db,
  level: Exclude<PublicationLevel, 'raw'>,
  fromDay: string,
  toDay: string,
): Promise<ReadonlySet<string>> {
  const states = level === 'approved' ? ['approved'] : ['reviewed', 'approved']
  const { rows } = await sql<{ key: string }>`
    select station_id || ' ' || to_char(day, 'YYYY-MM-DD') as key from mon_review_day
    where state = any(${states}::text[]) and day between ${fromDay}::date and ${toDay}::date`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

type AlarmRow = Omit<OpenAlarm, 't' | 'clearedAt' | 'closedAt'> & {
  readonly tMs: number
  readonly clearedMs: number | null
  readonly closedMs: number | null
}

interface AlarmSpan extends Asked {
  readonly fromMs: number
  readonly toMs: number
  readonly after: { readonly tMs: number; readonly id: string }
  /** Only alarms closed by a person, without false alarms. */
  readonly isJudged: boolean
}

/** Alarms triggered in (fromMs, toMs] after a given one, by time and id. Excludes drills and unpublished metrics. */
export async function findOpenAlarms(db: Db, asked: AlarmSpan, limit: number): Promise<AlarmRow[]> {
  const { scope, fromMs, toMs, after, isJudged } = asked
  const epoch = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
  const { rows } = await sql<AlarmRow>`
    select alarm.id, alarm.no, alarm.title, alarm.severity_max as severity,
      case when alarm.closed_ts is not null then 'closed' when alarm.active then 'active' else 'cleared' end as state,
      ${epoch('alarm.triggerTs')} as t_ms, ${epoch('alarm.clearedTs')} as cleared_ms, ${epoch('alarm.closedTs')} as closed_ms,
      alarm.station_id, alarm.region_code, alarm.metric_code as metric, alarm.value, alarm.unit, alarm.limit_value as "limit"
    from mon_alarm as alarm
    join mon_metric as metric on metric.code = alarm.metric_code and ${isOpen(asked)}
    where ${scopeFilter(scope, 'alarm')} and ${inRegion('alarm', asked.region)} and not alarm.drill
      and alarm.trigger_ts > ${new Date(fromMs)} and alarm.trigger_ts <= ${new Date(toMs)}
      and (alarm.trigger_ts, alarm.id) > (${new Date(after.tMs)}::timestamptz, ${after.id}::text)
      and ${isJudged ? sql<SqlBool>`(alarm.closed_ts is not null and alarm.closed_by <> 'system' and alarm.close_code <> 'false')` : sql<SqlBool>`true`}
    order by alarm.trigger_ts, alarm.id limit ${limit}`.execute(db)
  return rows
}
