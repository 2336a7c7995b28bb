import type { ListQuery } from '@natim/contract/fields'
import type { ReportItem } from '@natim/contract/system/report'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { allOf, type ListField } from '../../platform/list/list-field.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import type { Statement } from './statement.ts'

/** security §5 */
const MAX_REPORT_ROWS = 5_000
const ROLE = sql.id('natim_report')

/**
 * Whether reports can run: the restricted role exists and we are a member. Grants it read access to the report schema
 * only; grants of earlier versions are harmless.
 */
export async function prepareReportRole(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isReady: boolean }>`
    select coalesce(bool_or(not rolsuper and not rolbypassrls and pg_has_role(session_user, oid, 'member')), false) as "isReady"
    from pg_roles where rolname = 'natim_report'`.execute(db)
  if (rows[0]?.isReady !== true) return false
  await db.transaction().execute(async (trx) => {
    // Concurrently starting processes must not change the same grants at once.
    await sql`select pg_advisory_xact_lock(71030010)`.execute(trx)
    await sql`grant usage on schema report to ${ROLE}`.execute(trx)
    await sql`grant select on all tables in schema report to ${ROLE}`.execute(trx)
  })
  return true
}

/**
 * Runs reads as the restricted role, in a read-only transaction of bounded time and memory. The reader's scope is set
 * before the role changes, for this transaction only.
 */
export function asReportRole<T>(db: Db, { scope, tenantId }: SessionUser, work: (trx: Tx) => Promise<T>): Promise<T> {
  return db
    .withoutPlugins()
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('natim.scope_org', ${scope.orgCode}, true),
        set_config('natim.scope_regions', ${scope.regionPrefixes.join(',')}, true),
        set_config('natim.tenant', ${String(tenantId)}, true),
        set_config('statement_timeout', '5s', true),
        set_config('lock_timeout', '1s', true),
        set_config('work_mem', '16MB', true),
        set_config('search_path', 'report', true)`.execute(trx)
      await sql`set local role ${ROLE}`.execute(trx)
      return work(trx)
    })
}

/**
 * Names are only used as keys into the report's declarations: filters among its query fields, order among its sortable
 * ones.
 */
export function toReportRequest(query: ListQuery, items: readonly ReportItem[]) {
  const fieldOf = ({ fieldName, fieldType }: ReportItem): readonly [string, ListField] => [
    fieldName,
    { expression: sql.ref(`report.${fieldName}`), type: fieldType },
  ]
  const searched = Object.fromEntries(items.filter(({ isSearch }) => isSearch).map(fieldOf))
  const sorted = Object.fromEntries(items.filter(({ isOrder }) => isOrder).map(fieldOf))
  const nothing = { defaultSort: { field: '', order: 'asc' }, tieBreaker: sql`1` } as const
  const { pageNo, pageSize, column, order } = query
  const filters = parseListRequest(query, searched, nothing)
  const { orderBy } = parseListRequest({ pageNo, pageSize, column, order }, sorted, nothing)
  return {
    conditions: filters.conditions,
    // The tie-breaker alone would override the statement's own order.
    orderBy: orderBy.length > 1 ? orderBy : [],
    offset: filters.offset,
    limit: filters.pageSize,
  }
}

/** A checked statement with bound values, as a table called report. */
function tableOf({ texts, params }: Statement, values: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const parts = texts.flatMap((text, n) => {
    const name = params[n]
    // Checked by PostgreSQL's own parser: one SELECT over registered views and allowed functions (statement.ts).
    return name === undefined ? [sql.raw(text)] : [sql.raw(text), sql`${values[name] ?? ''}`]
  })
  // On its own line, so that it ends a trailing comment of the statement.
  return sql`(${sql.join(parts, sql.raw(''))}
    ) as report`
}

export interface ReportQuery {
  readonly statement: Statement
  readonly values: Readonly<Record<string, string>>
  /** Columns to return. */
  readonly fields: readonly string[]
  readonly conditions: readonly Expression<SqlBool>[]
  /** Empty keeps the statement's own order. */
  readonly orderBy: readonly RawBuilder<unknown>[]
  readonly offset: number
  readonly limit: number
}

export async function readReport(trx: Tx, query: ReportQuery) {
  const { statement, values, fields, conditions, orderBy, offset, limit } = query
  const where = allOf(conditions)
  const columns = sql.join(fields.map((field) => sql.ref(`report.${field}`)))
  const order = orderBy.length === 0 ? sql`` : sql`order by ${sql.join(orderBy)}`
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${tableOf(statement, values)} where ${where} limit ${MAX_REPORT_ROWS}) as capped`.execute(trx)
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${tableOf(statement, values)} where ${where} ${order}
    limit ${Math.max(0, Math.min(limit, MAX_REPORT_ROWS - offset))} offset ${offset}`.execute(trx)
  return { records: rows, total: counted.rows[0]?.total ?? 0 }
}

/** The first rows of a statement and the type of each column, even without rows. */
export async function tryStatement(
  trx: Tx,
  statement: Statement,
  values: Readonly<Record<string, string>>,
  limit: number,
) {
  const table = tableOf(statement, values)
  const { rows } = await sql<Record<string, unknown>>`select report.* from ${table} limit ${limit}`.execute(trx)
  const shape = await sql<Record<string, unknown>>`
    select report.* from (values (1)) as one left join ${table} on true limit 1`.execute(trx)
  const names = Object.keys(shape.rows[0] ?? {})
  if (names.length === 0) return { records: rows, types: {} }
  const typed = await sql<Record<string, string>>`
    select ${sql.join(names.map((name) => sql`pg_typeof(${sql.ref(`report.${name}`)})::text as ${sql.id(name)}`))}
    from (values (1)) as one left join ${table} on true limit 1`.execute(trx)
  return { records: rows, types: typed.rows[0] ?? {} }
}
