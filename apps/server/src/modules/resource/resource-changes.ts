import type { RowUse } from '@natim/contract/resource/crud-endpoints'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, type Change, writeChanges } from '../../platform/journal.ts'
import { guardConflicts } from './conflicts.ts'
import { keepRemoved } from './removed-row.repository.ts'
import {
  deleteRecords,
  findVisible,
  insertRecords,
  type ResourceTable,
  type StoredRow,
  tableName,
  updateRecord,
} from './resource.repository.ts'
import type { Rules } from './resource-reader.ts'
import type { Columns, ResourceSpec } from './resource-spec.ts'

export type AnyColumns = Readonly<Record<string, unknown>>

/** Columns of every resource that are set at creation only. */
const BORN_WITH = new Set(['id', 'createBy', 'createTime'])

export type Changes<T extends ResourceTable, Row, Form, Shown extends StoredRow<T>> = ReturnType<
  typeof createChanges<T, Row, Form, Shown>
>

/** Row changes within a transaction, each with its operation log line and version. */
export function createChanges<T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  spec: ResourceSpec<T, Row, Form, Shown>,
  { source, live }: Rules<T, Shown>,
) {
  const { table, softDelete } = spec

  async function lock(trx: Tx, user: SessionUser, ids: readonly string[]): Promise<StoredRow<T>[]> {
    const records = await findVisible(trx, source, ids, await live(user, trx), { isLocked: true })
    if (records.length !== new Set(ids).size) throw new AppError('row.not_found')
    return records
  }

  async function lockOne(trx: Tx, user: SessionUser, id: string): Promise<StoredRow<T>> {
    const [record] = await lock(trx, user, [id])
    if (record === undefined) throw new AppError('row.not_found')
    return record
  }

  const changeOf = (before: StoredRow<T> | undefined, after: StoredRow<T> | undefined): Change[] => {
    const record = after ?? before
    if (record === undefined) return []
    const { entityLabel } = spec
    const sides = { before: before && shown(before), after: after && shown(after) }
    return [{ table: tableName(table), id: record.id, entityLabel, name: spec.nameOf(record), ...sides }]
  }
  const note = (trx: Tx, actor: Actor, before: StoredRow<T> | undefined, after: StoredRow<T> | undefined) =>
    writeChanges(trx, actor, changeOf(before, after))

  const unshown = new Set([...(spec.hidden ?? []), ...(spec.transient ?? [])])
  const shown = (record: StoredRow<T>): AnyColumns =>
    Object.fromEntries(Object.entries(record).filter(([column]) => !unshown.has(column)))

  const settable = (columns: AnyColumns): Columns<T> =>
    Object.fromEntries(
      Object.entries(columns).filter(
        ([column, value]) => !BORN_WITH.has(column) && value !== undefined && !spec.immutable?.includes(column),
      ),
    ) as Columns<T>

  /**
   * Serializes lists and objects to JSON, except for array columns: the driver writes any list as a PostgreSQL array.
   */
  const documents = (columns: AnyColumns): AnyColumns =>
    Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [
        column,
        isDocument(value) && !spec.arrays?.includes(column) ? JSON.stringify(value) : value,
      ]),
    )

  const completed = async (trx: Tx, actor: Actor, columns: Columns<T>, before?: StoredRow<T>): Promise<Columns<T>> =>
    spec.beforeWrite === undefined ? columns : spec.beforeWrite(trx, actor, columns, before)

  /** Inserts rows within the caller's transaction. @returns their ids */
  async function insertManyIn(trx: Tx, actor: Actor, rows: readonly AnyColumns[]): Promise<string[]> {
    const complete: AnyColumns[] = []
    for (const columns of rows) {
      const row = await completed(trx, actor, columns as Columns<T>)
      complete.push({ ...documents(row), id: newId(), createBy: actor.user.username })
    }
    const added = await guardConflicts(spec.conflicts, () => insertRecords(trx, table, complete))
    for (const record of added) await spec.afterInsert?.(trx, actor, record)
    await writeChanges(
      trx,
      actor,
      added.flatMap((record) => changeOf(undefined, record)).map((change) => ({ ...change, isNew: true })),
    )
    return added.map(({ id }) => id)
  }

  async function insertIn(trx: Tx, actor: Actor, columns: AnyColumns): Promise<string> {
    const [id = ''] = await insertManyIn(trx, actor, [columns])
    return id
  }

  /**
   * Updates a row within the caller's transaction.
   *
   * @param columns the new values, or a function of the locked row that returns them
   */
  async function updateIn(
    trx: Tx,
    actor: Actor,
    id: string,
    columns: AnyColumns | ((before: StoredRow<T>) => AnyColumns),
  ): Promise<void> {
    if (typeof columns !== 'function') await spec.lockFirst?.(trx, columns as Columns<T>)
    const before = await lockOne(trx, actor.user, id)
    const asked = settable(typeof columns === 'function' ? columns(before) : columns)
    const change = { ...documents(await completed(trx, actor, asked, before)), updateBy: actor.user.username }
    const after = await guardConflicts(spec.conflicts, () => updateRecord(trx, table, id, change))
    await spec.afterUpdate?.(trx, actor, before, after)
    await note(trx, actor, before, after)
  }

  async function removeIn(trx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
    const records = await lock(trx, actor.user, ids)
    const uses = ((await spec.uses?.(trx, records)) ?? []).filter(blocks)
    if (uses.length > 0) throw spec.inUse ? new AppError(spec.inUse) : inUse(uses)
    if (softDelete === undefined) {
      await keepRemoved(trx, tableName(table), ids)
      await deleteRecords(trx, table, ids)
    } else {
      const removed: StoredRow<T>[] = []
      for (const { id } of records) removed.push(await updateRecord(trx, table, id, mark(actor, 'deleted')))
      await spec.afterRemove?.(trx, removed)
    }
    for (const record of records) await note(trx, actor, record, undefined)
  }

  const mark = (actor: Actor, state: 'live' | 'deleted'): AnyColumns =>
    softDelete ? { [softDelete.column]: softDelete[state], updateBy: actor.user.username } : {}

  return { lock, lockOne, note, settable, completed, mark, insertIn, insertManyIn, updateIn, removeIn }
}

const isDocument = (value: unknown) =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** References block a deletion unless they are marked as non-blocking. */
const blocks = ({ count, isBlocking = true }: RowUse) => isBlocking && count > 0

const inUse = (uses: readonly RowUse[]) =>
  new AppError('row.in_use_by', { data: { uses: uses.map(({ noun, count }) => `${noun} ${count} 个`).join('、') } })
