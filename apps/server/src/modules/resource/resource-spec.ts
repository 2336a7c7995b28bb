import type { ErrorCode } from '@natim/contract/errors'
import type { BinRow, RowUse } from '@natim/contract/resource/crud-endpoints'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/journal.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { SubTables } from '../../platform/list/super-query.ts'
import type { DataScope } from '../../platform/scope.ts'
import type { DictLabels } from '../dict/index.ts'
import type { ResourceTable, RowSource, SqlCondition, StoredRow } from './resource.repository.ts'

/** Some columns of a table, by name. */
export type Columns<T extends ResourceTable> = Readonly<Partial<StoredRow<T>>>

type Names = ReadonlyMap<string, string>

/** Description of a resource: only what differs between resources. */
export interface ResourceSpec<T extends ResourceTable, Row, Form, Shown extends StoredRow<T> = StoredRow<T>>
  extends ResourceRules<T> {
  readonly table: T
  /** Name of one row in messages and log lines: 职务. */
  readonly entityLabel: string
  /** Display name of a row. */
  nameOf(record: StoredRow<T>): string
  /** Component of the menu that carries the data rules: `system/SysPositionList`. */
  readonly component: string
  /** Fields that lists filter and sort by; without a source the table alias is `record`. */
  readonly fields: ListFields
  /** Source of rows that show more than the table's columns. */
  readonly source?: RowSource<T, Shown>
  /** Newest first when absent. */
  readonly defaultSort?: { readonly field: string; readonly order: 'asc' | 'desc' }
  /** Child tables that an advanced query may filter by. */
  readonly subTables?: SubTables
  /** Dictionaries whose labels rows show. */
  readonly dictionaries: readonly string[]
  toRow(record: Shown, labels: DictLabels): Row
  /** Columns that a form or a patch writes, by name. The form itself when absent. */
  toColumns?(form: Partial<Form>): Record<string, unknown>
  /** Columns set at creation only. */
  readonly immutable?: readonly string[]
  /** Secret columns, kept out of versions and log lines; restoring a deletion brings them back. */
  readonly hidden?: readonly string[]
  /** Internal state, kept out of versions and log lines and not restored. */
  readonly transient?: readonly string[]
  /** Columns left out when versions are shown: derived values and internal counters. */
  readonly unsaid?: readonly string[]
  /** The only columns shown of versions; all when absent. */
  readonly said?: readonly string[]
  /** Fields whose column has another name. */
  readonly columnsByField?: Readonly<Record<string, string>>
  /** Looks up display names for the keys in a column when versions are shown; unknown keys are shown as they are. */
  readonly names?: Readonly<Partial<Record<string, (db: Db, keys: readonly string[]) => Promise<Names> | Names>>>
  /** Columns of a PostgreSQL array type; other lists are stored as JSON. */
  readonly arrays?: readonly string[]
  /** Soft deletion: deleted rows are marked in this column and stay hidden and read-only until restored. */
  readonly softDelete?: {
    readonly column: string
    readonly live: number | string
    readonly deleted: number | string
    /** Another row may take the key of a deleted row. */
    readonly freesKey?: boolean
    /** Name and code shown in the recycle bin, where there is one. */
    readonly binned?: (record: StoredRow<T>) => Pick<BinRow, 'name' | 'code'>
  }
}

/** Rules of a resource's writes beyond the form. All but `afterCommit` run in the transaction of the write. */
export interface ResourceRules<T extends ResourceTable> {
  /** Restricts rows to the caller's data scope; all rows when absent. */
  scope?(scope: DataScope): SqlCondition
  /** Errors for violated unique constraints, by constraint name. */
  readonly conflicts: Readonly<Record<string, ErrorCode>>
  /**
   * Takes locks that other writers hold while they wait for rows; called before any row is locked.
   *
   * @param columns to be written; absent = any
   */
  lockFirst?(trx: Tx, columns?: Columns<T>): Promise<void>
  /**
   * Rejects or completes the columns to be written.
   *
   * @param columns that will be set; of an edit, only the edited ones
   * @param before the locked row; absent = a new one
   */
  beforeWrite?(trx: Tx, actor: Actor, columns: Columns<T>, before?: StoredRow<T>): Promise<Columns<T>>
  /** Side effects of an insert. */
  afterInsert?(trx: Tx, actor: Actor, record: StoredRow<T>): Promise<void>
  /** Side effects of an update. */
  afterUpdate?(trx: Tx, actor: Actor, before: StoredRow<T>, after: StoredRow<T>): Promise<void>
  /** References to these rows from elsewhere. Any of them blocks the deletion unless it is marked as non-blocking. */
  uses?(db: Db, records: readonly StoredRow<T>[]): Promise<readonly RowUse[]>
  /** Error for such a deletion; by default one that lists the references with their counts. */
  readonly inUse?: ErrorCode
  /** Side effects of a soft deletion. */
  afterRemove?(trx: Tx, records: readonly StoredRow<T>[]): Promise<void>
  /** Called with the soft-deleted row before it is restored. */
  beforeRestore?(trx: Tx, record: StoredRow<T>): Promise<void>
  /** @param ids of the written rows; absent = any */
  afterCommit?(ids?: readonly string[]): void
}
