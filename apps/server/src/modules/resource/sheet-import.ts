import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { loadDictItems } from '../dict/index.ts'
import type {
  ImportColumnSpec,
  ImportDictionary,
  ImportEntity,
  ImportSession,
  RowOutcome,
  SheetSchema,
} from '../import/index.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import type { ResourceService } from './resource.service.ts'

interface SheetImport<T extends ResourceTable, Row, Form extends object, Shown extends StoredRow<T> = StoredRow<T>> {
  readonly db: Db
  readonly records: ResourceService<T, Row, Form, Shown>
  /** Stored with the import jobs: `position`. */
  readonly name: string
  readonly form: SheetSchema<Form>
  readonly columns: readonly ImportColumnSpec<keyof Form & string>[]
  /** Unique column that identifies rows. Without one, every row is new. */
  readonly keyColumn?: keyof Form & string
  readonly example: Readonly<Record<string, string>>
  /** Context of one import by one user. */
  open?(user: SessionUser): Promise<{
    readonly dictionaries?: Readonly<Record<string, ImportDictionary>>
    /** Errors of a row beyond its form, by column. `now` = the row it changes, visible to the user. */
    check?(db: Db, form: Partial<Form>, now?: StoredRow<T>): Promise<Readonly<Record<string, string>>>
  }>
  /** Message for a key that belongs to a row the user cannot access. */
  readonly keyTaken?: string
  /** Dictionaries of the columns that sheets fill by label. */
  readonly dictionaries?: Readonly<Partial<Record<keyof Form & string, string>>>
}

/** Import of a resource from sheets, under the rules, permissions and log lines of manual adding and editing. */
export function createSheetImport<
  T extends ResourceTable,
  Row,
  Form extends object,
  Shown extends StoredRow<T> = StoredRow<T>,
>(options: SheetImport<T, Row, Form, Shown>): ImportEntity<Form> {
  const { name, columns, form, keyColumn, example, records } = options
  const { entityLabel } = records.spec
  return {
    name,
    title: entityLabel,
    columns,
    form,
    ...(keyColumn && { keyColumn }),
    example,
    open: (user) => openSession(options, user),
  }
}

const OUT_OF_REACH = '数据库中已存在，且不在您的数据范围内'

async function openSession<T extends ResourceTable, Row, Form extends object, Shown extends StoredRow<T>>(
  { db, records, keyColumn, dictionaries, open, keyTaken = OUT_OF_REACH }: SheetImport<T, Row, Form, Shown>,
  user: SessionUser,
): Promise<ImportSession<Form>> {
  const own = await open?.(user)
  const keyOf = (row: object) => String((row as Record<string, unknown>)[keyColumn ?? ''] ?? '')
  return {
    dictionaries: { ...(await captionsOf(db, dictionaries ?? {})), ...own?.dictionaries },
    async validate(given, forms) {
      if (keyColumn === undefined) return forms.map((): RowOutcome => ({ kind: 'new' }))
      const stored = await records.withKeys(given, keyColumn, forms.map(keyOf))
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
      return Promise.all(
        forms.map(async (form): Promise<RowOutcome> => {
          const found = byKey.get(keyOf(form))
          const now = found && mine.has(found.id) ? found : undefined
          const errors = {
            ...(await own?.check?.(given, form, now)),
            ...(found && !now && { [keyColumn]: keyTaken }),
          }
          if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
          return now === undefined ? { kind: 'new' } : { kind: 'known', id: now.id, now }
        }),
      )
    },
    async write(trx, rows) {
      const added: ReturnType<typeof records.columnsOf>[] = []
      for (const { id, form } of rows) {
        if (id === undefined) added.push(records.columnsOf(form))
        else await records.updateIn(trx, { user }, id, records.columnsOf(form))
      }
      await records.insertManyIn(trx, { user }, added)
    },
    onCommitted: () => records.spec.afterCommit?.(),
  }
}

/** Values that sheets may use for a column: labels, which come first because exports write them, or codes. */
export async function captionsOf(db: Db, dictionaries: Readonly<Partial<Record<string, string>>>) {
  const items = await loadDictItems(db)
  const found: Record<string, ImportDictionary> = {}
  for (const [column, code = ''] of Object.entries(dictionaries)) {
    const options = items[code] ?? []
    const values = new Map(options.map(({ text, value }) => [text, value]))
    for (const { value } of options) if (!values.has(value)) values.set(value, value)
    found[column] = { values }
  }
  return found
}
