import { type Expression, type SqlBool, sql } from 'kysely'

/** Which rows of the monitoring half a user may see (domain §2). */
export interface DataScope {
  /** Department code; rows of it and of the departments below it. Empty sees nothing. */
  readonly orgCode: string
  /** GB/T 2260 prefixes; `*` = the whole country; empty = the rows of the own department only. */
  readonly regionPrefixes: readonly string[]
}

export const EVERYTHING: DataScope = { orgCode: '', regionPrefixes: ['*'] }

interface Scoped {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** The rule itself, for rows in memory (live feed, caches). `EVERYTHING` is the system's own scope. */
export function isInScope(scope: DataScope, row: Scoped): boolean {
  if (scope === EVERYTHING) return true
  if (scope.orgCode === '') return false
  if (scope.regionPrefixes.length === 0) return row.sysOrgCode === scope.orgCode
  if (!row.sysOrgCode.startsWith(scope.orgCode)) return false
  return scope.regionPrefixes.some((prefix) => prefix === '*' || row.regionCode.startsWith(prefix))
}

/** Whether whoever has `outer` may see every row that somebody with `inner` may see. */
export function isScopeWithin(inner: DataScope, outer: DataScope): boolean {
  if (outer.orgCode === '' || inner.orgCode === '') return false
  if (outer.regionPrefixes.length === 0) return inner.regionPrefixes.length === 0 && inner.orgCode === outer.orgCode
  if (!inner.orgCode.startsWith(outer.orgCode)) return false
  if (outer.regionPrefixes.includes('*')) return true
  return (
    inner.regionPrefixes.length > 0 &&
    inner.regionPrefixes.every((prefix) => outer.regionPrefixes.some((wider) => prefix.startsWith(wider)))
  )
}

/** The whole country from a root department: such a user stands over every department and region. */
const seesEverything = ({ orgCode, regionPrefixes }: DataScope) =>
  regionPrefixes.includes('*') && /^[A-Z]\d\d$/.test(orgCode)

/** Whether whoever has `outer` sees all that somebody of these departments and regions sees. */
export const isScopeOver = (
  outer: DataScope,
  orgCodes: readonly string[],
  regionPrefixes: readonly string[],
): boolean => seesEverything(outer) || orgCodes.every((orgCode) => isScopeWithin({ orgCode, regionPrefixes }, outer))

/** {@link isInScope} as a bound condition on a table or alias that has both columns. */
export function scopeFilter(scope: DataScope, table: string): Expression<SqlBool> {
  if (scope === EVERYTHING) return sql<SqlBool>`true`
  if (scope.orgCode === '') return sql<SqlBool>`false`
  const orgCode = sql.ref<string>(`${table}.sysOrgCode`)
  if (scope.regionPrefixes.length === 0) return sql<SqlBool>`${orgCode} = ${scope.orgCode}`
  const inDepartment = sql<SqlBool>`starts_with(${orgCode}, ${scope.orgCode})`
  if (scope.regionPrefixes.includes('*')) return inDepartment
  const regionCode = sql.ref<string>(`${table}.regionCode`)
  return sql<SqlBool>`${inDepartment} and exists (
    select from unnest(${[...scope.regionPrefixes]}::text[]) as prefix where starts_with(${regionCode}, prefix))`
}
