import type { ListQuery } from '@natim/contract/fields'
import type { RecordUse, RecordVersion } from '@natim/contract/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { loadCaptions } from '../dict/index.ts'
import { guardConflicts } from './conflicts.ts'
import {
  deleteRecords,
  fieldName,
  findRecords,
  findVersions,
  findVisible,
  holds,
  insertRecord,
  RECORD_TIE,
  type RecordTable,
  type StoredRecord,
  tableName,
  updateRecord,
} from './record.repository.ts'
import type { RecordSpec } from './record-spec.ts'
import { bringBackCompanions, keepRemoved, type RemovedRow, takeRemoved } from './removed-row.repository.ts'
import { versionsOf } from './versions.ts'

type Columns = Readonly<Record<string, unknown>>

/** Of every register: set once, when a row is made. */
const BORN_WITH = new Set(['id', 'createBy', 'createTime'])

export type Records<T extends RecordTable = RecordTable, Row = unknown, Form = unknown> = ReturnType<
  typeof createRecords<T, Row, Form>
>

/**
 * Reads and writes a register as its spec says. Every write happens in one transaction with its line in the operation
 * log and the row's new version; nobody touches a row his data rules hide.
 */
export function createRecords<T extends RecordTable, Row, Form>(db: Db, spec: RecordSpec<T, Row, Form>) {
  const { table, fields } = spec
  const list = {
    defaultSort: spec.defaultSort ?? { field: 'createTime', order: 'desc' },
    tieBreaker: RECORD_TIE,
    ...(spec.subTables && { subTables: spec.subTables }),
  } as const
  const toColumns = (form: Partial<Form>): Columns => spec.toColumns?.(form) ?? (form as Columns)

  const live = spec.softDelete && holds(spec.softDelete.column, spec.softDelete.live)
  const requestOf = async (user: SessionUser, query: ListQuery, given: Db = db) => {
    const asked = parseListRequest(query, fields, list)
    const request = await withDataRules(given, user, { component: spec.component, fields }, asked)
    return live ? { ...request, conditions: [...request.conditions, live] } : request
  }

  /**
   * Conditions of the user's data rules alone. Within a transaction they are read over its own connection: were each
   * to wait for a second one, a poolful of writers would wait for each other.
   */
  const rulesOf = async (user: SessionUser, given: Db = db) =>
    (await requestOf(user, { pageNo: 1, pageSize: 1 }, given)).conditions

  async function lock(trx: Tx, user: SessionUser, ids: readonly string[]): Promise<StoredRecord<T>[]> {
    const records = await findVisible(trx, table, ids, await rulesOf(user, trx), { isLocked: true })
    if (records.length !== new Set(ids).size) throw new AppError('row.not_found')
    return records
  }

  function note(trx: Tx, actor: Actor, before: StoredRecord<T> | undefined, after: StoredRecord<T> | undefined) {
    const record = after ?? before
    if (record === undefined) return Promise.resolve()
    return writeChange(trx, actor, {
      table: tableName(table),
      id: record.id,
      noun: spec.noun,
      name: spec.nameOf(record),
      before: before && shown(before),
      after: after && shown(after),
    })
  }

  const unshown = new Set([...(spec.hidden ?? []), ...(spec.transient ?? [])])
  const shown = (record: StoredRecord<T>): Columns =>
    Object.fromEntries(Object.entries(record).filter(([column]) => !unshown.has(column)))

  const settable = (columns: Columns): Columns =>
    Object.fromEntries(
      Object.entries(columns).filter(
        ([column, value]) => !BORN_WITH.has(column) && value !== undefined && !spec.immutable?.includes(column),
      ),
    )

  /** Adds a row within a wider change. */
  async function insertIn(trx: Tx, actor: Actor, columns: Columns): Promise<string> {
    const row = { ...columns, id: newId(), createBy: actor.user.username }
    const after = await guardConflicts(spec.conflicts, () => insertRecord(trx, table, row))
    await note(trx, actor, undefined, after)
    return row.id
  }

  /** Changes a row within a wider change. */
  async function updateIn(trx: Tx, actor: Actor, id: string, columns: Columns): Promise<void> {
    const [before] = await lock(trx, actor.user, [id])
    const change = { ...settable(columns), updateBy: actor.user.username }
    const after = await guardConflicts(spec.conflicts, () => updateRecord(trx, table, id, change))
    await note(trx, actor, before, after)
  }

  async function removeIn(trx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
    const records = await lock(trx, actor.user, ids)
    const uses = ((await spec.uses?.(trx, records)) ?? []).filter(({ count }) => count > 0)
    if (uses.length > 0) throw inUse(uses)
    if (spec.softDelete === undefined) {
      await keepRemoved(trx, tableName(table), ids)
      await deleteRecords(trx, table, ids)
    } else for (const id of ids) await updateRecord(trx, table, id, mark(actor, 'deleted'))
    for (const record of records) await note(trx, actor, record, undefined)
  }

  const mark = (actor: Actor, state: 'live' | 'deleted'): Columns =>
    spec.softDelete ? { [spec.softDelete.column]: spec.softDelete[state], updateBy: actor.user.username } : {}

  async function bringBack(trx: Tx, actor: Actor, id: string, columns: Columns, removed?: RemovedRow): Promise<void> {
    const after = await guardConflicts(spec.conflicts, () =>
      spec.softDelete === undefined
        ? insertRecord(trx, table, { ...columns, id })
        : updateRecord<T>(trx, table, id, { ...settable(columns), ...mark(actor, 'live') }),
    )
    if (removed) await bringBackCompanions(trx, removed)
    await note(trx, actor, undefined, after)
    // Nobody's data rules could be asked while it was gone: a row they hide is not brought back.
    await lock(trx, actor.user, [id])
  }

  /**
   * Back to a version within a wider change; a deleted row comes back with what went along.
   *
   * @param version the newest when absent: the row as it was deleted
   */
  async function restoreIn(trx: Tx, actor: Actor, id: string, version?: number): Promise<void> {
    // First, for it makes two who take back the same deletion wait for each other.
    const removed = await takeRemoved(trx, tableName(table), id)
    if (live) await findVisible(trx, table, [id], [], { isLocked: true })
    const versions = await findVersions(trx, actor.user.tenantId, tableName(table), id)
    const wanted = version === undefined ? versions[0] : versions.find(({ dataVersion }) => dataVersion === version)
    if (wanted === undefined) throw new AppError('row.not_found')
    const columns = storable(wanted.dataContent as Columns)
    if (versions[0]?.operateType !== 4) {
      // Without a version somebody else has taken the deletion back: there is nothing to do, and nothing to note.
      if (version === undefined) await lock(trx, actor.user, [id])
      else await updateIn(trx, actor, id, settable(columns))
      return
    }
    if (removed === undefined) return bringBack(trx, actor, id, columns)
    const asItWas = storable(lasting(removed))
    return bringBack(trx, actor, id, wanted === versions[0] ? asItWas : { ...asItWas, ...settable(columns) }, removed)
  }

  /** The deleted row without what the program keeps in it. */
  const lasting = ({ content }: RemovedRow): Columns =>
    Object.fromEntries(
      Object.entries(content)
        .map(([column, value]) => [fieldName(column), value] as const)
        .filter(([field]) => !spec.transient?.includes(field)),
    )

  async function write<R>(work: (trx: Tx) => Promise<R>): Promise<R> {
    const result = await db.transaction().execute(work)
    spec.onChanged?.()
    return result
  }

  return {
    spec,
    columnsOf: (form: Partial<Form>) => definedOf(toColumns(form)),
    visible: async (given: Db, user: SessionUser, ids: readonly string[]) =>
      ids.length === 0 ? [] : findVisible(given, table, ids, await rulesOf(user, given)),
    /** What a user may see of the register, for statements over several of them. */
    conditionsFor: (user: SessionUser) => rulesOf(user),
    insertIn,
    updateIn,
    removeIn,

    async list(user: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const request = await requestOf(user, query)
      const [{ records, total }, captions] = await Promise.all([
        findRecords(db, table, request, ids),
        loadCaptions(db, spec.dictionaries),
      ])
      return toPage(
        records.map((record) => spec.toRow(record, captions)),
        total,
        request,
      )
    },

    async get(user: SessionUser, id: string): Promise<Row> {
      const [[record], captions] = await Promise.all([
        findVisible(db, table, [id], await rulesOf(user)),
        loadCaptions(db, spec.dictionaries),
      ])
      if (record === undefined) throw new AppError('row.not_found')
      return spec.toRow(record, captions)
    },

    create: (actor: Actor, form: Form): Promise<string> =>
      write((trx) => insertIn(trx, actor, definedOf(toColumns(form)))),

    update: (actor: Actor, id: string, patch: Partial<Form>): Promise<void> =>
      write((trx) => updateIn(trx, actor, id, toColumns(patch))),

    /** The same change for all of them, or for none. */
    updateMany: (actor: Actor, ids: readonly string[], patch: Partial<Form>): Promise<void> =>
      write(async (trx) => {
        // In one order for everybody, as rows are locked.
        for (const id of [...new Set(ids)].sort()) await updateIn(trx, actor, id, toColumns(patch))
      }),

    remove: (actor: Actor, ids: readonly string[]): Promise<void> => write((trx) => removeIn(trx, actor, ids)),

    async uses(user: SessionUser, ids: readonly string[]): Promise<RecordUse[]> {
      const records = await findVisible(db, table, ids, await rulesOf(user))
      const uses = (await spec.uses?.(db, records)) ?? []
      return uses.filter(({ count }) => count > 0).map((use) => ({ ...use, isBlocking: true }))
    },

    async history(user: SessionUser, id: string): Promise<RecordVersion[]> {
      const versions = await versionsOf(db, user, tableName(table), id)
      const [visible] = await findVisible(db, table, [id], await rulesOf(user))
      // Of a deleted row nobody's data rules can be asked; whoever sees the register sees that it was there.
      const isDeleted = versions[0]?.operateType === 4
      if (visible === undefined && !isDeleted) throw new AppError('row.not_found')
      return versions
    },

    restoreIn,
    restore: (actor: Actor, id: string, version?: number): Promise<void> =>
      write((trx) => restoreIn(trx, actor, id, version)),
  }
}

const definedOf = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([key, value]) => key !== 'id' && value !== undefined))

/** A version holds documents as they are; the driver would write an array as one of PostgreSQL's. */
const storable = (version: Columns): Columns =>
  Object.fromEntries(
    Object.entries(version).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )

const inUse = (uses: readonly RecordUse[]) =>
  new AppError('record.in_use', { data: { uses: uses.map(({ noun, count }) => `${noun} ${count} 个`).join('、') } })
