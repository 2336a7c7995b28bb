import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { loadDictItems } from '../dict/index.ts'
import type {
  ImportColumnSpec,
  ImportDictionary,
  ImportEntity,
  ImportSession,
  SheetSchema,
  Verdict,
} from '../import/index.ts'
import type { RecordTable } from './record.repository.ts'
import { findByKey } from './record.repository.ts'
import type { Records } from './record.service.ts'

interface RecordImport<T extends RecordTable, Row, Form extends object> {
  readonly db: Db
  readonly records: Records<T, Row, Form>
  /** Stored with its jobs: `position`. */
  readonly name: string
  readonly form: SheetSchema<Form>
  readonly columns: readonly ImportColumnSpec<keyof Form & string>[]
  /** Column people tell rows by; unique in the register. Without one, every row is a new one. */
  readonly keyColumn?: keyof Form & string
  readonly example: Readonly<Record<string, string>>
  /** Code dictionaries of the columns that sheets fill by caption. */
  readonly dictionaries?: Readonly<Partial<Record<keyof Form & string, string>>>
}

/** A register from sheets: the rules, rights and log lines of adding and editing a row by hand. */
export function createRecordImport<T extends RecordTable, Row, Form extends object>(
  options: RecordImport<T, Row, Form>,
): ImportEntity<Form> {
  const { name, columns, form, keyColumn, example, records } = options
  const { noun } = records.spec
  return {
    name,
    title: noun,
    columns,
    form,
    ...(keyColumn && { keyColumn }),
    example,
    open: (user) => openSession(options, user),
  }
}

async function openSession<T extends RecordTable, Row, Form extends object>(
  { db, records, keyColumn, dictionaries }: RecordImport<T, Row, Form>,
  user: SessionUser,
): Promise<ImportSession<Form>> {
  const keyOf = (row: object) => String((row as Record<string, unknown>)[keyColumn ?? ''] ?? '')
  return {
    dictionaries: await captionsOf(db, dictionaries ?? {}),
    async judge(given, forms) {
      if (keyColumn === undefined) return forms.map((): Verdict => ({ kind: 'new' }))
      const stored = await findByKey(given, records.spec.table, keyColumn, forms.map(keyOf))
      const mine = new Set(
        (
          await records.visible(
            given,
            user,
            stored.map(({ id }) => id),
          )
        ).map(({ id }) => id),
      )
      const byKey = new Map(stored.map((record) => [keyOf(record), record]))
      return forms.map((form): Verdict => {
        const now = byKey.get(keyOf(form))
        if (now === undefined) return { kind: 'new' }
        if (mine.has(now.id)) return { kind: 'known', id: now.id, now }
        return { kind: 'refused', errors: { [keyColumn]: '数据库中已存在，且不在您的数据范围内' } }
      })
    },
    async write(trx, rows) {
      for (const { id, form } of rows) {
        if (id === undefined) await records.insertIn(trx, { user }, records.columnsOf(form))
        else await records.updateIn(trx, { user }, id, records.columnsOf(form))
      }
    },
    onCommitted: () => records.spec.onChanged?.(),
  }
}

export async function captionsOf(db: Db, dictionaries: Readonly<Partial<Record<string, string>>>) {
  const items = await loadDictItems(db)
  const found: Record<string, ImportDictionary> = {}
  for (const [column, code = ''] of Object.entries(dictionaries)) {
    found[column] = {
      values: new Map(
        (items[code] ?? []).flatMap(({ text, value }) => [
          [value, value],
          [text, value],
        ]),
      ),
    }
  }
  return found
}
