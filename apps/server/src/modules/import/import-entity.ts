import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** A column of the sheet. Its key is a property of the form. */
export interface ImportColumnSpec<K extends string = string> {
  readonly key: K
  /** Heading of the template. */
  readonly title: string
  /** Other headings the column is known by. */
  readonly aliases?: readonly string[]
  readonly required?: boolean
  /** One line that says what fits in. */
  readonly hint?: string
  /** `list`: several texts with commas between them. */
  readonly kind?: 'text' | 'date' | 'list'
}

/** Texts that stand for values, both as the export writes them and by the value itself. */
export interface ImportDictionary {
  /** Value by text. */
  readonly values: ReadonlyMap<string, string>
  /** Other texts go through to the form's own rule. */
  readonly isOpen?: boolean
}

/** Form of a sheet's row; the columns of a faulty row are held against it one by one. */
export type SheetSchema<F> = z.ZodType<F> & { readonly shape: Readonly<Record<string, z.ZodType>> }

/** What the register says to a row. */
export type RowOutcome =
  | { readonly kind: 'new' }
  /** The register has it; `now` holds its form's properties. */
  | { readonly kind: 'known'; readonly id: string; readonly now: Readonly<Record<string, unknown>> }
  /** Messages by column key. */
  | { readonly kind: 'refused'; readonly errors: Readonly<Record<string, string>> }

export interface RowToWrite<F> {
  /** Of the row to change; absent = a new one. */
  readonly id?: string
  /** Of a row to change, only what the sheet fills. */
  readonly form: F
}

/** One import by one user: what the register knows is looked up once. */
export interface ImportSession<F> {
  readonly dictionaries: Readonly<Record<string, ImportDictionary>>
  /**
   * In the order of the rows. Forms may be incomplete: those of rows to change, and those of faulty rows, which are
   * validated by what is right of them, so that all their errors are told at once, and do not go in.
   */
  validate(db: Db, forms: readonly Partial<F>[], isFaulty?: boolean): Promise<readonly RowOutcome[]>
  write(trx: Tx, rows: readonly RowToWrite<F>[]): Promise<void>
  /** Once, after all rows, in the transaction: what locks rows that others wait for. */
  finish?(trx: Tx): Promise<void>
  /** After the transaction. */
  onCommitted(): void
}

/**
 * A list that takes sheets, declared beside it: same schema, same rights and scope as adding a row by hand
 * (security §5).
 */
export interface ImportEntity<F extends object = object> {
  /** Stored with its jobs. */
  readonly name: string
  /** 站点 */
  readonly title: string
  readonly columns: readonly ImportColumnSpec[]
  readonly form: SheetSchema<F>
  /** Property that identifies a row to people; without one, every row is a new one. */
  readonly keyColumn?: string
  /** Properties besides the key that no two rows share, whatever the case of their letters. */
  readonly uniqueColumns?: readonly string[]
  /** Keys that differ in the case of their letters are one. */
  readonly keyIgnoresCase?: boolean
  /** Rows the register has are never changed: `known` ones are as the sheet has them, and left out. */
  readonly isAppendOnly?: true
  /** Takes `.csv` beside workbooks. */
  readonly takesCsv?: true
  /** A row as an example in the template, by column key. */
  readonly example: Readonly<Record<string, string>>
  /** What the template says besides. */
  readonly note?: string
  open(user: SessionUser): Promise<ImportSession<F>>
}
