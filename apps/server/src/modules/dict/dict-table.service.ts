import type { HandlerInput } from '@natim/contract/endpoint'
import type { ErrorCode } from '@natim/contract/errors'
import type { ListQuery } from '@natim/contract/fields'
import type { DictItemRow, DictRow, dictForm, dictItemForm, dictTableEndpoints } from '@natim/contract/system/dict'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { type Captions, loadCaptions } from './captions.ts'
import {
  DICT_FIELDS,
  DICT_LIST,
  type DictRecord,
  findDicts,
  findItems,
  ITEM_FIELDS,
  ITEM_LIST,
  type ItemRecord,
  insertDict,
  insertItem,
  isLiveDict,
  isValueTaken,
  updateDict,
  updateItem,
} from './dict-table.repository.ts'

type Patch<F extends z.ZodType> = Partial<z.output<F>> & { readonly id: string }
type Query<K extends 'items' | 'checkItem'> = HandlerInput<(typeof dictTableEndpoints)[K]>['query']

/** 数据字典: the tables behind the code dictionaries. */
export function createDictTables({ db }: { readonly db: Db }) {
  return {
    async list(query: ListQuery, ids?: readonly string[]) {
      const request = parseListRequest(query, DICT_FIELDS, DICT_LIST)
      const { records, total } = await findDicts(db, request, ids)
      return toPage(records.map(toDictRow), total, request)
    },

    /** @throws AppError dict.code_in_use */
    async create(user: SessionUser, { id: _id, ...form }: z.output<typeof dictForm>): Promise<{ id: string }> {
      const id = newId()
      await guardUnique(() => insertDict(db, { ...form, id, createBy: user.username }))
      return { id }
    },

    /** @throws AppError dict.code_in_use, row.not_found */
    async update(user: SessionUser, { id, ...form }: Patch<typeof dictForm>): Promise<void> {
      const isThere = await guardUnique(() => updateDict(db, id, { ...form, updateBy: user.username }))
      if (!isThere) throw new AppError('row.not_found')
    },

    async items({ dictId, ...query }: Query<'items'>) {
      const request = parseListRequest(query, ITEM_FIELDS, ITEM_LIST)
      const [{ records, total }, captions] = await Promise.all([
        findItems(db, dictId, request),
        loadCaptions(db, ['dict_item_status']),
      ])
      return toPage(
        records.map((record) => toItemRow(record, captions)),
        total,
        request,
      )
    },

    /** @throws AppError row.not_found, dict.value_in_use */
    async createItem(user: SessionUser, { id: _id, ...form }: z.output<typeof dictItemForm>): Promise<{ id: string }> {
      if (!(await isLiveDict(db, form.dictId))) throw new AppError('row.not_found')
      const id = newId()
      await guardUnique(() => insertItem(db, { ...form, id, createBy: user.username }))
      return { id }
    },

    /** An item stays in its dictionary. @throws AppError row.not_found, dict.value_in_use */
    async updateItem(user: SessionUser, { id, dictId: _dictId, ...form }: Patch<typeof dictItemForm>): Promise<void> {
      const isThere = await guardUnique(() => updateItem(db, id, { ...form, updateBy: user.username }))
      if (!isThere) throw new AppError('row.not_found')
    },

    /** @throws AppError dict.value_in_use */
    async assertValueFree({ dictId, itemValue, id }: Query<'checkItem'>): Promise<void> {
      if (await isValueTaken(db, dictId, itemValue, id || undefined)) throw new AppError('dict.value_in_use')
    },
  }
}

const UNIQUE: Readonly<Record<string, ErrorCode>> = {
  sys_dict_dict_code_key: 'dict.code_in_use',
  sys_dict_item_dict_id_item_value_key: 'dict.value_in_use',
}

async function guardUnique<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const code = constraint === undefined ? undefined : UNIQUE[constraint]
    throw code === undefined ? error : new AppError(code, { cause: error })
  }
}

const toDictRow = (record: DictRecord): DictRow => ({
  id: record.id,
  dictName: record.dictName,
  dictCode: record.dictCode,
  description: record.description,
  type: record.type,
  ...traceOf(record),
})

const toItemRow = (record: ItemRecord, captions: Captions): DictItemRow => ({
  id: record.id,
  dictId: record.dictId,
  itemText: record.itemText,
  itemValue: record.itemValue,
  description: record.description,
  sortOrder: record.sortOrder,
  status: record.status,
  status_dictText: captions('dict_item_status', record.status),
  ...traceOf(record),
})

const traceOf = (record: DictRecord | ItemRecord) => ({
  createBy: record.createBy,
  createTime: toDateTimeText(record.createTime),
  updateBy: record.updateBy,
  updateTime: toDateTimeText(record.updateTime),
})
