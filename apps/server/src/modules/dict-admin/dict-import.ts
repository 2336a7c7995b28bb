import { dict, dictItem } from '@natim/contract/system/dict.resource'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import type { ImportEntity, ImportSession, RowOutcome, RowToWrite } from '../import/index.ts'
import { findForImport } from './dict-admin.repository.ts'
import { createDictAdmin } from './dict-admin.service.ts'

/** A row of the sheet: an item with its dictionary. */
const sheetForm = dict.form.pick({ dictName: true, dictCode: true, description: true }).extend({
  itemText: dictItem.form.shape.itemText,
  itemValue: dictItem.form.shape.itemValue,
  itemDescription: dictItem.form.shape.description,
  sortOrder: dictItem.form.shape.sortOrder,
})
type SheetForm = z.output<typeof sheetForm>
type Stored = Awaited<ReturnType<typeof findForImport>>[number]

/** Imports dictionaries, one row per item, in the export's format. */
export function createDictImport(db: Db): ImportEntity<SheetForm> {
  return {
    name: 'dict',
    title: '字典',
    form: sheetForm,
    columns: [
      { key: 'dictName', title: '字典名称', required: true },
      { key: 'dictCode', title: '字典编码', required: true, hint: '字母、数字和下划线' },
      { key: 'description', title: '描述' },
      { key: 'itemText', title: '字典项文本', required: true },
      { key: 'itemValue', title: '字典项值', required: true, hint: '字典内唯一，不能包含逗号' },
      { key: 'itemDescription', title: '字典项描述' },
      { key: 'sortOrder', title: '排序', hint: '整数，小的在前' },
    ],
    example: { dictName: '采样方式', dictCode: 'sample_mode', itemText: '泵吸', itemValue: '1', sortOrder: '1' },
    open: async (user) => openSession(db, { user }),
  }
}

function openSession(db: Db, actor: Actor): ImportSession<SheetForm> {
  const admin = createDictAdmin({ db })
  return {
    dictionaries: {},
    async validate(given, forms) {
      const stored = await findForImport(
        given,
        forms.map(({ dictCode = '' }) => dictCode),
      )
      return forms.map((form) => outcomeOf(form, stored))
    },
    async write(trx, rows) {
      for (const row of rows) await writeRow(trx, row)
    },
    onCommitted: () => undefined,
  }

  async function writeRow(trx: Tx, { form }: RowToWrite<SheetForm>): Promise<void> {
    const { dictCode, itemValue } = form
    const stored = await findForImport(trx, [dictCode])
    if (stored.some(({ delFlag }) => delFlag === 1)) throw new AppError('dict.code_in_use')
    const changes = definedOf({ dictName: form.dictName, description: form.description })
    const item = definedOf({
      itemText: form.itemText,
      description: form.itemDescription,
      sortOrder: form.sortOrder,
    })
    const dictId = stored[0]?.dictId ?? (await admin.dicts.insertIn(trx, actor, { ...changes, dictCode }))
    if (stored[0] && isOther(stored[0], changes)) await admin.dicts.updateIn(trx, actor, dictId, changes)
    const known = stored.find((row) => row.itemValue === itemValue)
    if (!known?.itemId) await admin.items.insertIn(trx, actor, { ...item, dictId, itemValue })
    else await admin.items.updateIn(trx, actor, known.itemId, item)
  }
}

const isOther = (stored: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) =>
  Object.entries(changes).some(([key, value]) => stored[key] !== value)

const definedOf = (columns: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined && value !== null))

/** A new value of a known dictionary is a new row; a dictionary in the bin accepts none. */
function outcomeOf({ dictCode, itemValue }: Partial<SheetForm>, stored: readonly Stored[]): RowOutcome {
  const rows = stored.filter((row) => row.dictCode === dictCode)
  if (rows.some(({ delFlag }) => delFlag === 1)) {
    return { kind: 'refused', errors: { dictCode: '该编码的字典在回收站中' } }
  }
  const known = rows.find((row) => row.itemValue === itemValue)
  return known?.itemId ? { kind: 'known', id: known.itemId, now: known } : { kind: 'new' }
}
