import { type CheckRulePart, parseRuleParts } from '@natim/contract/system/check'

/** A step as shown in the grid. */
export interface PartRow {
  readonly [key: string]: unknown
  readonly id: string
  /** `*` or a number of characters. */
  readonly digits: string
  readonly pattern: string
  readonly message: string
  /** `1` first, `0` last, empty: in list order. Only for steps over the whole value. */
  readonly priority: string
}

/** The steps of a stored rule; empty if its text cannot be parsed. */
export const rowsOf = (json: string | undefined): PartRow[] =>
  (parseRuleParts(json ?? '') ?? []).map(({ digits, pattern, message, priority = '' }, index) => ({
    id: `part-${index}`,
    digits: String(digits),
    pattern,
    message,
    priority,
  }))

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

function partOf(row: Readonly<Record<string, unknown>>): CheckRulePart {
  const digits = textOf(row['digits'])
  const priority = textOf(row['priority'])
  const isRanked = digits === '*' && (priority === '1' || priority === '0')
  return {
    digits,
    pattern: String(row['pattern'] ?? ''),
    message: textOf(row['message']),
    ...(isRanked && { priority }),
  }
}

/** The rows as stored JSON text. */
export const jsonOf = (rows: readonly Readonly<Record<string, unknown>>[]): string => JSON.stringify(rows.map(partOf))
