import type { Endpoint } from './endpoint.ts'
import { parseSuperQueryText } from './super-query.ts'

type WireNames = Endpoint['wireNames']

/** Renames our field names to those of existing clients, at any depth. */
export function toWireNames<T>(value: T, names: WireNames): unknown {
  return names === undefined ? value : renamed(value, new Map(Object.entries(names)))
}

/** Renames received fields to our names. Our own names are accepted as well; the wire name wins. */
export function fromWireNames<T>(value: T, names: WireNames): unknown {
  if (names === undefined) return value
  return renamed(value, new Map(Object.entries(names).map(([ours, wire]) => [wire, ours])))
}

/**
 * The same for a query, where sort columns and the fields of an advanced query are names, too:
 * `column=titile,createTime`.
 */
export function queryFromWireNames(query: unknown, names: WireNames): unknown {
  if (names === undefined || typeof query !== 'object' || query === null) return query
  return renameColumns(fromWireNames(query, names) as object, (name) => oursOf(name, names))
}

export function queryToWireNames(query: unknown, names: WireNames): unknown {
  if (names === undefined || typeof query !== 'object' || query === null) return query
  return renameColumns(toWireNames(query, names) as object, (name) => names[name] ?? name)
}

const oursOf = (wire: string, names: Readonly<Record<string, string>>) =>
  Object.entries(names).find(([, name]) => name === wire)?.[0] ?? wire

function renameColumns(query: object, rename: (name: string) => string): object {
  const { column, superQueryParams } = query as { readonly column?: unknown; readonly superQueryParams?: unknown }
  const renameAll = (names: string) => names.split(',').map(rename).join(',')
  const lines = typeof superQueryParams === 'string' ? parseSuperQueryText(superQueryParams) : undefined
  return {
    ...query,
    ...(typeof column === 'string' ? { column: renameAll(column) } : {}),
    ...(lines
      ? { superQueryParams: encodeURI(JSON.stringify(lines.map((line) => renameField(line, renameAll)))) }
      : {}),
  }
}

function renameField(line: unknown, rename: (names: string) => string): unknown {
  if (typeof line !== 'object' || line === null || !('field' in line)) return line
  return typeof line.field === 'string' ? { ...line, field: rename(line.field) } : line
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isRenamed = ([key]: [string, unknown]) => names.has(key)
  // Renamed keys last, so that they override a field that already has the other name.
  return Object.fromEntries(
    [...entries.filter((entry) => !isRenamed(entry)), ...entries.filter(isRenamed)].map(([key, item]) => [
      names.get(key) ?? key,
      renamed(item, names),
    ]),
  )
}
