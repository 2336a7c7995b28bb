import { isPendingFile } from './file-value.ts'
import { isTempId } from './row-ids.ts'
import type { GridRecord, GridState, GridValues } from './rows.ts'

export interface ReadOptions {
  /** Only these rows. */
  readonly ids?: readonly string[]
  /** Includes the temporary ids of new rows; otherwise these have none. */
  readonly withTempIds?: boolean
}

/** A row as read; new ones may have no id. */
export type ReadRow = Readonly<Record<string, unknown>>

const isNew = ({ origin }: GridRecord) => origin === undefined

/** Whether it differs from what was loaded, its sort number included. */
function isChanged({ origin, values }: GridRecord): boolean {
  if (origin === undefined || origin === values) return false
  return Object.keys(values).some((key) => !Object.is(values[key], origin[key]))
}

function read(
  { records }: GridState,
  { ids, withTempIds = false }: ReadOptions,
  isWanted: (record: GridRecord) => boolean,
): ReadRow[] {
  const wanted = ids && new Set(ids)
  return records
    .filter((record) => isWanted(record) && (wanted?.has(record.id) ?? true))
    .map(({ values }) => (withTempIds || !isTempId(values.id) ? values : withoutId(values)))
    .map(withoutPending)
}

/** Drops pending files, which are no values yet. */
function withoutPending(row: ReadRow): ReadRow {
  if (!Object.values(row).some(isPendingFile)) return row
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, isPendingFile(value) ? '' : value]))
}

function withoutId({ id: _temporary, ...values }: GridValues): ReadRow {
  return values
}

export const readAll = (state: GridState, options: ReadOptions = {}) => read(state, options, () => true)
export const readNew = (state: GridState, options: ReadOptions = {}) => read(state, options, isNew)
/** Stored rows that differ from what was loaded. */
export const readChanged = (state: GridState, options: ReadOptions = {}) => read(state, options, isChanged)
