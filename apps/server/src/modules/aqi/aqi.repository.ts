import { AQI_POLLUTANTS, type AqiPollutant, type AqiStandard } from '@natim/domain/aqi'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { AqiRow } from './compute.ts'
import type { PlaceKind } from './mark.repository.ts'

/** A station in the caller's scope that measures pollutants of the index. */
export interface ScopedStation {
  readonly id: string
  readonly name: string
  readonly regionCode: string
  readonly stationType: string
  /** Pollutants it measures now. */
  readonly pollutants: readonly AqiPollutant[]
}

export async function findScopedStations(
  db: Db,
  scope: DataScope,
  filter: { readonly region?: string | undefined; readonly id?: string | undefined },
): Promise<ScopedStation[]> {
  const { rows } = await sql<ScopedStation>`
    select station.id, station.name, station.region_code, station.station_type,
           coalesce(array_agg(distinct channel.metric_code) filter (where device.retired_at is null), '{}')::text[] as pollutants
    from mon_station station
    join mon_device device on device.station_id = station.id and device.del_flag = 0
    join mon_channel channel on channel.device_id = device.id and channel.del_flag = 0
    where station.del_flag = 0 and station.station_type <> 'mobile' and ${scopeFilter(scope, 'station')}
      and channel.metric_code = any(${[...AQI_POLLUTANTS]}::text[])
      and ${filter.region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(station.region_code, ${filter.region})`}
      and ${filter.id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`station.id = ${filter.id}`}
    group by station.id
    order by station.region_code, station.name, station.id`.execute(db)
  return rows
}

/** The identifying columns of such a station. */
export type NamedStation = Pick<ScopedStation, 'id' | 'name' | 'regionCode' | 'stationType'>

/** Like {@link findScopedStations}, unordered and without the pollutants of each station. */
export async function findNamedStations(db: Db, scope: DataScope, region: string | undefined): Promise<NamedStation[]> {
  const { rows } = await sql<NamedStation>`
    select station.id, station.name, station.region_code, station.station_type
    from mon_station station
    where station.del_flag = 0 and station.station_type <> 'mobile' and ${scopeFilter(scope, 'station')}
      and ${region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(station.region_code, ${region})`}
      and exists (
        select from mon_device device
        join mon_channel channel on channel.device_id = device.id and channel.del_flag = 0
        where device.station_id = station.id and device.del_flag = 0
          and channel.metric_code = any(${[...AQI_POLLUTANTS]}::text[])
      )`.execute(db)
  return rows
}

/** A stored row. */
export interface StoredRow extends Omit<AqiRow, 'placeKind'> {
  readonly rev: number
  readonly computedMs: number
}

const COLUMNS = sql`
  span, place_id, (extract(epoch from t) * 1000)::float8 as t_ms, standard, aqi, leading_items, means, counts, shown, iaqi,
  stations, rev, (extract(epoch from computed_at) * 1000)::float8 as computed_ms`

/** Up to `limit` rows after a position in the order by time and id; null = all of them. */
export interface RowBlock {
  readonly after: { readonly tMs: number; readonly placeId: string }
  readonly limit: number | null
}

/** {@link findRows} restricted to a block. Ids are compared by bytes, independent of the database's locale. */
export async function findRowBlock(
  db: Db,
  span: 'h' | 'd',
  kind: PlaceKind,
  placeIds: readonly string[],
  { fromMs, toMs, after, limit }: { readonly fromMs: number; readonly toMs: number } & RowBlock,
): Promise<StoredRow[]> {
  const afterMs = Math.max(after.tMs, fromMs - 1)
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from mon_aqi
    where span = ${span} and place_kind = ${kind} and place_id = any(${[...placeIds]}::text[])
      and t > ${new Date(fromMs)} and t <= ${new Date(toMs)}
      and (t > ${new Date(afterMs)} or t = ${new Date(afterMs)} and place_id collate "C" > ${after.placeId})
    order by t, place_id collate "C" limit ${limit}`.execute(db)
  return rows
}

/** Rows of some places with ends in (fromMs, toMs]. */
export async function findRows(
  db: Db,
  span: 'h' | 'd',
  kind: PlaceKind,
  placeIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from mon_aqi
    where span = ${span} and place_kind = ${kind} and place_id = any(${[...placeIds]}::text[])
      and t > ${new Date(fromMs)} and t <= ${new Date(toMs)}
    order by t, place_id`.execute(db)
  return rows
}

/** Daily rows of stations with ends in (fromMs, toMs]. */
export const findAqiDays = (
  db: Db,
  stationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<StoredRow[]> => findRows(db, 'd', 's', stationIds, fromMs, toMs)

export interface DaySums {
  readonly placeId: string
  readonly valid: number
  readonly attained: number
  readonly sum: number
}

/** Sums over days with an AQI in (fromMs, toMs], by place, under the standard each was published by. */
export async function sumDays(
  db: Db,
  kind: PlaceKind,
  placeIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select place_id, count(*)::int as valid, (count(*) filter (where aqi <= 100))::int as attained, sum(aqi)::float8 as sum
    from mon_aqi
    where span = 'd' and place_kind = ${kind} and place_id = any(${[...placeIds]}::text[])
      and t > ${new Date(fromMs)} and t <= ${new Date(toMs)} and aqi is not null
    group by place_id`.execute(db)
  return rows
}

export interface RevisionRow extends StoredRow {
  readonly standard: AqiStandard
  readonly replacedMs: number | null
}

/** The current row and its revisions, newest first. */
export async function findRevisions(
  db: Db,
  span: 'h' | 'd',
  kind: PlaceKind,
  placeId: string,
  tMs: number,
): Promise<RevisionRow[]> {
  const where = sql`span = ${span} and place_kind = ${kind} and place_id = ${placeId} and t = ${new Date(tMs)}`
  const { rows } = await sql<RevisionRow>`
    select ${COLUMNS}, null::float8 as replaced_ms from mon_aqi where ${where}
    union all
    select ${COLUMNS}, (extract(epoch from replaced_at) * 1000)::float8 from mon_aqi_revision where ${where}
    order by rev desc`.execute(db)
  return rows
}
