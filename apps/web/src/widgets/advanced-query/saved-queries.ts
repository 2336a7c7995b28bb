import type { SavedQuery } from '@natim/contract/super-query'
import { readStored, writeStored } from '../../lib/storage.ts'

const keyOf = (saveCode: string) => `ADVANCED_QUERY:${saveCode}`

const isSaved = (value: unknown): value is SavedQuery => {
  const { title, records, matchType }: Partial<Record<keyof SavedQuery, unknown>> = value ?? {}
  return typeof title === 'string' && Array.isArray(records) && (matchType === 'and' || matchType === 'or')
}

/** Queries saved on this machine under a route or a save code (WG-158), in order of creation. */
export function savedQueries(saveCode: string): readonly SavedQuery[] {
  const value = readStored(keyOf(saveCode))
  return Array.isArray(value) ? value.filter(isSaved) : []
}

/** Saves a query, replacing one of the same name. */
export function keepQuery(saveCode: string, query: SavedQuery): readonly SavedQuery[] {
  const before = savedQueries(saveCode)
  const index = before.findIndex(({ title }) => title === query.title)
  const next = index < 0 ? [...before, query] : before.with(index, query)
  writeStored(keyOf(saveCode), next, null)
  return next
}

export function dropQuery(saveCode: string, title: string): readonly SavedQuery[] {
  const next = savedQueries(saveCode).filter((query) => query.title !== title)
  writeStored(keyOf(saveCode), next, null)
  return next
}
