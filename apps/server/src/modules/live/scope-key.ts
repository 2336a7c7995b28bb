import { type DataScope, EVERYTHING } from '../../platform/scope.ts'

/** Equal for scopes that see the same rows; for keys of caches and shared subscriptions. */
export function scopeKey(scope: DataScope): string {
  if (scope === EVERYTHING) return 'everything'
  return JSON.stringify([scope.orgCode, [...scope.regionPrefixes].sort(), scope.hidesPersons ?? false])
}
