import { type CheckRulePart, parseRuleParts } from '@natim/contract/system/check'

/** A step as the grid shows it. */
export interface PartRow {
  readonly [key: string]: unknown
  readonly id: string
  /** `*` or a number of characters. */
  readonly digits: string
  readonly pattern: string
  readonly message: string
  /** `1` first, `0` last, empty: in its place. Of a step over the whole value only. */
  readonly priority: string
}

/** The steps of a stored rule; those of a text nobody can read are none. */
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

/** JSON text of the rows, as it is stored. */
export const jsonOf = (rows: readonly Readonly<Record<string, unknown>>[]): string => JSON.stringify(rows.map(partOf))
