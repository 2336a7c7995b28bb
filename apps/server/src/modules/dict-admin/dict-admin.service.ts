import { CODE_DICTIONARIES } from '@natim/contract/dict'
import type { ListQuery } from '@natim/contract/fields'
import type { DictRow, dict, dictItem } from '@natim/contract/system/dict.resource'
import { isKeyOf } from '@natim/domain/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { createResource, type ResourceServiceOf } from '../resource/index.ts'
import { DICT, DICT_ITEM } from './dict.resource.ts'
import {
  type DictKey,
  deleteDict,
  findDeletedDicts,
  findDictKeys,
  findItemKeys,
  isLiveDict,
  isValueTaken,
  lockDeletedDict,
  SHEET_LIST,
} from './dict-admin.repository.ts'

type Dicts = ResourceServiceOf<typeof dict, 'sysDict'>
type Items = ResourceServiceOf<typeof dictItem, 'sysDictItem'>

/** Items of a code that the program relies on: only their labels can be changed (users may add further items). */
const ownItemsOf = (dictCode: string): Readonly<Record<string, string>> | undefined =>
  isKeyOf(CODE_DICTIONARIES, dictCode) ? CODE_DICTIONARIES[dictCode].items : undefined

/** Dictionaries have no captions. */
const NO_CAPTIONS = () => ''
const ONE = { pageNo: 1, pageSize: 1 } as const

const builtIn = ({ dictName: name }: DictKey, action: string) =>
  new AppError('dict.built_in', { data: { name, action } })

/** Dictionaries, where the code of a shipped one stays. @throws AppError dict.built_in */
const shippedDictsKept = (db: Db, dicts: Dicts): Dicts => ({
  ...dicts,

  async update(actor, id, patch) {
    const [dict] = await findDictKeys(db, [id])
    const isRenamed = patch.dictCode !== undefined && patch.dictCode !== dict?.dictCode
    if (dict && isRenamed && ownItemsOf(dict.dictCode)) throw builtIn(dict, '修改编码')
    await dicts.update(actor, id, patch)
  },

  async remove(actor, ids) {
    const own = (await findDictKeys(db, ids)).find(({ dictCode }) => ownItemsOf(dictCode))
    if (own) throw builtIn(own, '删除')
    await dicts.remove(actor, ids)
  },
})

/** Items, where the value of a shipped one stays. @throws AppError dict.built_in */
const shippedItemsKept = (db: Db, items: Items): Items => ({
  ...items,

  /** @throws AppError row.not_found for a dictionary in the bin, dict.value_in_use */
  async create(actor, form) {
    if (!(await isLiveDict(db, form.dictId))) throw new AppError('row.not_found')
    return items.create(actor, form)
  },

  async update(actor, id, patch) {
    const [item] = await findItemKeys(db, [id])
    const isChanged = patch.itemValue !== undefined && patch.itemValue !== item?.itemValue
    if (item && isChanged && isOwn(item)) throw builtIn(item, '修改数据值')
    await items.update(actor, id, patch)
  },

  async remove(actor, ids) {
    const own = (await findItemKeys(db, ids)).find(isOwn)
    if (own) throw builtIn(own, '删除字典项，可将其停用')
    await items.remove(actor, ids)
  },
})

/** 数据字典: administration of dictionaries and their items (contract/20 §7). */
export function createDictAdmin({ db }: { readonly db: Db }) {
  const dicts = createResource(db, DICT)
  const items = createResource(db, DICT_ITEM)
  const ruled = { component: DICT.component, fields: DICT.fields }
  /** The recycle bin follows the data rules of the list. */
  const rulesOf = async (user: SessionUser, given: Db = db) =>
    (await withDataRules(given, user, ruled, parseListRequest(ONE, DICT.fields, SHEET_LIST))).conditions
  return {
    dicts: shippedDictsKept(db, dicts),
    items: shippedItemsKept(db, items),

    async bin(user: SessionUser): Promise<DictRow[]> {
      return (await findDeletedDicts(db, await rulesOf(user))).map((record) => DICT.toRow(record, NO_CAPTIONS))
    },

    /** Permanently deletes entries of the recycle bin only. @throws AppError row.not_found */
    purge: (actor: Actor, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const dict = await lockDeletedDict(trx, id, await rulesOf(actor.user, trx))
        if (dict === undefined) throw new AppError('row.not_found')
        await deleteDict(trx, id)
        await writeOperation(trx, actor, {
          content: `彻底删除字典：${DICT.nameOf(dict)}`,
          operateType: OPERATE.delete,
          objectId: id,
        })
      }),

    async treeList(user: SessionUser, dictName: string) {
      const query = { pageNo: 1, pageSize: 5_000, ...(dictName !== '' && { dictName: `*${dictName}*` }) }
      const { records } = await dicts.list(user, { ...query, column: 'dictCode', order: 'asc' })
      return records.map((row) => ({ ...row, key: row.id, title: row.dictName }))
    },

    /** Items of one dictionary; empty without one. */
    listItems: (user: SessionUser, query: ListQuery) =>
      items.list(user, { ...query, dictId: String(query['dictId'] ?? '') || '-' }),

    /** @throws AppError dict.value_in_use */
    async assertValueFree({ dictId, itemValue, id }: { dictId: string; itemValue: string; id?: string | undefined }) {
      if (await isValueTaken(db, dictId, itemValue, id || undefined)) throw new AppError('dict.value_in_use')
    },
  }
}

const isOwn = ({ dictCode, itemValue }: { readonly dictCode: string; readonly itemValue: string }) =>
  Object.hasOwn(ownItemsOf(dictCode) ?? {}, itemValue)
