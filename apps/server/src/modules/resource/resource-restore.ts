import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { guardConflicts } from './conflicts.ts'
import { type RemovedRow, restoreCompanions, takeRemoved } from './removed-row.repository.ts'
import {
  fieldName,
  findVersions,
  findVisible,
  insertRecord,
  type ResourceTable,
  type StoredRow,
  tableName,
  updateRecord,
} from './resource.repository.ts'
import type { AnyColumns, Changes } from './resource-changes.ts'
import type { Rules } from './resource-reader.ts'
import type { Columns, ResourceSpec } from './resource-spec.ts'

/** Restores a version, or a deleted row. */
export function createWaysBack<T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  spec: ResourceSpec<T, Row, Form, Shown>,
  { source, all }: Rules<T, Shown>,
  { lock, note, settable, completed, mark, updateIn }: Changes<T, Row, Form, Shown>,
) {
  const { table, softDelete } = spec
  const isDeleted = (record: AnyColumns) => softDelete !== undefined && record[softDelete.column] === softDelete.deleted

  /**
   * Restores a version within the caller's transaction; a deleted row returns with its companions.
   *
   * @param version the newest when absent: the row as it was deleted
   */
  async function restoreIn(trx: Tx, actor: Actor, id: string, version?: number): Promise<void> {
    await spec.lockFirst?.(trx)
    // Taken first: it serializes concurrent restores of the same deletion.
    const removed = await takeRemoved(trx, tableName(table), id)
    const record = softDelete && (await lockMarked(trx, actor.user, id))
    const versions = await findVersions(trx, actor.user.tenantId, tableName(table), id)
    const wanted = version === undefined ? versions[0] : versions.find(({ dataVersion }) => dataVersion === version)
    if (wanted === undefined && (version !== undefined || record === undefined)) throw new AppError('row.not_found')
    const content = storable(wanted?.dataContent ?? {})
    if (record ? !isDeleted(record) : versions[0]?.operateType !== 4) {
      // Without a version, another request has already restored the row: no change and no log line.
      if (version === undefined) await lock(trx, actor.user, [id])
      else await updateIn(trx, actor, id, content)
      return
    }
    if (record) await unmark(trx, actor, record, settable(version === undefined ? {} : content))
    else await insertAgain(trx, actor, id, settable(wanted === versions[0] ? {} : content), { content, removed })
    // Data rules cannot be evaluated on a deleted row or a version, so they are checked after the write: a row they
    // hide is not restored.
    await lock(trx, actor.user, [id])
  }

  async function lockMarked(trx: Tx, user: SessionUser, id: string): Promise<StoredRow<T>> {
    const [record] = await findVisible(trx, source, [id], await all(user, trx), { isLocked: true })
    if (record === undefined) throw new AppError('row.not_found')
    return record
  }

  /** A soft-deleted row keeps its content; what the version changes passes the rules of an edit. */
  async function unmark(trx: Tx, actor: Actor, record: StoredRow<T>, content: Columns<T>): Promise<void> {
    await spec.beforeRestore?.(trx, record)
    const change = { ...(await completed(trx, actor, content, record)), ...mark(actor, 'live') }
    const after = await guardConflicts(spec.conflicts, () => updateRecord<T>(trx, table, record.id, change))
    await note(trx, actor, undefined, after)
  }

  interface Gone {
    /** Content of the version. */
    readonly content: AnyColumns
    /** The saved deletion; undefined once it has expired. */
    readonly removed: RemovedRow | undefined
  }

  async function insertAgain(trx: Tx, actor: Actor, id: string, change: Columns<T>, { content, removed }: Gone) {
    const columns = removed ? { ...storable(lasting(removed)), ...change } : content
    const after = await guardConflicts(spec.conflicts, () => insertRecord(trx, table, { ...columns, id }))
    if (removed) await restoreCompanions(trx, removed)
    await note(trx, actor, undefined, after)
  }

  /** Content of the deleted row without transient columns. */
  const lasting = ({ content }: RemovedRow): AnyColumns =>
    Object.fromEntries(
      Object.entries(content)
        .map(([column, value]) => [fieldName(column), value] as const)
        .filter(([field]) => !spec.transient?.includes(field)),
    )

  /** Versions hold documents as plain values; serialized because the driver writes any list as a PostgreSQL array. */
  const storable = (version: AnyColumns): AnyColumns =>
    Object.fromEntries(
      Object.entries(version).map(([column, value]) => [
        column,
        typeof value === 'object' && value !== null && !spec.arrays?.includes(column) ? JSON.stringify(value) : value,
      ]),
    )

  /** Restores a soft-deleted row as it was. Of concurrent requests only one restores it. */
  async function unbinIn(trx: Tx, actor: Actor, id: string): Promise<void> {
    await spec.lockFirst?.(trx)
    const record = await lockMarked(trx, actor.user, id)
    if (!isDeleted(record)) throw new AppError('row.not_found')
    await unmark(trx, actor, record, settable({}))
  }

  return { restoreIn, unbinIn }
}
