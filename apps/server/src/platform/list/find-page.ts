import { type Compilable, type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../db/db.ts'
import { readInTenant, type TenantContext } from '../db/tenant.ts'
import type { ListRequest } from './list-request.ts'

/** A select query; its tables do not matter for counting and paging. */
type Rows<R> = Compilable<R>
const query = <R>(rows: Rows<R>) => rows as SelectQueryBuilder<Database, keyof Database, R>

export interface Page<R> {
  readonly records: R[]
  readonly total: number
}

const TOTAL = sql<number>`count(*)::int`.as('pageTotal')

/**
 * One page and the total number of rows, in one statement.
 *
 * @param rows selects the rows: conditions and the joins they need
 * @param shown the same with the shown columns
 */
export async function findPage<R extends object>(
  rows: Rows<unknown>,
  shown: Rows<R>,
  request: ListRequest,
): Promise<Page<R>> {
  const counted = await pageOf(shown, request).select(query(rows).select(TOTAL).as('pageTotal')).execute()
  // A page beyond the last row has no row that carries the total.
  const total = counted[0]?.pageTotal ?? (request.offset === 0 ? 0 : await countRows(rows))
  return { records: counted.map(withoutTotal<R>), total }
}

interface LargeList<R> {
  readonly rows: (db: Db) => Rows<unknown>
  readonly shown: (db: Db) => Rows<R>
  readonly tenant?: TenantContext
  /** Everything `rows` and `shown` depend on besides the request: part of the key their statements are cached by. */
  readonly variant?: string
}

/** {@link findPage} for tables that may be large, with a {@link keptTotal} that is usually cached. */
export async function findLargePage<R>(db: Db, list: LargeList<R>, request: ListRequest): Promise<Page<R>> {
  const { tenant } = list
  const within = <T>(work: (given: Db) => Promise<T>) =>
    tenant === undefined ? work(db) : readInTenant(db, tenant, work)
  const { page, count, countKey } = statementsOf(db, list, request)
  return within(async (given) => {
    const { rows: records } = await given.executeQuery(page)
    const isLast = records.length < request.pageSize && (records.length > 0 || request.offset === 0)
    if (isLast) return { records, total: request.offset + records.length }
    const counted = async (by: Db) => (await by.executeQuery(count)).rows[0]?.pageTotal ?? 0
    const total = await keptTotal(db, countKey, { awaited: () => counted(given), behind: () => within(counted) })
    return { records, total }
  })
}

interface Statements<R> {
  readonly page: CompiledQuery<R>
  readonly count: CompiledQuery<{ pageTotal: number }>
  readonly countKey: string
}
const written = new WeakMap<ListRequest, Map<string, Statements<unknown>>>()
const MAX_VARIANTS = 50

/** Building a statement costs more than sending it: equal requests share it. */
function statementsOf<R>(db: Db, list: LargeList<R>, request: ListRequest): Statements<R> {
  if (list.variant === undefined) return write(db, list, request)
  const ofRequest = written.get(request) ?? new Map<string, Statements<unknown>>()
  written.set(request, ofRequest)
  const statements = (ofRequest.get(list.variant) as Statements<R> | undefined) ?? write(db, list, request)
  if (ofRequest.size >= MAX_VARIANTS) ofRequest.clear()
  ofRequest.set(list.variant, statements)
  return statements
}

function write<R>(db: Db, { rows, shown, tenant }: LargeList<R>, request: ListRequest): Statements<R> {
  const count = query(rows(db)).select(TOTAL).compile()
  return {
    page: pageOf(shown(db), request).compile() as CompiledQuery<R>,
    count,
    countKey: JSON.stringify([tenant, count.sql, count.parameters]),
  }
}

/** Page sizes that consoles use. */
const USUAL_SIZES: ReadonlyMap<number, RawBuilder<number>> = new Map([
  [5, sql.lit(5)],
  [10, sql.lit(10)],
  [20, sql.lit(20)],
  [30, sql.lit(30)],
  [50, sql.lit(50)],
  [100, sql.lit(100)],
])

/**
 * The first page of a usual size has the size as a literal: with a parameter PostgreSQL estimates a page at a tenth of
 * the table, finds the generic plan too expensive, and replans every execution.
 */
function pageOf<R>(shown: Rows<R>, { orderBy, offset, pageSize }: ListRequest) {
  const ordered = query(shown).orderBy(sql.join(orderBy))
  const usual = offset === 0 ? USUAL_SIZES.get(pageSize) : undefined
  return usual === undefined ? ordered.offset(offset).limit(pageSize) : ordered.limit(usual)
}

function withoutTotal<R>(row: { readonly pageTotal: unknown }): R {
  const { pageTotal: _total, ...record } = row
  return record as R
}

async function countRows(rows: Rows<unknown>): Promise<number> {
  const { pageTotal } = await query(rows).select(TOTAL).executeTakeFirstOrThrow()
  return pageTotal
}

/** Smaller totals are counted every time: users check them after adding a row. */
const LARGE = 10_000
/** Counting takes at most one part in this many of the time. */
const SHARE = 20
const KEPT_AT_MOST_MS = 60_000
/** A count slower than this runs in the background, and callers get a stale total of at most OLD_MS. */
const PATIENCE_MS = 250
const OLD_MS = 600_000
const MAX_KEPT = 500

interface Counts {
  readonly kept: Map<string, { readonly total: number; readonly tookMs: number; readonly endedMs: number }>
  /** Counts in flight, shared by concurrent callers. */
  readonly pending: Map<string, Promise<number>>
}
const countsOf = new WeakMap<Db, Counts>()

interface Counting {
  /** Counts before the caller continues, over the caller's connection. */
  readonly awaited: () => Promise<number>
  /** Counts in the background, over its own connection. */
  readonly behind: () => Promise<number>
}

/**
 * Total number of rows of a query. Counting ten million takes seconds, and everybody who opens the list needs it: a
 * large total is cached for {@link SHARE} times the duration of its count, at most a minute.
 */
function keptTotal(db: Db, key: string, { awaited, behind }: Counting): number | Promise<number> {
  const { kept, pending } = countsOf.get(db) ?? { kept: new Map(), pending: new Map() }
  countsOf.set(db, { kept, pending })
  const startedMs = performance.now()
  const hit = kept.get(key)
  const ageMs = hit ? startedMs - hit.endedMs : Number.POSITIVE_INFINITY
  if (hit && ageMs < Math.min(hit.tookMs * SHARE, KEPT_AT_MOST_MS)) return hit.total

  const isAwaited = !hit || hit.tookMs < PATIENCE_MS || ageMs > OLD_MS
  // Waiting callers hold a connection: they must not wait for a background count that has none yet.
  const place = isAwaited ? key : `behind ${key}`
  const keep = (total: number) => {
    const endedMs = performance.now()
    if (kept.size >= MAX_KEPT) kept.clear()
    if (total < LARGE) kept.delete(key)
    else kept.set(key, { total, tookMs: endedMs - startedMs, endedMs })
    return total
  }
  const count = async () => {
    try {
      return keep(await (isAwaited ? awaited() : behind()))
    } finally {
      pending.delete(place)
    }
  }
  const counting = pending.get(place) ?? count()
  pending.set(place, counting)
  if (isAwaited) return counting
  // The next caller gets the failure.
  counting.catch(() => kept.delete(key))
  return hit.total
}
