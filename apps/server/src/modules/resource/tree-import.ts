import { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportColumnSpec, ImportEntity, ImportSession, RowOutcome, SheetSchema } from '../import/index.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import type { ResourceService } from './resource.service.ts'
import { captionsOf } from './sheet-import.ts'

const LEVEL_CHARS = 3

/** A tree code in a sheet: one letter and two digits per level. */
export const levelCodes = (entityLabel: string) =>
  z.string().regex(/^([A-Z](0[1-9]|[1-9]\d)){1,20}$/, `${entityLabel}格式不正确，如 A01A02`)

interface TreeImport<T extends ResourceTable, Row, Form, Sheet extends object> {
  readonly db: Db
  readonly records: ResourceService<T, Row, Form>
  readonly name: string
  readonly form: SheetSchema<Sheet>
  readonly columns: readonly ImportColumnSpec<keyof Sheet & string>[]
  /** Column that holds the codes. */
  readonly codeColumn: keyof Sheet & string
  /** Name of a parent: 上级部门. */
  readonly parentNoun: string
  readonly example: Readonly<Record<string, string>>
  readonly dictionaries?: Readonly<Partial<Record<keyof Sheet & string, string>>>
  /** Columns that place a row in the tree. */
  placeOf(code: string, parent: StoredRow<T> | undefined): Readonly<Record<string, unknown>>
  /** Locks the tree against changes until the end of the transaction. */
  lock(trx: Tx): Promise<void>
}

/** Import of a tree from sheets: the code determines the parent, which must exist or be in the sheet. */
export function createTreeImport<T extends ResourceTable, Row, Form, Sheet extends object>(
  options: TreeImport<T, Row, Form, Sheet>,
): ImportEntity<Sheet> {
  const { name, columns, form, codeColumn: keyColumn, example, records } = options
  const title = records.spec.entityLabel
  return { name, title, columns, form, keyColumn, example, open: (user) => openSession(options, user) }
}

const parentOf = (code: string) => code.slice(0, -LEVEL_CHARS)

async function openSession<T extends ResourceTable, Row, Form, Sheet extends object>(
  { db, records, codeColumn, parentNoun, dictionaries, placeOf, lock }: TreeImport<T, Row, Form, Sheet>,
  user: SessionUser,
): Promise<ImportSession<Sheet>> {
  const codeOf = (row: object) => String((row as Record<string, unknown>)[codeColumn] ?? '')
  const refused = (message: string): RowOutcome => ({ kind: 'refused', errors: { [codeColumn]: message } })
  /** Codes seen so far: rows arrive in several batches. */
  const inSheet = new Set<string>()

  async function add(trx: Tx, code: string, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const [parent] = await records.visible(trx, user, await idsOf(trx, parentOf(code)))
    if (parent === undefined && parentOf(code) !== '') throw new AppError('import.parent_missing', { data: { code } })
    await records.insertIn(trx, { user }, { ...columns, [codeColumn]: code, ...placeOf(code, parent) })
  }
  const idsOf = async (trx: Tx, code: string) =>
    code === '' ? [] : (await records.withKeys(trx, codeColumn, [code])).map(({ id }) => id)

  return {
    dictionaries: await captionsOf(db, dictionaries ?? {}),
    async validate(given, forms, isFaulty = false) {
      const codes = forms.map(codeOf)
      if (!isFaulty) for (const code of codes) inSheet.add(code)
      const stored = await records.withKeys(given, codeColumn, [...codes, ...codes.map(parentOf)])
      const ids = stored.map(({ id }) => id)
      const mine = new Map((await records.visible(given, user, ids)).map((record) => [codeOf(record), record]))
      const taken = new Set(stored.map(codeOf))
      return codes.map((code): RowOutcome => {
        const now = mine.get(code)
        if (now !== undefined) return { kind: 'known', id: now.id, now }
        if (taken.has(code)) return refused('编码已被占用（已删除或不在您的数据范围内）')
        const parent = parentOf(code)
        if (parent !== '' && !mine.has(parent) && !inSheet.has(parent)) return refused(`${parentNoun} ${parent} 不存在`)
        return { kind: 'new' }
      })
    },
    async write(trx, rows) {
      await lock(trx)
      // Parents first: the sheet may list them in any order.
      for (const { id, form } of [...rows].sort((a, b) => codeOf(a.form).length - codeOf(b.form).length)) {
        const columns = records.columnsOf(form as Partial<Form>)
        if (id === undefined) await add(trx, codeOf(form), columns)
        else await records.updateIn(trx, { user }, id, columns)
      }
    },
    onCommitted: () => records.spec.afterCommit?.(),
  }
}
