import { WX_MAX_POINTS, type WxFilters, type WxTab } from '@natim/contract/mon/wx-image'
import { maskInstantMs } from '@natim/domain/subject'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type { WxState } from '@natim/domain/wx-image'
import { nearBands, SIMILAR_BITS } from '@natim/domain/wx-image-hash'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const TABS: Readonly<Record<WxTab, Expression<SqlBool>>> = {
  pending: sql<SqlBool>`image.state = 'pending'`,
  doubtful: sql<SqlBool>`image.state in ('pending', 'need_info') and image.doubts <> '{}'`,
  repeated: sql<SqlBool>`image.dup_of is not null`,
  asked: sql<SqlBool>`image.state = 'need_info'`,
  approved: sql<SqlBool>`image.state = 'approved'`,
  rejected: sql<SqlBool>`image.state = 'rejected'`,
  archived: sql<SqlBool>`image.state = 'archived'`,
  all: sql<SqlBool>`true`,
}

export interface ListAsked extends WxFilters {
  readonly order: 'risk' | 'new' | 'old'
  readonly pageNo: number
  readonly pageSize: number
}

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Conditions of a list; fields hidden from the reader cannot be searched either. */
function meets(scope: DataScope, asked: WxFilters, isOpen: boolean): Expression<SqlBool>[] {
  const { category, region, channel, from, to, riskMin, text } = asked
  const found: Expression<SqlBool>[] = [scopeFilter(scope, 'image'), TABS[asked.tab]]
  if (category !== '') found.push(sql<SqlBool>`image.category = ${category}`)
  if (channel !== '') found.push(sql<SqlBool>`image.channel = ${channel}`)
  if (region !== '') found.push(sql<SqlBool>`starts_with(image.region_code, ${isOpen ? region : region.slice(0, 4)})`)
  // Readers who see only the hour cannot find the second by narrowing the range.
  if (from !== undefined) found.push(sql<SqlBool>`image.received_at > ${new Date(isOpen ? from : maskInstantMs(from))}`)
  if (to !== undefined) found.push(sql<SqlBool>`image.received_at <= ${new Date(isOpen ? to : bucketEnd(to, HOUR_MS))}`)
  if (riskMin > 0) found.push(sql<SqlBool>`image.risk >= ${riskMin}`)
  if (text !== '')
    found.push(
      isOpen
        ? sql<SqlBool>`(image.no ilike ${like(text)} or image.text ilike ${like(text)})`
        : sql<SqlBool>`image.no ilike ${like(text)}`,
    )
  return found
}

const ORDERS = {
  risk: sql`image.risk desc, image.received_at desc, image.id desc`,
  new: sql`image.received_at desc, image.id desc`,
  old: sql`image.received_at, image.id`,
} as const

const images = (db: Db) => db.selectFrom('monWxImage as image')

export async function findImagePage(db: Db, scope: DataScope, asked: ListAsked, isOpen: boolean) {
  const conditions = meets(scope, asked, isOpen)
  const records = await images(db)
    .selectAll('image')
    .where((eb) => eb.and(conditions))
    .orderBy(ORDERS[asked.order])
    .limit(asked.pageSize)
    .offset((asked.pageNo - 1) * asked.pageSize)
    .execute()
  const { total } = await images(db)
    .select(sql<number>`count(*)::int`.as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow()
  return { records, total }
}

/** Number of pictures per tab, and the time of the oldest pending one. */
export async function countTabs(db: Db, scope: DataScope) {
  const count = (tab: WxTab) => sql<number>`(count(*) filter (where ${TABS[tab]}))::int`
  const { oldest, ...counts } = await images(db)
    .select([
      count('pending').as('pending'),
      count('doubtful').as('doubtful'),
      count('repeated').as('repeated'),
      count('asked').as('asked'),
      count('approved').as('approved'),
      count('rejected').as('rejected'),
      count('archived').as('archived'),
      count('all').as('all'),
      sql<Date | null>`min(image.received_at) filter (where image.state = 'pending')`.as('oldest'),
    ])
    .where(scopeFilter(scope, 'image'))
    .executeTakeFirstOrThrow()
  return { counts, oldest }
}

/** Places, highest risk first. */
export async function findPoints(db: Db, scope: DataScope, asked: WxFilters, isOpen: boolean) {
  const conditions = meets(scope, asked, isOpen)
  const points = await images(db)
    .select(['image.id', 'image.no', 'image.lng', 'image.lat', 'image.category', 'image.state', 'image.risk'])
    .where((eb) => eb.and(conditions))
    .where('image.lng', 'is not', null)
    .orderBy(ORDERS.risk)
    .limit(WX_MAX_POINTS)
    .execute()
  const { total } = await images(db)
    .select(sql<number>`count(*)::int`.as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow()
  return { points, missing: total - points.length }
}

interface Hashed {
  readonly id: string
  readonly band0: number | null
  readonly band1: number | null
  readonly band2: number | null
  readonly band3: number | null
}

export interface Alike {
  readonly imageId: string
  readonly id: string
  readonly no: string
  readonly state: WxState
  readonly shotAt: Date
  readonly openidHash: string
  readonly bits: number
  readonly isExact: boolean
}

const MAX_ALIKE = 12

/**
 * Pictures within a Hamming distance of six bits from some others, nearest first. Found through indexes on the four
 * parts of the hash: each gives 17 of 65,536 values, so that 100,000 pictures are as fast as a hundred.
 */
export async function findAlike(db: Db, scope: DataScope, asked: readonly Hashed[]): Promise<Alike[]> {
  const hashed = asked.filter(({ band0 }) => band0 !== null)
  if (hashed.length === 0) return []
  const bands = (['band0', 'band1', 'band2', 'band3'] as const).map((name) => hashed.map((image) => image[name] ?? 0))
  const near = bands.map((values) => values.map((band) => nearBands(band).join(',')))
  const values = (name: string) => sql`string_to_array(${sql.ref(`wanted.${name}`)}, ',')::int[]`
  const bits = (name: string) => sql`bit_count((${sql.ref(`other.${name}`)} # ${sql.ref(`wanted.${name}`)})::bit(16))`
  const distance = sql`(${bits('band0')} + ${bits('band1')} + ${bits('band2')} + ${bits('band3')})`
  const { rows } = await sql<Alike>`
    select wanted.id as image_id, found.*
    from unnest(${hashed.map(({ id }) => id)}::text[], ${bands[0]}::int[], ${bands[1]}::int[], ${bands[2]}::int[],
      ${bands[3]}::int[], ${near[0]}::text[], ${near[1]}::text[], ${near[2]}::text[], ${near[3]}::text[])
      as wanted (id, band0, band1, band2, band3, near0, near1, near2, near3)
    cross join lateral (
      select other.id, other.no, other.state, other.shot_at, other.openid_hash, ${distance}::int as bits,
        other.sha256 = (select sha256 from mon_wx_image where id = wanted.id) as is_exact
      from mon_wx_image as other
      where (other.band0 = any(${values('near0')}) or other.band1 = any(${values('near1')})
          or other.band2 = any(${values('near2')}) or other.band3 = any(${values('near3')}))
        and ${distance} <= ${SIMILAR_BITS} and other.id <> wanted.id and ${scopeFilter(scope, 'other')}
      order by bits, other.received_at desc, other.id limit ${MAX_ALIKE}) as found`.execute(db)
  return rows
}

/** Number of later exact copies of each picture. */
export async function countCopies(
  db: Db,
  scope: DataScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await images(db)
    .select(['image.dupOf', sql<number>`count(*)::int`.as('n')])
    .where('image.dupOf', 'in', [...ids, ''])
    .where(scopeFilter(scope, 'image'))
    .groupBy('image.dupOf')
    .execute()
  return new Map(rows.map(({ dupOf, n }) => [dupOf ?? '', n]))
}
