import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { AqiRow } from './compute.ts'

const KEY = sql`fresh.span = held.span and fresh.place_kind = held.place_kind and fresh.place_id = held.place_id and fresh.t = held.t`
const published = (row: string) => {
  const of = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(${of('standard')}, ${of('aqi')}, ${of('shown')}, ${of('iaqi')}, ${of('leading_items')})`
}

/**
 * Writes rows that differ from the stored ones. Where the published report changes, the previous one is kept as a
 * revision. The caller holds the marks of these places and days, so that nobody else writes them.
 *
 * @returns the number of rows written
 */
export async function writeRows(trx: Tx, rows: readonly AqiRow[], nowMs: number): Promise<number> {
  if (rows.length === 0) return 0
  const json = JSON.stringify(
    rows.map(({ tMs, placeKind, placeId, leadingItems, ...row }) => ({
      ...row,
      t: new Date(tMs),
      place_kind: placeKind,
      place_id: placeId,
      leading_items: leadingItems,
    })),
  )
  const now = new Date(nowMs)
  const result = await sql`
    with fresh as materialized (
      select * from jsonb_to_recordset(${json}::jsonb) as fresh (
        span char(1), place_kind char(1), place_id text, t timestamptz, standard smallint, aqi smallint, leading_items smallint[],
        means float8[], counts smallint[], shown float8[], iaqi smallint[], stations smallint)
    ), kept as (
      insert into mon_aqi_revision
      select held.*, ${now}::timestamptz from fresh join mon_aqi held on ${KEY}
      where ${published('fresh')} is distinct from ${published('held')}
    )
    insert into mon_aqi as held (span, place_kind, place_id, t, standard, aqi, leading_items, means, counts, shown, iaqi,
      stations, computed_at)
    select span, place_kind, place_id, t, standard, aqi, leading_items, means, counts, shown, iaqi, stations, ${now}::timestamptz
    from fresh
    on conflict (span, place_kind, place_id, t) do update
    set standard = excluded.standard, aqi = excluded.aqi, leading_items = excluded.leading_items, means = excluded.means,
        counts = excluded.counts, shown = excluded.shown, iaqi = excluded.iaqi, stations = excluded.stations,
        computed_at = excluded.computed_at,
        rev = held.rev + case when ${published('excluded')} is distinct from ${published('held')} then 1 else 0 end
    where (held.means, held.counts, held.stations) is distinct from (excluded.means, excluded.counts, excluded.stations)
      or ${published('excluded')} is distinct from ${published('held')}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** Stored rows of stations, as input for their city: hours or days with ends in loMs < t <= hiMs. */
export async function findStationRows(
  db: Db,
  span: 'h' | 'd',
  stationIds: readonly string[],
  loMs: number,
  hiMs: number,
): Promise<Pick<AqiRow, 'placeId' | 'tMs' | 'means' | 'counts'>[]> {
  const { rows } = await sql<Pick<AqiRow, 'placeId' | 'tMs' | 'means' | 'counts'>>`
    select place_id, (extract(epoch from t) * 1000)::float8 as t_ms, means, counts from mon_aqi
    where span = ${span} and place_kind = 's' and place_id = any(${[...stationIds]}::text[])
      and t > ${new Date(loMs)} and t <= ${new Date(hiMs)}
    order by place_id`.execute(db)
  return rows
}
