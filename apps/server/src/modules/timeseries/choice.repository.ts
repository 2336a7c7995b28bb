import { type ChannelChoice, MAX_CHOICES } from '@natim/contract/mon/timeseries'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface ChoiceFilter {
  /** Each must occur in one of the names. */
  readonly words: readonly string[]
  readonly stationId: string | undefined
  readonly channelNos: readonly number[] | undefined
}

/** `like` pattern in which percent signs and underscores are literal. */
const holding = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Returns one row more than the limit, so that the caller knows whether there are more. */
export function findChoices(db: Db, scope: DataScope, filter: ChoiceFilter): Promise<ChannelChoice[]> {
  return db
    .selectFrom('monChannel as channel')
    .innerJoin('monDevice as device', 'device.id', 'channel.deviceId')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .select([
      'channel.channelNo',
      sql<string>`coalesce(channel.alias, metric.name_cn)`.as('name'),
      'channel.metricCode',
      'metric.unit',
      'device.id as deviceId',
      'device.name as deviceName',
      sql<string>`coalesce(station.name, '')`.as('stationName'),
    ])
    .where('channel.delFlag', '=', 0)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .$if(filter.stationId !== undefined, (query) => query.where('device.stationId', '=', filter.stationId ?? ''))
    .$if(filter.channelNos !== undefined, (query) =>
      query.where('channel.channelNo', '=', sql<number>`any(${filter.channelNos ?? []}::int[])`),
    )
    .where((eb) =>
      eb.and(
        filter.words.map(
          (word) =>
            sql<SqlBool>`concat_ws(' ', channel.alias, metric.name_cn, metric.code, metric.formula, device.name, device.client_id,
              station.name) ilike ${holding(word)}`,
        ),
      ),
    )
    .orderBy(sql`station.name nulls last`)
    .orderBy('device.name')
    .orderBy('device.id')
    .orderBy('channel.seq')
    .limit(MAX_CHOICES + 1)
    .execute()
}
