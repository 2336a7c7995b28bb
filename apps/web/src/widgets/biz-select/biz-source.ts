import type { Endpoint } from '@natim/contract/endpoint'
import type { PickerColumn } from '../picker/picker-table.tsx'

/** A condition in the line above the rows. */
export interface BizFilter {
  readonly key: string
  readonly label: string
  /** `text` travels with wildcards; `plain`, `date` and `dict` as they are. */
  readonly kind: 'text' | 'plain' | 'date' | 'dict'
  /** Code of its dictionary, for `dict`. */
  readonly dict?: string
}

/** What a selector chooses from, as data: users, roles, positions, or anything with a list endpoint. */
export interface BizSource {
  /** What is chosen: `用户`. */
  readonly name: string
  /** Rows of a page; 5 by default. */
  readonly rows?: number
  /** px; 900 by default. */
  readonly width?: number
  /** Answers pages of rows; takes paging, filters, and a comma list of values under any field. */
  readonly list: Endpoint
  readonly columns: readonly PickerColumn[]
  readonly filters: readonly BizFilter[]
  /** Field shown of a chosen row. */
  readonly text: string
  readonly sort?: { readonly column: string; readonly order: 'asc' | 'desc' }
}
