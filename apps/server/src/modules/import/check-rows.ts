import type { ImportKind, ImportMapping } from '@natim/contract/system/import'
import type { Db } from '../../platform/db/db.ts'
import { isSame, textOfValue, textsOf, valueOf } from './cells.ts'
import type { ImportEntity, ImportSession, Verdict } from './import-entity.ts'

export interface RawRow {
  readonly rowNo: number
  readonly cells: readonly string[]
  readonly mended: Readonly<Record<string, string>>
}

export interface CheckedRow {
  readonly rowNo: number
  readonly kind: ImportKind
  readonly naturalKey: string | null
  /** What would be written; null of wrong and same rows. */
  readonly form: object | null
  readonly errors: Readonly<Record<string, string>>
  readonly before: Readonly<Record<string, string>>
}

export interface CheckRules {
  readonly entity: ImportEntity
  readonly session: ImportSession<object>
  readonly mapping: ImportMapping
  /** Rows the register has already may change there; else they are refused. */
  readonly updates: boolean
}

type ParsedRow =
  | { readonly rowNo: number; readonly errors: Record<string, string> }
  | { readonly rowNo: number; readonly form: object; readonly given: readonly string[] }

/** Holds rows against the schema of the form, then against the register. Duplicates within the file come after. */
export async function checkRows(db: Db, rules: CheckRules, rows: readonly RawRow[]): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => parseRow(rules, row))
  const right = parsed.filter((row) => 'form' in row)
  const verdicts =
    right.length === 0
      ? []
      : await rules.session.judge(
          db,
          right.map((row) => row.form),
        )
  const verdictOf = new Map(right.map((row, index) => [row.rowNo, verdicts[index]]))
  return parsed.map((row) => {
    if ('errors' in row) return wrong(row.rowNo, row.errors)
    const verdict = verdictOf.get(row.rowNo)
    if (verdict === undefined) throw new Error('A row was not judged')
    return judged(rules, row, verdict)
  })
}

const wrong = (
  rowNo: number,
  errors: Readonly<Record<string, string>>,
  naturalKey: string | null = null,
): CheckedRow => ({
  rowNo,
  kind: 'wrong',
  naturalKey,
  form: null,
  errors,
  before: {},
})

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
  if (!parsed.success || Object.keys(errors).length > 0) return { rowNo: row.rowNo, errors }
  return { rowNo: row.rowNo, form: parsed.data, given: Object.keys(values) }
}

function judged(rules: CheckRules, row: Extract<ParsedRow, { form: object }>, verdict: Verdict): CheckedRow {
  const { entity, session } = rules
  const form = row.form as Readonly<Record<string, unknown>>
  const { keyColumn, keyIgnoresCase } = entity
  const given = keyColumn === undefined ? null : String(form[keyColumn])
  const naturalKey = keyIgnoresCase ? (given?.toLowerCase() ?? null) : given
  if (verdict.kind === 'refused') return wrong(row.rowNo, verdict.errors, naturalKey)
  if (verdict.kind === 'new') return { ...wrong(row.rowNo, {}, naturalKey), kind: 'new', form }
  if (!rules.updates) return wrong(row.rowNo, { [keyColumn ?? '']: '数据库中已存在' }, naturalKey)
  const changed = row.given.filter((key) => !isSame(form[key], verdict.now[key]))
  if (changed.length === 0) return { ...wrong(row.rowNo, {}, naturalKey), kind: 'same' }
  return {
    rowNo: row.rowNo,
    kind: 'changed',
    naturalKey,
    // A blank cell says nothing: what it leaves out stays as it is.
    form: Object.fromEntries(row.given.map((key) => [key, form[key]])),
    errors: {},
    before: Object.fromEntries(changed.map((key) => [key, textOfValue(verdict.now[key], session.dictionaries[key])])),
  }
}
