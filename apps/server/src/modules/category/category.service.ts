import type { HandlerInput } from '@natim/contract/endpoint'
import type { ListQuery } from '@natim/contract/fields'
import {
  CATEGORY_ROOT,
  type CategoryNode,
  type CategoryRow,
  type categoryEndpoints,
} from '@natim/contract/system/category'
import type { DictItem } from '@natim/contract/system/session'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { growTree } from '../../platform/tree.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import {
  CATEGORY_FIELDS,
  CATEGORY_LIST,
  type CategoryRecord,
  findCategories,
  findCategoryPage,
  hasCode,
  hasCodeBelow,
  hasId,
  isBelow,
  isBelowAny,
} from './category.repository.ts'
import { CATEGORY } from './category.resource.ts'
import { categoryConditions } from './condition.ts'

type Query<K extends keyof typeof categoryEndpoints> = HandlerInput<(typeof categoryEndpoints)[K]>['query']

const RULED = { component: CATEGORY.component, fields: CATEGORY_FIELDS }

/**
 * 分类字典: data for widgets (contract/30 §3), public names, and its table (contract/20 §8) under the user's data
 * rules.
 */
export function createCategoryService({ db }: { readonly db: Db }) {
  /** @throws AppError category.not_found */
  async function idOfCode(code: string | undefined): Promise<string> {
    if (code === undefined || code === '' || code === CATEGORY_ROOT) return CATEGORY_ROOT
    const [found] = await findCategories(db, [hasCode(code)])
    if (!found) throw new AppError('category.not_found')
    return found.id
  }

  const requestOf = (user: SessionUser, query: ListQuery) =>
    withDataRules(db, user, RULED, parseListRequest(query, CATEGORY_FIELDS, CATEGORY_LIST))

  /** Conditions of the user's data rules only. */
  const rulesOf = async (user: SessionUser) => (await requestOf(user, { pageNo: 1, pageSize: 1 })).conditions

  return {
    async treeRoot({ async: isLazy, pcode }: Query<'treeRoot'>): Promise<CategoryNode[]> {
      const pid = await idOfCode(pcode)
      if (isLazy === 'true') return (await findCategories(db, [isBelow(pid)])).map((record) => toNode(record, null))
      return growTree(await findCategories(db, []), pid, TREE)
    },

    async treeChildren(pid: string): Promise<CategoryNode[]> {
      return (await findCategories(db, [isBelow(pid)])).map((record) => toNode(record, null))
    },

    async treeData({ pid, pcode, condition }: Query<'treeData'>): Promise<CategoryNode[]> {
      const below = pid || (await idOfCode(pcode))
      const records = await findCategories(db, [isBelow(below), ...categoryConditions(condition)])
      return records.map((record) => toNode(record, null))
    },

    async one({ field, val }: Query<'one'>): Promise<CategoryRow> {
      const [record] = await findCategories(db, [field === 'id' ? hasId([val]) : hasCode(val)])
      if (!record) throw new AppError('category.not_found')
      return toRow(record)
    },

    /** @throws AppError category.not_found */
    async row(user: SessionUser, id: string): Promise<CategoryRow> {
      const [record] = await findCategories(db, [hasId([id]), ...(await rulesOf(user))])
      if (!record) throw new AppError('category.not_found')
      return toRow(record)
    },

    async names(ids: string, leaveOutUnknown: boolean): Promise<string[]> {
      const wanted = partsOf(ids)
      const records = await findCategories(db, [hasId(wanted)])
      const names = new Map(records.map(({ id, name }) => [id, name]))
      return wanted.filter((id) => !leaveOutUnknown || names.has(id)).map((id) => names.get(id) ?? id)
    },

    async allData(code: string): Promise<DictItem[]> {
      const records = await findCategories(db, code === CATEGORY_ROOT ? [] : [hasCodeBelow(code)])
      if (records.length === 0) throw new AppError('category.not_found')
      return records.map(({ id, name }) => ({ value: id, text: name, title: name, label: name }))
    },

    /** The top level, or matches anywhere in the tree when filtered. */
    async rootList(user: SessionUser, query: ListQuery) {
      const asked = parseListRequest(query, CATEGORY_FIELDS, CATEGORY_LIST)
      const atTop = asked.conditions.length === 0 ? [isBelow(CATEGORY_ROOT)] : []
      const request = await withDataRules(db, user, RULED, asked)
      const { records, total } = await findCategoryPage(db, request, atTop)
      return toPage(records.map(toRow), total, request)
    },

    /** Rows for export, at any level. */
    async sheet(user: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const request = await requestOf(user, query)
      const { records, total } = await findCategoryPage(db, request, ids === undefined ? [] : [hasId(ids)])
      return toPage(records.map(toRow), total, request)
    },

    /** Checks that the code starts with its parent's. @throws AppError category.code_misplaced */
    async assertCodeBelow(pid: string, code: string): Promise<void> {
      if (pid === '' || pid === CATEGORY_ROOT) return
      const [parent] = await findCategories(db, [hasId([pid])])
      if (parent === undefined || !code.startsWith(parent.code)) throw new AppError('category.code_misplaced')
    },

    async childList(user: SessionUser, { parentId, pid, condition }: Query<'childList'>): Promise<CategoryRow[]> {
      const below = isBelow(parentId || pid || CATEGORY_ROOT)
      const rules = await rulesOf(user)
      return (await findCategories(db, [below, ...categoryConditions(condition), ...rules])).map(toRow)
    },

    async childListBatch(user: SessionUser, parentIds: readonly string[]) {
      const records = (await findCategories(db, [isBelowAny(parentIds), ...(await rulesOf(user))])).map(toRow)
      return { records, total: records.length }
    },
  }
}

const partsOf = (list: string) => list.split(',').filter((part) => part !== '')

const TREE = {
  keyOf: ({ id }: CategoryRecord) => id,
  parentOf: ({ pid }: CategoryRecord) => pid,
  toNode: (record: CategoryRecord, children: CategoryNode[]) => toNode(record, record.hasChildren ? children : null),
}

const toNode = (
  { id, name, code, pid, hasChildren }: CategoryRecord,
  children: CategoryNode[] | null,
): CategoryNode => ({
  key: id,
  value: id,
  title: name,
  label: name,
  name,
  code,
  parentId: pid,
  leaf: !hasChildren,
  hasChildren,
  children,
})

const toRow = (record: CategoryRecord): CategoryRow => ({
  id: record.id,
  pid: record.pid,
  name: record.name,
  code: record.code,
  hasChild: record.hasChildren ? '1' : '0',
  hasChildren: record.hasChildren,
  sysOrgCode: record.sysOrgCode,
  createBy: record.createBy,
  createTime: toDateTimeText(record.createTime),
  updateBy: record.updateBy,
  updateTime: toDateTimeText(record.updateTime),
})
