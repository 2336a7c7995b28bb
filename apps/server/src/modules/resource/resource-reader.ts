import type { ListQuery } from '@natim/contract/fields'
import type { BinRow, RowUse, RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type ListRequest, parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { loadDictLabels } from '../dict/index.ts'
import { toBinRow } from './bin-row.ts'
import {
  findBinned,
  findByKey,
  findRecords,
  findShown,
  findVisible,
  holds,
  plainSource,
  type ResourceTable,
  type RowSource,
  type SqlCondition,
  type StoredRow,
  tableName,
  tieOf,
} from './resource.repository.ts'
import type { ResourceSpec } from './resource-spec.ts'
import { nameVersions, versionsOf } from './versions.ts'

const FIRST_ROW: ListQuery = { pageNo: 1, pageSize: 1 }

/** Conditions on the rows that a user may see. */
export function createRules<T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  db: Db,
  spec: ResourceSpec<T, Row, Form, Shown>,
) {
  const { table, fields, softDelete } = spec
  const source = spec.source ?? (plainSource(table) as RowSource<T, Shown>)
  const list = {
    defaultSort: spec.defaultSort ?? { field: 'createTime', order: 'desc' },
    tieBreaker: tieOf(source),
    ...(spec.subTables && { subTables: spec.subTables }),
  } as const
  const parse = (query: ListQuery) => parseListRequest(query, fields, list)

  const marked = (state: 'live' | 'deleted') =>
    softDelete ? [holds(source, softDelete.column, softDelete[state])] : []

  /** Narrows a request to the user's scope and data rules; deleted rows are included. */
  const requestOf = async (user: SessionUser, asked: ListRequest, given: Db = db) => {
    const request = await withDataRules(given, user, { component: spec.component, fields }, asked)
    return spec.scope ? { ...request, conditions: [...request.conditions, spec.scope(user.scope)] } : request
  }

  /**
   * Conditions of the user's scope and data rules. A transaction reads them over its own connection: writers that each
   * waited for a second one would exhaust the pool and deadlock.
   */
  const all = async (user: SessionUser, given: Db = db, query: ListQuery = FIRST_ROW) =>
    (await requestOf(user, parse(query), given)).conditions
  const live = async (user: SessionUser, given: Db = db, query?: ListQuery) => [
    ...(await all(user, given, query)),
    ...marked('live'),
  ]
  return { source, tieBreaker: list.tieBreaker, parse, marked, requestOf, all, live }
}

export type Rules<T extends ResourceTable, Shown> = Omit<
  ReturnType<typeof createRules<T, unknown, unknown, StoredRow<T>>>,
  'source'
> & {
  readonly source: RowSource<T, Shown>
}

/** Reads a resource as its spec says. */
export function createReader<T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  db: Db,
  spec: ResourceSpec<T, Row, Form, Shown>,
  rules: Rules<T, Shown>,
) {
  const { table, softDelete } = spec
  const { source } = rules

  const page = async (
    user: SessionUser,
    asked: ListRequest,
    ids?: readonly string[],
    more: readonly SqlCondition[] = [],
  ) => {
    const request = await rules.requestOf(user, asked)
    const conditions = [...request.conditions, ...rules.marked('live'), ...more]
    return { ...(await findRecords(db, source, { ...request, conditions }, ids)), request }
  }

  return {
    page,
    visible: async (given: Db, user: SessionUser, ids: readonly string[]) =>
      ids.length === 0 ? [] : findVisible(given, source, ids, await rules.live(user, given)),
    /** Rows with one of these keys, regardless of permissions. */
    withKeys: (given: Db, column: string, keys: readonly string[]) =>
      findByKey(given, source, column, keys, softDelete?.freesKey ? rules.marked('live') : []),
    /** Conditions on the rows that a user may see, or that a query finds; for statements over many rows. */
    conditionsFor: (user: SessionUser, query?: ListQuery) => rules.live(user, db, query),

    async list(user: SessionUser, query: ListQuery, ids?: readonly string[], more: readonly SqlCondition[] = []) {
      const [{ records, total, request }, labels] = await Promise.all([
        page(user, rules.parse(query), ids, more),
        loadDictLabels(db, spec.dictionaries),
      ])
      return toPage(
        records.map((record) => spec.toRow(record, labels)),
        total,
        request,
      )
    },

    async get(user: SessionUser, id: string): Promise<Row> {
      const [record, labels] = await Promise.all([
        findShown(db, source, id, await rules.live(user)),
        loadDictLabels(db, spec.dictionaries),
      ])
      if (record === undefined) throw new AppError('row.not_found')
      return spec.toRow(record, labels)
    },

    async uses(user: SessionUser, ids: readonly string[]): Promise<RowUse[]> {
      const records = await findVisible(db, source, ids, await rules.live(user))
      const uses = records.length === 0 ? [] : ((await spec.uses?.(db, records)) ?? [])
      return uses
        .filter(({ count }) => count > 0)
        .map(({ isBlocking = true, ...use }) => (isBlocking ? { ...use, isBlocking } : use))
    },

    async history(user: SessionUser, id: string): Promise<RowVersion[]> {
      const versions = await versionsOf(db, user, tableName(table), id)
      const [visible] = await findVisible(db, source, [id], await rules.all(user))
      // Data rules cannot be evaluated on a deleted row; users who may see the resource may read its history.
      const isGone = softDelete === undefined && versions[0]?.operateType === 4
      if (visible === undefined && !isGone) throw new AppError('row.not_found')
      return nameVersions(db, versions, spec)
    },

    /** Soft-deleted rows, newest first, 500 at most. */
    async recycled(user: SessionUser): Promise<BinRow[]> {
      const binned = softDelete?.binned
      if (binned === undefined) return []
      const records = await findBinned(db, source, [...(await rules.all(user)), ...rules.marked('deleted')])
      return records.map((record) => toBinRow(record, binned(record)))
    },
  }
}
