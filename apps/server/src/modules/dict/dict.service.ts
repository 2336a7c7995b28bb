import { text as shortText } from '@natim/contract/fields'
import type { DictTreeNode } from '@natim/contract/system/dict'
import type { DictItem } from '@natim/contract/system/session'
import { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { fillVariables } from '../../platform/data-rules/variables.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type ParsedCondition, parseCondition, type Term } from './condition.ts'
import { findDictItems } from './dict.repository.ts'
import { type DictReference, parseDictReference } from './dict-reference.ts'
import { findSourceRows, findTreeRows, type SourceQuery } from './source.repository.ts'
import { DICT_SOURCES, type DictSource } from './sources.ts'

/** Maximum rows of a table dictionary sent (security §5). */
const MAX_ROWS = 1_000
const ORDER_SUFFIX = /\[orderby:(\w+),(asc|desc)\]\s*$/i

type TableReference = Extract<DictReference, { kind: 'table' }>

const toItem = ({ value, text }: { value: string; text: string }): DictItem => ({
  value,
  text,
  title: text,
  label: text,
})
const isUsable = ({ disabled = false }: DictItem) => !disabled

/** Every code dictionary; clients cache it for seven days. */
export async function loadDictItems(db: Db): Promise<Record<string, DictItem[]>> {
  const byCode: Record<string, DictItem[]> = {}
  for (const row of (await findDictItems(db)).filter(({ status }) => status === 1)) {
    const items = byCode[row.dictCode] ?? []
    byCode[row.dictCode] = items
    items.push(toItem({ value: row.itemValue, text: row.itemText }))
  }
  return byCode
}

/** Includes disabled items, marked, for rows that hold them. */
async function itemsOfCode(db: Db, code: string): Promise<DictItem[]> {
  return (await findDictItems(db, code)).map(({ itemValue, itemText, status }) => ({
    ...toItem({ value: itemValue, text: itemText }),
    ...(status === 1 ? {} : { disabled: true }),
  }))
}

/** All items of a code, disabled ones marked, or of a registered table; none for an unknown code. */
export async function loadDictItemsOf(db: Db, user: SessionUser, text: string): Promise<DictItem[]> {
  const reference = parseDictReference(text)
  if (reference.kind === 'code') return itemsOfCode(db, reference.code)
  const rows = await findSourceRows(db, user, { ...queryOf(reference, user), limit: MAX_ROWS })
  return rows.map(toItem)
}

export interface DictSearch {
  readonly keyword?: string | undefined
  readonly pageSize?: number | undefined
}

/** Items matching the typed text (contract/30 §1.2). */
export async function searchDict(db: Db, user: SessionUser, text: string, search: DictSearch): Promise<DictItem[]> {
  const { keyword = '', pageSize: limit = MAX_ROWS } = search
  const order = ORDER_SUFFIX.exec(keyword)
  const words = keyword.replace(ORDER_SUFFIX, '').trim()
  const reference = parseDictReference(text)
  if (reference.kind === 'code') {
    const items = (await itemsOfCode(db, reference.code)).filter(isUsable)
    return items.filter((item) => `${item.text} ${item.value}`.includes(words)).slice(0, limit)
  }
  const query = queryOf(reference, user)
  const orderBy = order?.[1]
    ? { column: order[1].toLowerCase(), isDescending: /desc/i.test(order[2] ?? '') }
    : undefined
  if (orderBy) assertColumn(query.source, orderBy.column)
  const fitting = words.includes(',') ? { oneOf: partsOf(words) } : { part: words }
  return (await findSourceRows(db, user, { ...query, ...fitting, orderBy, limit })).map(toItem)
}

/** Selected items first, then the others. */
export async function searchChosenFirst(db: Db, user: SessionUser, text: string, search: DictSearch) {
  const { keyword = '', pageSize = MAX_ROWS } = search
  const all = await searchDict(db, user, text, { keyword: '' })
  const chosen = new Set(partsOf(keyword))
  const isChosen = ({ value }: DictItem) => chosen.has(value)
  return [...all.filter(isChosen), ...all.filter((item) => !isChosen(item))].slice(0, pageSize)
}

/** Labels in the order of the keys. */
export async function loadDictTexts(db: Db, user: SessionUser, text: string, keys: string, leaveOutUnknown: boolean) {
  const wanted = partsOf(keys)
  const reference = parseDictReference(text)
  const items =
    reference.kind === 'code'
      ? await itemsOfCode(db, reference.code)
      : await findSourceRows(db, user, { ...queryOf(reference, user), keys: wanted, limit: MAX_ROWS })
  const labels = new Map(items.map((item) => [item.value, item.text]))
  return wanted.filter((key) => !leaveOutUnknown || labels.has(key)).map((key) => labels.get(key) ?? key)
}

/** Caption of one key; an unknown key is its own caption. A key may contain a comma. */
export async function loadDictText(db: Db, user: SessionUser, text: string, key: string): Promise<string> {
  const items = await loadDictItemsOf(db, user, text)
  return items.find(({ value }) => value === key)?.text ?? key
}

export interface TreeRequest {
  readonly tableName: string
  readonly text: string
  readonly code: string
  readonly pidField: string
  readonly pid?: string | undefined
  readonly condition?: string | undefined
}

/** One level of a registered tree. Leaves are determined from the data, whatever column the caller names for it. */
export async function loadDictTree(db: Db, user: SessionUser, request: TreeRequest): Promise<DictTreeNode[]> {
  const { tableName: table, text, code: key, pidField, pid } = request
  const { source } = queryOf({ kind: 'table', table, text, key, condition: undefined }, user)
  if (source.parent === undefined || source.parent !== pidField.toLowerCase()) throw new AppError('dict.source_unknown')
  const rows = await findTreeRows(db, user, {
    source: { ...source, parent: source.parent },
    text: text.toLowerCase(),
    key: key.toLowerCase(),
    terms: treeTerms(source, request.condition),
    parent: pid === undefined || pid === '' || pid === source.root ? null : pid,
    limit: MAX_ROWS,
  })
  return rows.map((row) => ({
    key: row.value,
    title: row.text,
    label: row.text,
    parentId: row.parentId ?? source.root ?? null,
    leaf: !row.hasChildren,
    value: null,
    code: null,
    icon: null,
    children: null,
  }))
}

const partsOf = (text: string) => text.split(',').filter((part) => part !== '')

/** Looks the triple up in the register; unregistered ones do not exist. */
function queryOf(reference: TableReference, user: SessionUser): Omit<SourceQuery, 'limit'> & { source: DictSource } {
  const [table, text, key] = [reference.table, reference.text, reference.key].map((name) => name.toLowerCase())
  const source = DICT_SOURCES.find((candidate) => candidate.table === table)
  const pair = source?.pairs.find((candidate) => candidate.text === text && candidate.key === key)
  if (!source || !pair) throw new AppError('dict.source_unknown')
  if (source.permission && !user.permissions.has(source.permission)) throw new AppError('permission.denied')
  const condition = reference.condition === undefined ? undefined : conditionOf(source, reference.condition, user)
  return { source, ...pair, condition }
}

function conditionOf(source: DictSource, text: string, user: SessionUser): ParsedCondition {
  const parsed = parseCondition(text)
  if (!parsed) throw new AppError('dict.condition_refused')
  const terms = parsed.anyOf.flat()
  for (const column of terms.map((term) => term.column)) assertColumn(source, column)
  if (parsed.orderBy) assertColumn(source, parsed.orderBy.column)
  return { ...parsed, anyOf: parsed.anyOf.map((group) => group.map((term) => filled(term, user))) }
}

/** Replaces `#{sys_user_code}` and the like by values of the caller. */
function filled({ column, test }: Term, user: SessionUser): Term {
  if (test === 'isNull' || !('value' in test)) return { column, test }
  const { username, realname, tenantId, scope } = user
  const subject = { username, realname, tenantId, orgCode: scope.orgCode, orgCodes: [], nowMs: Date.now() }
  const value = fillVariables(test.value, subject)
  if (value === undefined) throw new AppError('dict.condition_refused')
  return { column, test: { ...test, value } }
}

function assertColumn({ columns }: DictSource, column: string): void {
  if (!Object.hasOwn(columns, column)) throw new AppError('dict.condition_refused')
}

const treeCondition = z.record(z.string(), z.union([shortText(200), z.number().transform(String)]))

/** Parses the condition of a tree: a JSON object of columns and the substrings they contain. */
function treeTerms(source: DictSource, condition: string | undefined): Term[] {
  if (condition === undefined || condition === '') return []
  const given = treeCondition.safeParse(parsedJson(condition))
  if (!given.success) throw new AppError('dict.condition_refused', { cause: given.error })
  return Object.entries(given.data).map(([name, value]) => {
    const column = name.toLowerCase()
    assertColumn(source, column)
    return { column, test: { op: 'contains', value } }
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('dict.condition_refused', { cause: error })
  }
}
