/** Why a sheet is refused; the rest of an error code of the catalogue: `import.too_large`. */
export type SheetRefusal = 'too_large' | 'unsafe' | 'unreadable' | 'too_many_rows' | 'no_rows'

/** What the reading thread is given. */
export interface SheetOrder {
  readonly bytes: Uint8Array
  /** Titles that headings may have: the row that has most of them is the row of headings. */
  readonly titles: readonly string[]
  readonly maxRows: number
}

/** A row of texts, one a heading, with its number as a spreadsheet counts. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
}

/** What the thread says: once what the sheet is, then rows whenever it is asked for more; an empty batch is the end. */
export type SheetMessage =
  | { readonly kind: 'opened'; readonly headings: readonly string[]; readonly total: number }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'refused'; readonly reason: SheetRefusal }
