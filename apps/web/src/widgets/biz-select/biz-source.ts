import type { PageEndpoint } from '../picker/pair.ts'
import type { PickerColumn } from '../picker/picker-table.tsx'

/** A condition in the row above the results. */
export interface BizFilter {
  readonly key: string
  readonly label: string
  /** `text` is sent with wildcards; `plain`, `date` and `dict` unchanged. */
  readonly kind: 'text' | 'plain' | 'date' | 'dict'
  /** Code of its dictionary, for `dict`. */
  readonly dict?: string
}

/** The source of a selector, as data: users, roles, positions, or anything with a list endpoint. */
export interface BizSource {
  /** Name of the rows: `用户`. */
  readonly name: string
  /** Rows per page; 5 by default. */
  readonly rows?: number
  /** px; 900 by default. */
  readonly width?: number
  /** Returns pages of rows; accepts paging, filters, and a comma list of values for any field. */
  readonly list: PageEndpoint
  readonly columns: readonly PickerColumn[]
  readonly filters: readonly BizFilter[]
  /** Label field of a chosen row. */
  readonly text: string
  readonly sort?: { readonly column: string; readonly order: 'asc' | 'desc' }
}
