/** Marks the file as UTF-8 for spreadsheets. */
export const CSV_BOM = '\uFEFF'
export const CSV_EOL = '\r\n'

/** Prefixes that a spreadsheet interprets as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell of a CSV file; text never starts a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
