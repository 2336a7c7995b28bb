import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type ReviewState = 'auto' | 'reviewed' | 'approved'
export type ReviewAction = 'review' | 'withdraw' | 'approve' | 'reopen' | 'revise'

export interface ReviewKey {
  readonly stationId: string
  /** GMT+8, yyyy-MM-dd. */
  readonly day: string
}

export interface ReviewDay extends ReviewKey {
  readonly state: ReviewState
  readonly version: number
  readonly reviewedBy: string | null
  readonly reviewedName: string | null
  readonly reviewedAt: Date | null
  readonly approvedBy: string | null
  readonly approvedName: string | null
  readonly approvedAt: Date | null
}

const COLUMNS = sql`station_id, to_char(day, 'YYYY-MM-DD') as day, state, version, reviewed_by, reviewed_name, reviewed_at,
  approved_by, approved_name, approved_at`

const unnested = (keys: readonly ReviewKey[]) =>
  sql`unnest(${keys.map(({ stationId }) => stationId)}::text[], ${keys.map(({ day }) => day)}::date[])`

/** Locks days, including those without a row yet, ordered by key. */
export async function lockReviewDays(trx: Tx, keys: readonly ReviewKey[]): Promise<ReviewDay[]> {
  if (keys.length === 0) return []
  await sql`
    insert into mon_review_day (station_id, day)
    select distinct station_id, day from ${unnested(keys)} as key (station_id, day) order by station_id, day
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<ReviewDay>`
    select ${COLUMNS} from mon_review_day
    where (station_id, day) in (select station_id, day from ${unnested(keys)} as key (station_id, day))
    order by station_id, mon_review_day.day for update`.execute(trx)
  return rows
}

/** Review days of stations, both ends included. */
export async function findReviewDays(
  db: Db,
  stationIds: readonly string[],
  fromDay: string,
  toDay: string,
): Promise<ReviewDay[]> {
  if (stationIds.length === 0) return []
  const { rows } = await sql<ReviewDay>`
    select ${COLUMNS} from mon_review_day
    where station_id = any(${[...stationIds]}::text[]) and day between ${fromDay}::date and ${toDay}::date`.execute(db)
  return rows
}

export interface Decision {
  readonly state: ReviewState
  readonly userId: string | null
  readonly name: string | null
  readonly at: Date | null
}

/** Updates locked days. The reviewer stays recorded after approval and is cleared when the day is reopened. */
export async function updateReviewDays(
  trx: Tx,
  keys: readonly ReviewKey[],
  { state, userId, name, at }: Decision,
): Promise<void> {
  const change =
    state === 'approved'
      ? sql`approved_by = ${userId}, approved_name = ${name}, approved_at = ${at}`
      : sql`reviewed_by = ${userId}, reviewed_name = ${name}, reviewed_at = ${at},
          approved_by = null, approved_name = null, approved_at = null`
  await sql`
    update mon_review_day set state = ${state}, version = version + 1, ${change}
    where (station_id, day) in (select station_id, day from ${unnested(keys)} as key (station_id, day))`.execute(trx)
}

export interface ReviewLine extends ReviewKey {
  readonly id: string
  readonly action: ReviewAction
  readonly note: string
  readonly userId: string
  readonly userName: string
  readonly at: Date
}

export async function insertReviewLines(trx: Tx, lines: readonly ReviewLine[]): Promise<void> {
  if (lines.length > 0)
    await trx
      .insertInto('monReviewLog')
      .values([...lines])
      .execute()
}

/** History of a day, newest first. */
export async function findReviewLines(db: Db, { stationId, day }: ReviewKey) {
  const { rows } = await sql<Omit<ReviewLine, 'stationId' | 'day' | 'userId'>>`
    select id, action, note, user_name, at from mon_review_log
    where station_id = ${stationId} and day = ${day}::date order by at desc, id desc limit 100`.execute(db)
  return rows
}

/** Stations visible to the caller, by name; foreign and unknown ids are left out. */
export function findStations(
  db: Db,
  scope: DataScope,
  given: { readonly ids?: readonly string[]; readonly words?: readonly string[]; readonly region?: string },
) {
  return db
    .selectFrom('monStation as station')
    .select(['station.id', 'station.name', 'station.regionCode'])
    .where('station.delFlag', '=', 0)
    .where(scopeFilter(scope, 'station'))
    .$if(given.ids !== undefined, (query) =>
      query.where('station.id', '=', sql<string>`any(${given.ids ?? []}::text[])`),
    )
    .where(sql<boolean>`starts_with(station.region_code, ${given.region ?? ''})`)
    .where((eb) =>
      eb.and(
        (given.words ?? []).map(
          (word) => sql<boolean>`concat_ws(' ', station.name, station.code) ilike
            ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
        ),
      ),
    )
    .orderBy('station.name')
    .orderBy('station.id')
    .execute()
}

/** Stations of devices; devices without one are left out. */
export async function findStationsOf(
  db: Db,
  deviceNos: readonly number[],
): Promise<{ deviceNo: number; stationId: string; name: string }[]> {
  const rows = await db
    .selectFrom('monDevice as device')
    .innerJoin('monStation as station', 'station.id', 'device.stationId')
    .select(['device.deviceNo', 'station.id as stationId', 'station.name'])
    .where('device.deviceNo', '=', sql<number>`any(${[...deviceNos]}::int[])`)
    .execute()
  return rows
}

/** Users who made or undid any mark on these stations' days, by day. */
export async function findMarkers(db: Db, keys: readonly ReviewKey[]): Promise<(ReviewKey & { userId: string })[]> {
  const { rows } = await sql<ReviewKey & { userId: string }>`
    select distinct key.station_id, to_char(key.day, 'YYYY-MM-DD') as day, who.user_id
    from ${unnested(keys)} as key (station_id, day)
    join mon_device device on device.station_id = key.station_id
    join mon_sample_mark mark on mark.device_id = device.device_no
      and mark.to_ts > (key.day::timestamp at time zone 'Asia/Shanghai')
      and mark.from_ts < ((key.day + 1)::timestamp at time zone 'Asia/Shanghai')
    cross join lateral (values (mark.made_by), (mark.undone_by)) as who (user_id)
    where who.user_id is not null`.execute(db)
  return rows
}
