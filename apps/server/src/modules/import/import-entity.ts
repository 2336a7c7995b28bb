import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** A column of the sheet. Its key is a property of the form. */
export interface ImportColumnSpec<K extends string = string> {
  readonly key: K
  /** Heading of the template. */
  readonly title: string
  /** Alternative headings of the column. */
  readonly aliases?: readonly string[]
  readonly required?: boolean
  /** One-line hint about allowed values. */
  readonly hint?: string
  /** `list`: several texts separated by commas. */
  readonly kind?: 'text' | 'date' | 'list'
}

/** Texts for values: as written by the export, or the value itself. */
export interface ImportDictionary {
  /** Value by text. */
  readonly values: ReadonlyMap<string, string>
  /** Other texts are passed to the form's own rule. */
  readonly isOpen?: boolean
}

/** Schema of a sheet row; columns of a faulty row are validated one by one. */
export type SheetSchema<F> = z.ZodType<F> & { readonly shape: Readonly<Record<string, z.ZodType>> }

/** Result of checking a row against the register. */
export type RowOutcome =
  | { readonly kind: 'new' }
  /** The row exists; `now` holds its form properties. */
  | { readonly kind: 'known'; readonly id: string; readonly now: Readonly<Record<string, unknown>> }
  /** Messages by column key. */
  | { readonly kind: 'refused'; readonly errors: Readonly<Record<string, string>> }

export interface RowToWrite<F> {
  /** Id of the row to change; absent = a new one. */
  readonly id?: string
  /** For a row to change, only the columns filled by the sheet. */
  readonly form: F
}

/** One import by one user; register data is looked up once. */
export interface ImportSession<F> {
  readonly dictionaries: Readonly<Record<string, ImportDictionary>>
  /**
   * Outcomes in row order. Forms may be incomplete: those of rows to change, and those of faulty rows, whose valid part
   * is checked so that all errors are reported at once, but which are not written.
   */
  validate(db: Db, forms: readonly Partial<F>[], isFaulty?: boolean): Promise<readonly RowOutcome[]>
  write(trx: Tx, rows: readonly RowToWrite<F>[]): Promise<void>
  /** Called once after all rows, inside the transaction: for locks that others wait for. */
  finish?(trx: Tx): Promise<void>
  /** Called after the transaction. */
  onCommitted(): void
}

/** An importable list, declared beside it: same schema, permissions and scope as adding a row by hand (security §5). */
export interface ImportEntity<F extends object = object> {
  /** Stored with its jobs. */
  readonly name: string
  /** 站点 */
  readonly title: string
  readonly columns: readonly ImportColumnSpec[]
  readonly form: SheetSchema<F>
  /** Property that identifies a row; without one, every row is new. */
  readonly keyColumn?: string
  /** Unique properties besides the key, compared case-insensitively. */
  readonly uniqueColumns?: readonly string[]
  /** Keys are compared case-insensitively. */
  readonly keyIgnoresCase?: boolean
  /** Existing rows are never changed: `known` ones are identical and skipped. */
  readonly isAppendOnly?: true
  /** Accepts `.csv` as well as workbooks. */
  readonly takesCsv?: true
  /** Example row of the template, by column key. */
  readonly example: Readonly<Record<string, string>>
  /** Additional note in the template. */
  readonly note?: string
  open(user: SessionUser): Promise<ImportSession<F>>
}
