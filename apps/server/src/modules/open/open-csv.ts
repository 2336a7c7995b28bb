import { type OpenCall, openAlarm, openAqi, openBucket, openSample, openStation } from '@natim/contract/mon/open'

const COLUMNS: Readonly<Record<OpenCall, readonly string[]>> = {
  stations: Object.keys(openStation.shape),
  latest: Object.keys(openSample.shape),
  hour: Object.keys(openBucket.shape),
  day: Object.keys(openBucket.shape),
  aqi: Object.keys(openAqi.shape),
  alarms: Object.keys(openAlarm.shape),
}

/** Characters that spreadsheets take for the start of a formula; numbers are written as numbers. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value) ? value.join(' ') : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A header line, then one line per row (RFC 4180), always with the same columns. */
export function toOpenCsv(name: OpenCall, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = COLUMNS[name]
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}
