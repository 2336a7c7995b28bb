import { type Compilable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../db/db.ts'
import { inTenant, type TenantContext } from '../db/tenant.ts'
import type { ListRequest } from './list-request.ts'

/** A query that selects: which tables it is over is nothing to whoever counts and cuts its rows. */
type Rows<R> = Compilable<R>
const query = <R>(rows: Rows<R>) => rows as unknown as SelectQueryBuilder<Database, keyof Database, R>

export interface Page<R> {
  readonly records: R[]
  readonly total: number
}

const TOTAL = sql<number>`count(*)::int`.as('pageTotal')

/**
 * One page and how many rows there are in all, in one statement.
 *
 * @param rows which rows: conditions, and joins they need
 * @param shown the same with what is shown of each
 */
export async function findPage<R extends object>(
  rows: Rows<unknown>,
  shown: Rows<R>,
  request: ListRequest,
): Promise<Page<R>> {
  const counted = await pageOf(shown, request).select(query(rows).select(TOTAL).as('pageTotal')).execute()
  // A page beyond the last one has no row that could say it.
  const total = counted[0]?.pageTotal ?? (request.offset === 0 ? 0 : await countRows(rows))
  return { records: counted.map(withoutTotal<R>), total }
}

/** {@link findPage} of what may be a large table, whose {@link keptTotal} is known more often than not. */
export async function findLargePage<R>(
  db: Db,
  { rows, shown, tenant }: { rows: (db: Db) => Rows<unknown>; shown: (db: Db) => Rows<R>; tenant?: TenantContext },
  request: ListRequest,
): Promise<Page<R>> {
  const within = <T>(work: (given: Db) => Promise<T>) => (tenant === undefined ? work(db) : inTenant(db, tenant, work))
  return within(async (given) => {
    const [records, total] = await Promise.all([
      pageOf(shown(given), request).execute(),
      keptTotal(db, keyOf(rows(db), tenant), {
        awaited: () => countRows(rows(given)),
        behind: () => within((later) => countRows(rows(later))),
      }),
    ])
    return { records, total }
  })
}

const pageOf = <R>(shown: Rows<R>, request: ListRequest) =>
  query(shown).orderBy(sql.join(request.orderBy)).offset(request.offset).limit(request.pageSize)

function withoutTotal<R>(row: object): R {
  const { pageTotal: _total, ...record } = row as { readonly pageTotal: unknown }
  return record as R
}

async function countRows(rows: Rows<unknown>): Promise<number> {
  const { pageTotal } = await query(rows).select(TOTAL).executeTakeFirstOrThrow()
  return pageTotal
}

function keyOf(rows: Rows<unknown>, tenant: TenantContext | undefined): string {
  const { sql: text, parameters } = query(rows).select(TOTAL).compile()
  return JSON.stringify([tenant, text, parameters])
}

/** Fewer rows are counted each time: their number is what somebody looks at after adding one. */
const LARGE = 10_000
/** Counting takes one part in this many of the time, at most. */
const SHARE = 20
const KEPT_AT_MOST_MS = 60_000
/** Counting that takes longer than people wait goes on behind them, while they get a number this old at most. */
const PATIENCE_MS = 250
const OLD_MS = 600_000
const MAX_KEPT = 500

interface Counts {
  readonly kept: Map<string, { readonly total: number; readonly tookMs: number; readonly endedMs: number }>
  /** Under way: whoever asks meanwhile waits for the same number. */
  readonly pending: Map<string, Promise<number>>
}
const countsOf = new WeakMap<Db, Counts>()

interface Counting {
  /** Before the caller goes on, over the connection he has. */
  readonly awaited: () => Promise<number>
  /** While he goes on, over one of its own. */
  readonly behind: () => Promise<number>
}

/**
 * How many rows a query has. Counting ten million takes seconds, and everybody who opens the list asks: a large number
 * is kept for {@link SHARE} times as long as counting took, a minute at most.
 */
function keptTotal(db: Db, key: string, { awaited, behind }: Counting): number | Promise<number> {
  const { kept, pending } = countsOf.get(db) ?? { kept: new Map(), pending: new Map() }
  countsOf.set(db, { kept, pending })
  const startedMs = performance.now()
  const hit = kept.get(key)
  const ageMs = hit ? startedMs - hit.endedMs : Number.POSITIVE_INFINITY
  if (hit && ageMs < Math.min(hit.tookMs * SHARE, KEPT_AT_MOST_MS)) return hit.total

  const isAwaited = !hit || hit.tookMs < PATIENCE_MS || ageMs > OLD_MS
  // Whoever waits holds a connection: nobody waits for a count that has none yet.
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
  // Whoever asks next hears of a failure.
  counting.catch(() => kept.delete(key))
  return hit.total
}
