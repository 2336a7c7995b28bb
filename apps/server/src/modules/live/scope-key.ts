import { type DataScope, EVERYTHING } from '../../platform/scope.ts'

/** Equal for scopes with the same visible rows; used as a key of caches and shared subscriptions. */
export function scopeKey(scope: DataScope): string {
  if (scope === EVERYTHING) return 'everything'
  return JSON.stringify([scope.orgCode, [...scope.regionPrefixes].sort(), scope.hidesPersons ?? false])
}
