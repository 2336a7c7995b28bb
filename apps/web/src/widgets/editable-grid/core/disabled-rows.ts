import type { GridValues } from './rows.ts'

/** Field to the value or values of rows that cannot be selected or edited (WG-180). */
export type DisabledRows = Readonly<Record<string, unknown>>

export function isRowDisabled(values: GridValues, disabledRows: DisabledRows | undefined): boolean {
  if (disabledRows === undefined) return false
  return Object.entries(disabledRows).some(([field, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(values[field]) : values[field] === wanted,
  )
}
