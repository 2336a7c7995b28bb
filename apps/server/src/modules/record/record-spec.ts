import type { ErrorCode } from '@natim/contract/errors'
import type { RecordUse } from '@natim/contract/record'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { SubTables } from '../../platform/list/super-query.ts'
import type { Captions } from '../dict/index.ts'
import type { RecordTable, StoredRecord } from './record.repository.ts'

/** A plain register, described once: what differs from one to the next and nothing else. */
export interface RecordSpec<T extends RecordTable, Row, Form> {
  readonly table: T
  /** 职务: as messages and log lines call one. */
  readonly noun: string
  /** How people know a row. */
  nameOf(record: StoredRecord<T>): string
  /** Whose menu carries the data rules: `system/SysPositionList`. */
  readonly component: string
  /** What lists are filtered and sorted by; the table is called `record`. */
  readonly fields: ListFields
  /** Newest first when absent. */
  readonly defaultSort?: { readonly field: string; readonly order: 'asc' | 'desc' }
  /** What an advanced query may ask of the rows below a row. */
  readonly subTables?: SubTables
  /** Code dictionaries whose captions rows show. */
  readonly dictionaries: readonly string[]
  toRow(record: StoredRecord<T>, captions: Captions): Row
  /** Columns a form writes, by name; of a patch, only those it has. The form itself when absent. */
  toColumns?(form: Partial<Form>): Record<string, unknown>
  /** Columns set at birth and never by a later edit. */
  readonly immutable?: readonly string[]
  /** Secrets: no version and no log line holds these columns; whoever takes a deletion back gets them back. */
  readonly hidden?: readonly string[]
  /** State of the program in the row: no version, no log line, and not brought back. */
  readonly transient?: readonly string[]
  /** Rows of the register stay when they are deleted, marked by this column; nobody sees or changes them until restored. */
  readonly softDelete?: { readonly column: string; readonly live: number | string; readonly deleted: number | string }
  /** What the violation of a unique constraint means to people, by its name. */
  readonly conflicts: Readonly<Record<string, ErrorCode>>
  /** Rows elsewhere that refer to these; while there are any, nothing is deleted. */
  uses?(db: Db, records: readonly StoredRecord<T>[]): Promise<readonly RecordUse[]>
  /** After a change was committed. */
  onChanged?(): void
}
