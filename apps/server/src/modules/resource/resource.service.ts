import type { Db, Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/journal.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import { type AnyColumns, createChanges } from './resource-changes.ts'
import { createReader, createRules } from './resource-reader.ts'
import { createWaysBack } from './resource-restore.ts'
import type { ResourceSpec } from './resource-spec.ts'

export type ResourceService<
  T extends ResourceTable = ResourceTable,
  Row = unknown,
  Form = unknown,
  Shown extends StoredRow<T> = StoredRow<T>,
> = ReturnType<typeof createResource<T, Row, Form, Shown>>

/**
 * Reads and writes a resource as its spec says. Every write runs in one transaction with its operation log line and the
 * row's new version. Rows hidden by the user's scope or data rules cannot be changed.
 */
export function createResource<T extends ResourceTable, Row, Form, Shown extends StoredRow<T> = StoredRow<T>>(
  db: Db,
  spec: ResourceSpec<T, Row, Form, Shown>,
) {
  const rules = createRules(db, spec)
  const changes = createChanges(spec, rules)
  const { insertIn, insertManyIn, updateIn, removeIn, lockOne } = changes
  const { restoreIn, unbinIn } = createWaysBack(spec, rules, changes)
  const toColumns = (form: Partial<Form>): AnyColumns => spec.toColumns?.(form) ?? (form as AnyColumns)

  /** @param idsOf ids of the written rows, from the result of the work */
  async function write<R>(work: (trx: Tx) => Promise<R>, idsOf: (result: R) => readonly string[]): Promise<R> {
    const result = await db.transaction().execute(work)
    spec.afterCommit?.(idsOf(result))
    return result
  }
  const writeTo = (ids: readonly string[], work: (trx: Tx) => Promise<void>) => write(work, () => ids)

  return {
    spec,
    tieBreaker: rules.tieBreaker,
    ...createReader(db, spec, rules),
    columnsOf: (form: Partial<Form>) => definedOf(toColumns(form)),
    insertIn,
    insertManyIn,
    updateIn,
    removeIn,
    restoreIn,
    lockIn: lockOne,
    write,

    create: (actor: Actor, form: Form): Promise<string> =>
      write(
        (trx) => insertIn(trx, actor, definedOf(toColumns(form))),
        (id) => [id],
      ),

    update: (actor: Actor, id: string, patch: Partial<Form>): Promise<void> =>
      writeTo([id], (trx) => updateIn(trx, actor, id, toColumns(patch))),

    /** Applies one change to all rows or to none. */
    updateMany: (
      actor: Actor,
      ids: readonly string[],
      patch: Partial<Form> | ((before: StoredRow<T>) => AnyColumns),
    ): Promise<void> =>
      writeTo(ids, async (trx) => {
        const columns = typeof patch === 'function' ? patch : toColumns(patch)
        // In the order in which rows are locked.
        for (const id of [...new Set(ids)].sort()) await updateIn(trx, actor, id, columns)
      }),

    remove: (actor: Actor, ids: readonly string[]): Promise<void> => writeTo(ids, (trx) => removeIn(trx, actor, ids)),

    restore: (actor: Actor, id: string, version?: number): Promise<void> =>
      writeTo([id], (trx) => restoreIn(trx, actor, id, version)),

    unbin: (actor: Actor, id: string): Promise<void> => writeTo([id], (trx) => unbinIn(trx, actor, id)),
  }
}

const definedOf = (columns: AnyColumns): AnyColumns =>
  Object.fromEntries(Object.entries(columns).filter(([key, value]) => key !== 'id' && value !== undefined))
