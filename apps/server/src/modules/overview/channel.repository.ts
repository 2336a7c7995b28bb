import type { ChannelSettings, ChannelVersion } from '@natim/domain/channel-version'
import type { MetricAgg } from '@natim/domain/metrics'
import { PERSON_CATEGORIES } from '@natim/domain/subject'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { FuncZone } from '../limit/index.ts'

/** A channel with values inherited from its metric and device. Ranges in the metric's storage unit. */
export interface ChannelRecord extends ChannelSettings {
  readonly channelNo: number
  readonly seq: number
  readonly deviceId: string
  readonly deviceNo: number
  readonly deviceName: string
  readonly metricCode: string
  readonly alias: string | null
  readonly metricName: string
  readonly formula: string | null
  readonly unit: string
  /** Aggregation of samples: avg, sum, max, last, circular or energy. */
  readonly agg: MetricAgg
  readonly precision: number
  readonly lod: number | null
  /** Settings by date, in time order, the last ones current; empty if they were never changed. */
  readonly versions: readonly ChannelVersion[]
  /** When it was added to a device that existed before, epoch ms; null if both were made together. */
  readonly addedMs: number | null
  readonly funcZone: FuncZone
  /** Newest sample; `latestTs` epoch ms. All three are null before the first one. */
  readonly latestTs: number | null
  readonly latestV: number | null
  readonly latestQ: number | null
}

export interface NewestSample {
  readonly channelNo: number
  /** Epoch ms. */
  readonly ts: number
  readonly v: number
  readonly q: number
}

export interface ChannelFilter {
  readonly deviceNos?: readonly number[]
  readonly channelNos?: readonly number[]
  /** Excludes channels of persons, whatever the scope. */
  readonly hidesPersons?: true | undefined
  /** At most this many channels per device, by `seq`. */
  readonly perDevice?: number
}

/** Epoch ms as a double: a Date made by the driver costs more than the rest of the row. */
const epochMs = (column: string): RawBuilder<number | null> =>
  sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

const VERSIONS = sql<ChannelVersion[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'fromMs', (extract(epoch from version.from_ts) * 1000)::float8, 'periodS', body -> 'periodS', 'enabled', body -> 'enabled',
    'rangeLo', body -> 'rangeLo', 'rangeHi', body -> 'rangeHi', 'limitOverride', body -> 'limitOverride') order by version.from_ts)
  from mon_channel_version version where version.channel_no = channel.channel_no), '[]')`

const ADDED_MS = sql<number | null>`case when channel.create_time > device.create_time + interval '1 minute'
  then (extract(epoch from channel.create_time) * 1000)::float8 end`

/** Channels of persons are visible to few (ADR 0061). */
const forReader = (scope: DataScope, filter: ChannelFilter) =>
  scope.hidesPersons === true || filter.hidesPersons === true
    ? sql<boolean>`metric.category <> all(${[...PERSON_CATEGORIES]}::text[])`
    : sql<boolean>`true`

const isAmongFirst = (perDevice: number) => sql<boolean>`(
  select count(*) from mon_channel earlier
  where earlier.device_id = channel.device_id and earlier.seq < channel.seq and earlier.del_flag = 0) < ${perDevice}`

/** Channels of the caller's devices, by device and `seq`; foreign and unknown ids are left out. */
export function findChannels(db: Db, scope: DataScope, filter: ChannelFilter): Promise<ChannelRecord[]> {
  return db
    .selectFrom('monChannel as channel')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('monLatest as latest', (join) =>
      join.onRef('latest.deviceId', '=', 'device.deviceNo').onRef('latest.channelNo', '=', 'channel.channelNo'),
    )
    .select([
      'channel.channelNo',
      'channel.seq',
      'channel.deviceId',
      'channel.metricCode',
      'channel.alias',
      'channel.precision',
      'channel.periodS',
      'channel.rangeLo',
      'channel.rangeHi',
      'channel.lod',
      'channel.enabled',
      'channel.limitOverride',
      VERSIONS.as('versions'),
      ADDED_MS.as('addedMs'),
      'device.deviceNo',
      'device.name as deviceName',
      // Channels without a station are in the ordinary zone (domain §3.1).
      sql<FuncZone>`coalesce(station.func_zone, 2)`.as('funcZone'),
      'metric.nameCn as metricName',
      'metric.formula',
      'metric.unit',
      'metric.agg',
      epochMs('latest.ts').as('latestTs'),
      'latest.v as latestV',
      'latest.q as latestQ',
    ])
    .where('channel.delFlag', '=', 0)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .where(forReader(scope, filter))
    .$if(filter.deviceNos !== undefined, (query) =>
      query.where('device.deviceNo', '=', sql<number>`any(${filter.deviceNos ?? []}::int[])`),
    )
    .$if(filter.channelNos !== undefined, (query) =>
      query.where('channel.channelNo', '=', sql<number>`any(${filter.channelNos ?? []}::int[])`),
    )
    .$if(filter.perDevice !== undefined, (query) => query.where(isAmongFirst(filter.perDevice ?? 0)))
    .orderBy('channel.deviceId')
    .orderBy('channel.seq')
    .execute()
}

/** Newest samples of the caller's channels, as in {@link findChannels}; channels without one are left out. */
export function findNewest(db: Db, scope: DataScope, channelNos: readonly number[]): Promise<NewestSample[]> {
  return db
    .selectFrom('monChannel as channel')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')
    .innerJoin('monLatest as latest', (join) =>
      join.onRef('latest.deviceId', '=', 'device.deviceNo').onRef('latest.channelNo', '=', 'channel.channelNo'),
    )
    .select(['channel.channelNo', epochMs('latest.ts').$notNull().as('ts'), 'latest.v', 'latest.q'])
    .where('channel.delFlag', '=', 0)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .where(forReader(scope, {}))
    .where('channel.channelNo', '=', sql<number>`any(${channelNos}::int[])`)
    .orderBy('channel.deviceId')
    .orderBy('channel.seq')
    .execute()
}
