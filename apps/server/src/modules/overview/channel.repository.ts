import { earlierPeriods, type PeriodUntil } from '@natim/domain/completeness'
import type { MetricAgg } from '@natim/domain/metrics'
import { PERSON_CATEGORIES } from '@natim/domain/subject'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { FuncZone } from '../limit/index.ts'

/** A channel with values inherited from its metric and device. Ranges in the metric's storage unit. */
export interface ChannelRecord {
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
  readonly periodS: number
  readonly rangeLo: number | null
  readonly rangeHi: number | null
  readonly lod: number | null
  readonly enabled: boolean
  readonly limitOverride: unknown
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

export interface PeriodVersion {
  readonly channelNo: number
  /** Epoch ms. */
  readonly fromMs: number
  readonly periodS: number
  readonly enabled: boolean
}

/** Versions of the channels' periods in time order; none for channels that were never changed. */
export async function findPeriodVersions(db: Db, channelNos: readonly number[]): Promise<PeriodVersion[]> {
  if (channelNos.length === 0) return []
  const { rows } = await sql<PeriodVersion>`
    select channel_no, (extract(epoch from from_ts) * 1000)::float8 as from_ms,
      (body ->> 'periodS')::int as period_s, (body ->> 'enabled')::boolean as enabled
    from mon_channel_version where channel_no = any(${[...channelNos]}::int[])
    order by channel_no, from_ts`.execute(db)
  return rows
}

/** Earlier periods of some channels, by channel and in time order. */
export async function findEarlierPeriods(
  db: Db,
  channelNos: readonly number[],
): Promise<(channelNo: number) => readonly PeriodUntil[]> {
  const versions = groupBy(await findPeriodVersions(db, channelNos), ({ channelNo }) => channelNo)
  const before = new Map([...versions].map(([channelNo, own]) => [channelNo, earlierPeriods(own)]))
  return (channelNo) => before.get(channelNo) ?? []
}

/** Epoch ms as a double: a Date made by the driver costs more than the rest of the row. */
const epochMs = (column: string): RawBuilder<number | null> =>
  sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Channels of persons are visible to few (ADR 0061). */
const forReader = (scope: DataScope, filter: ChannelFilter) =>
  scope.hidesPersons === true || filter.hidesPersons === true
    ? sql<boolean>`metric.category <> all(${[...PERSON_CATEGORIES]}::text[])`
    : sql<boolean>`true`

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
    .$if(filter.perDevice !== undefined, (query) =>
      query.where(
        (eb) =>
          eb
            .selectFrom('monChannel as earlier')
            .select((count) => count.fn.countAll<number>().as('n'))
            .whereRef('earlier.deviceId', '=', 'channel.deviceId')
            .whereRef('earlier.seq', '<', 'channel.seq')
            .where('earlier.delFlag', '=', 0),
        '<',
        filter.perDevice ?? 0,
      ),
    )
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
