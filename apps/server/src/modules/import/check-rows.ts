import type { ImportKind, ImportMapping } from '@natim/contract/system/import'
import type { Db } from '../../platform/db/db.ts'
import { isSame, textOfValue, textsOf, valueOf } from './cells.ts'
import type { ImportEntity, ImportSession, RowOutcome } from './import-entity.ts'

export interface RawRow {
  readonly rowNo: number
  readonly cells: readonly string[]
  readonly mended: Readonly<Record<string, string>>
}

export interface CheckedRow {
  readonly rowNo: number
  readonly kind: ImportKind
  readonly naturalKey: string | null
  /** Values to write; for faulty rows their valid part; null for unchanged rows. */
  readonly form: object | null
  readonly errors: Readonly<Record<string, string>>
  readonly before: Readonly<Record<string, string>>
}

export interface CheckRules {
  readonly entity: ImportEntity
  readonly session: ImportSession<object>
  readonly mapping: ImportMapping
  /** Why an existing row is refused; undefined where changes are allowed. */
  readonly refusesKnown: string | undefined
}

interface ParsedRow {
  readonly rowNo: number
  /** The valid part of a faulty row. */
  readonly form: object
  /** Columns filled by the sheet. */
  readonly given: readonly string[]
  readonly errors: Readonly<Record<string, string>>
}

/** Validates rows by the form's schema, then against the register. Duplicates within the file are checked later. */
export async function checkRows(db: Db, rules: CheckRules, rows: readonly RawRow[]): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => parseRow(rules, row))
  const outcomeOf = new Map<number, RowOutcome | undefined>()
  for (const faulty of [false, true]) {
    const some = parsed.filter((row) => isFaulty(row) === faulty)
    if (some.length === 0) continue
    const forms = some.map(({ form }) => form)
    const outcomes = await rules.session.validate(db, forms, faulty)
    for (const [index, { rowNo }] of some.entries()) outcomeOf.set(rowNo, outcomes[index])
  }
  return parsed.map((row) => {
    const outcome = outcomeOf.get(row.rowNo)
    if (outcome === undefined) throw new Error('A row was not validated')
    return validated(rules, row, outcome)
  })
}

const isFaulty = ({ errors }: Pick<ParsedRow, 'errors'>) => Object.keys(errors).length > 0

function parseRow({ entity, session, mapping }: CheckRules, row: RawRow): ParsedRow {
  const texts = textsOf(entity.columns, mapping, row)
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const column of entity.columns) {
    const { key } = column
    const cell = valueOf(column, texts[key] ?? '', session.dictionaries[key])
    if ('error' in cell) errors[key] = cell.error
    else if (cell.value !== undefined) values[key] = cell.value
    else if (column.required) errors[key] = '不能为空'
  }
  const parsed = entity.form.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const key = String(issue.path[0] ?? '')
      errors[key] ??= issue.message
    }
  }
  const isRight = parsed.success && !isFaulty({ errors })
  return {
    rowNo: row.rowNo,
    form: isRight ? parsed.data : rightPart(entity, values, errors),
    given: Object.keys(values),
    errors,
  }
}

/** Valid columns, each by its own rule; adds errors from the row's rules for the rest. */
function rightPart({ form }: ImportEntity, values: Readonly<Record<string, unknown>>, errors: Record<string, string>) {
  const rest = Object.entries(values).filter(([key]) => errors[key] === undefined)
  for (const issue of form.safeParse(Object.fromEntries(rest)).error?.issues ?? []) {
    const key = String(issue.path[0] ?? '')
    // A value missing here was invalid.
    if (key in values) errors[key] ??= issue.message
  }
  const right: Record<string, unknown> = {}
  for (const [key, value] of rest) {
    const parsed = form.shape[key]?.safeParse(value)
    if (parsed?.success) right[key] = parsed.data
  }
  return right
}

function validated(rules: CheckRules, row: ParsedRow, outcome: RowOutcome): CheckedRow {
  const { entity, session } = rules
  const form = row.form as Readonly<Record<string, unknown>>
  const { keyColumn, keyIgnoresCase } = entity
  const given = keyColumn === undefined || form[keyColumn] === undefined ? null : String(form[keyColumn])
  const naturalKey = keyIgnoresCase ? (given?.toLowerCase() ?? null) : given
  const refused = refusalOf(rules, outcome)
  const plain = { rowNo: row.rowNo, naturalKey, form, errors: {}, before: {} }
  if (refused || isFaulty(row)) return { ...plain, kind: 'wrong', errors: { ...refused, ...row.errors } }
  if (outcome.kind !== 'known') return { ...plain, kind: 'new' }
  const changed = row.given.filter((key) => !isSame(form[key], outcome.now[key]))
  if (changed.length === 0) return { ...plain, kind: 'same', form: null }
  return {
    ...plain,
    kind: 'changed',
    // A blank cell leaves the stored value unchanged.
    form: Object.fromEntries(row.given.map((key) => [key, form[key]])),
    before: Object.fromEntries(changed.map((key) => [key, textOfValue(outcome.now[key], session.dictionaries[key])])),
  }
}

/** Why the register refuses a row. */
export function refusalOf(
  { entity, refusesKnown }: Pick<CheckRules, 'entity' | 'refusesKnown'>,
  outcome: RowOutcome,
): Readonly<Record<string, string>> | undefined {
  if (outcome.kind === 'refused') return outcome.errors
  if (outcome.kind === 'known' && refusesKnown !== undefined) return { [entity.keyColumn ?? '']: refusesKnown }
  return undefined
}
