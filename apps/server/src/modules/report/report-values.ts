import type { ReportItem, ReportParam, ReportRecord } from '@natim/contract/system/report'
import { toDateTimeText } from '../../platform/wire.ts'

const MAX_VALUE_CHARS = 500

/** Values of placeholders: `self_name` of the call, else the default. Surrounding quotes are stripped. */
export function valuesOf(
  params: readonly ReportParam[],
  query: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    params.map(({ paramName, paramValue }) => {
      const given = query[`self_${paramName}`]
      const text = typeof given === 'string' ? given.replace(/^'(.*)'$/s, '$1').slice(0, MAX_VALUE_CHARS) : ''
      return [paramName, text === '' ? paramValue : text]
    }),
  )
}

/** Converts a row to wire format: instants as text, numbers as numbers where the report declares them. */
export function toRecord(
  row: Readonly<Record<string, unknown>>,
  items: readonly Pick<ReportItem, 'fieldName' | 'fieldType'>[],
) {
  return Object.fromEntries(items.map(({ fieldName, fieldType }) => [fieldName, toValue(row[fieldName], fieldType)]))
}

function toValue(value: unknown, type: ReportItem['fieldType']): ReportRecord[string] {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return type === 'date' ? toDateTimeText(value).slice(0, 10) : toDateTimeText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean') return value
  // Exact decimals arrive as text.
  if (type === 'number' && typeof value === 'string' && Number.isFinite(Number(value))) return Number(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const TYPE_OF: readonly (readonly [RegExp, ReportItem['fieldType']])[] = [
  [/^(?:smallint|integer|bigint|numeric|real|double precision)$/, 'number'],
  [/^date$/, 'date'],
  [/^timestamp/, 'time'],
]

/** Report field type of a PostgreSQL type. */
export const fieldTypeOf = (type: string): ReportItem['fieldType'] =>
  TYPE_OF.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'
