import type { ErrorCode } from '@natim/contract/errors'
import type { BinRow, RowUse } from '@natim/contract/resource/crud-endpoints'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/journal.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { SubTables } from '../../platform/list/super-query.ts'
import type { DataScope } from '../../platform/scope.ts'
import type { DictLabels } from '../dict/index.ts'
import type { RowSource, ResourceTable, SqlCondition, StoredRow } from './resource.repository.ts'

/** Columns of a table by name, some of them. */
export type Columns<T extends ResourceTable> = Readonly<Partial<StoredRow<T>>>

type Names = ReadonlyMap<string, string>

/** A register, described once: what differs from one to the next and nothing else. */
export interface ResourceSpec<T extends ResourceTable, Row, Form, Shown extends StoredRow<T> = StoredRow<T>>
  extends ResourceRules<T> {
  readonly table: T
  /** 职务: as messages and log lines call one. */
  readonly entityLabel: string
  /** How people know a row. */
  nameOf(record: StoredRow<T>): string
  /** Whose menu carries the data rules: `system/SysPositionList`. */
  readonly component: string
  /** What lists are filtered and sorted by; without a source the table is called `record`. */
  readonly fields: ListFields
  /** Where rows come from that show more than the columns of the table. */
  readonly source?: RowSource<T, Shown>
  /** Newest first when absent. */
  readonly defaultSort?: { readonly field: string; readonly order: 'asc' | 'desc' }
  /** What an advanced query may ask of the rows below a row. */
  readonly subTables?: SubTables
  /** Code dictionaries whose labels rows show. */
  readonly dictionaries: readonly string[]
  toRow(record: Shown, labels: DictLabels): Row
  /** Columns a form writes, by name; of a patch, only those it has. The form itself when absent. */
  toColumns?(form: Partial<Form>): Record<string, unknown>
  /** Columns set at birth and never by a later edit. */
  readonly immutable?: readonly string[]
  /** Secrets: no version and no log line holds these columns; whoever takes a deletion back gets them back. */
  readonly hidden?: readonly string[]
  /** State of the program in the row: no version, no log line, and not brought back. */
  readonly transient?: readonly string[]
  /** Columns of which people are not told when they read versions: what follows from others, what the program counts. */
  readonly unsaid?: readonly string[]
  /** The fields of which people are told, where not of all columns. */
  readonly said?: readonly string[]
  /** Fields that lie in columns of another name. */
  readonly columnsByField?: Readonly<Record<string, string>>
  /** What people call the keys that a column holds, as they read versions; unknown ones stay. */
  readonly names?: Readonly<Partial<Record<string, (db: Db, keys: readonly string[]) => Promise<Names> | Names>>>
  /** Columns that are arrays of PostgreSQL; other lists are documents. */
  readonly arrays?: readonly string[]
  /** Rows of the register stay when they are deleted, marked by this column; nobody sees or changes them until restored. */
  readonly softDelete?: {
    readonly column: string
    readonly live: number | string
    readonly deleted: number | string
    /** The key of a deleted row may be given to another one. */
    readonly freesKey?: boolean
    /** How the recycle bin tells rows apart, where the register has one. */
    readonly binned?: (record: StoredRow<T>) => Pick<BinRow, 'name' | 'code'>
  }
}

/** What a register asks of its writes beyond the form. Each runs in the transaction of the write but `afterCommit`. */
export interface ResourceRules<T extends ResourceTable> {
  /** Rows of the caller's data scope; all when absent. */
  scope?(scope: DataScope): SqlCondition
  /** What the violation of a unique constraint means to people, by its name. */
  readonly conflicts: Readonly<Record<string, ErrorCode>>
  /**
   * Locks that others hold while they wait for rows: taken before any row is.
   *
   * @param columns to be written; absent = any
   */
  lockFirst?(trx: Tx, columns?: Columns<T>): Promise<void>
  /**
   * Refuses what is about to be written, or completes it.
   *
   * @param columns that will be set; of an edit, only those
   * @param before the locked row; absent = a new one
   */
  beforeWrite?(trx: Tx, actor: Actor, columns: Columns<T>, before?: StoredRow<T>): Promise<Columns<T>>
  /** What a new row brings along. */
  afterInsert?(trx: Tx, actor: Actor, record: StoredRow<T>): Promise<void>
  /** What a change of a row brings along. */
  afterUpdate?(trx: Tx, actor: Actor, before: StoredRow<T>, after: StoredRow<T>): Promise<void>
  /** Rows elsewhere that refer to these. Nothing is deleted while there are any, but those said not to block. */
  uses?(db: Db, records: readonly StoredRow<T>[]): Promise<readonly RowUse[]>
  /** What such a deletion is refused with; names the rows and their number when absent. */
  readonly inUse?: ErrorCode
  /** What ends with rows that were marked as deleted. */
  afterRemove?(trx: Tx, records: readonly StoredRow<T>[]): Promise<void>
  /** Before a marked row comes back, as it was marked. */
  beforeRestore?(trx: Tx, record: StoredRow<T>): Promise<void>
  /** @param ids of the rows that were written; absent = any */
  afterCommit?(ids?: readonly string[]): void
}
