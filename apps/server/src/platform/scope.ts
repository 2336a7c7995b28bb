import { type Expression, type SqlBool, sql } from 'kysely'

/** Which monitoring rows a user may see (domain §2). */
export interface DataScope {
  /** Department code: its rows and those of the departments below it. Empty = no rows. */
  readonly orgCode: string
  /** GB/T 2260 prefixes; `*` = the whole country; empty = the rows of the own department only. */
  readonly regionPrefixes: readonly string[]
  /** Hides samples of persons: set without mon:health:view (ADR 0061). */
  readonly hidesPersons?: true
}

export const EVERYTHING: DataScope = { orgCode: '', regionPrefixes: ['*'] }

interface Scoped {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** The scope rule for rows in memory (live feed, caches). `EVERYTHING` is the system's own scope. */
export function isInScope(scope: DataScope, row: Scoped): boolean {
  if (scope === EVERYTHING) return true
  if (scope.orgCode === '') return false
  if (scope.regionPrefixes.length === 0) return row.sysOrgCode === scope.orgCode
  if (!row.sysOrgCode.startsWith(scope.orgCode)) return false
  return scope.regionPrefixes.some((prefix) => prefix === '*' || row.regionCode.startsWith(prefix))
}

/** Whether `outer` covers every row of `inner`. */
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

/** The whole country from a root department: covers every department and region. */
const seesEverything = ({ orgCode, regionPrefixes }: DataScope) =>
  regionPrefixes.includes('*') && /^[A-Z]\d\d$/.test(orgCode)

/** Whether `outer` covers everything a user of these departments and regions may see. */
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

/** A scope limited by the reader's permissions. */
export const scopeWith = (
  { orgCode, regionPrefixes }: DataScope,
  permissions: { has(code: 'mon:health:view'): boolean },
): DataScope => ({ orgCode, regionPrefixes, ...(!permissions.has('mon:health:view') && { hidesPersons: true }) })

/** The intersection of two scopes, or less: no rows (an empty department) where it cannot be expressed as a scope. */
export function commonScope(a: DataScope, b: DataScope): DataScope {
  if (isScopeWithin(a, b)) return a
  if (isScopeWithin(b, a)) return b
  const nothing = { orgCode: '', regionPrefixes: [] }
  // A single department regardless of region, against regions: the intersection is not a scope.
  if (a.orgCode === '' || b.orgCode === '' || a.regionPrefixes.length === 0 || b.regionPrefixes.length === 0)
    return nothing
  const orgCode = a.orgCode.startsWith(b.orgCode) ? a.orgCode : b.orgCode.startsWith(a.orgCode) ? b.orgCode : ''
  const prefixes = a.regionPrefixes.flatMap((one) => b.regionPrefixes.flatMap((other) => narrower(one, other)))
  if (orgCode === '' || prefixes.length === 0) return nothing
  return { orgCode, regionPrefixes: [...new Set(prefixes)].toSorted() }
}

function narrower(one: string, other: string): string[] {
  if (one === '*') return [other]
  if (other === '*') return [one]
  if (one.startsWith(other)) return [one]
  return other.startsWith(one) ? [other] : []
}

/** {@link isScopeWithin} as a bound condition on a table that keeps a scope in `sys_org_code` and `scope_prefixes`. */
export function scopeWithinFilter(scope: DataScope, table: string): Expression<SqlBool> {
  if (scope.orgCode === '') return sql<SqlBool>`false`
  const orgCode = sql.ref<string>(`${table}.sysOrgCode`)
  const prefixes = sql.ref<string[]>(`${table}.scopePrefixes`)
  if (scope.regionPrefixes.length === 0)
    return sql<SqlBool>`(${orgCode} = ${scope.orgCode} and cardinality(${prefixes}) = 0)`
  const inDepartment = sql<SqlBool>`${orgCode} <> '' and starts_with(${orgCode}, ${scope.orgCode})`
  if (scope.regionPrefixes.includes('*')) return sql<SqlBool>`(${inDepartment})`
  return sql<SqlBool>`(${inDepartment} and cardinality(${prefixes}) > 0 and not exists (
    select from unnest(${prefixes}) as inner_prefix where not exists (
      select from unnest(${[...scope.regionPrefixes]}::text[]) as wider where starts_with(inner_prefix, wider))))`
}
