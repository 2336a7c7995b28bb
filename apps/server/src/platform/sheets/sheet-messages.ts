/** Why a sheet is refused; the suffix of an error code: `import.too_large`. */
export type SheetRefusal = 'too_large' | 'unsafe' | 'unreadable' | 'too_many_rows' | 'no_rows'

/** Input of the reading thread. */
export interface SheetOrder {
  readonly bytes: Uint8Array
  /** Possible headings: the row that contains most of them is the heading row. */
  readonly titles: readonly string[]
  readonly maxRows: number
}

/** A row of texts, one per heading, with its spreadsheet row number. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
}

/**
 * Messages from the thread: first the opened sheet, then a batch of rows on each request; an empty batch is the end.
 */
export type SheetMessage =
  | { readonly kind: 'opened'; readonly headings: readonly string[]; readonly total: number }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'refused'; readonly reason: SheetRefusal }
