import { formatExact, formatNumber, NO_VALUE } from '@natim/domain/format'
import type { ReactNode } from 'react'
import { type Field, fieldOf, type Resource, type ResourceRow } from './define-resource.ts'

/** A column as the table draws it. */
export interface Column<Row extends ResourceRow> {
  /** Unique in the table; the field name for a column of a field. */
  readonly key: string
  /** Header text, and the name in the column settings. */
  readonly title: string
  /** px */
  readonly width: number
  readonly align?: 'start' | 'end'
  /** Property to sort by; absent = not sortable. */
  readonly sortField?: string
  readonly shown?: 'always' | 'wide' | 'chosen'
  /** Stays visible during horizontal scrolling; only for the first columns. */
  readonly isSticky?: boolean
  readonly render: (row: Row) => ReactNode
}

const DEFAULT_WIDTH = 120

/** One line with the whole text in its tooltip; tables never wrap (design §8). */
export function TextCell({ children }: { readonly children: string }) {
  return (
    <span className="ellipsis" title={children} style={{ display: 'block' }}>
      {children}
    </span>
  )
}

const Nothing = () => <span className="t-tertiary">{NO_VALUE}</span>

function cellOf(row: ResourceRow, key: string, field: Field<ResourceRow>): ReactNode {
  if (field.render) return field.render(row)
  const values = row as ResourceRow & Readonly<Record<string, unknown>>
  const value = values[`${key}_dictText`] ?? values[key]
  if (value === null || value === undefined || value === '') return <Nothing />
  const caption = field.choices?.[String(value)]
  if (caption !== undefined) return <TextCell>{caption}</TextCell>
  if (typeof value === 'number') return numberText(value, field.decimals)
  return <TextCell>{String(value)}</TextCell>
}

/** Numbers are not rounded unless the field says how. */
const numberText = (value: number, decimals: Field<unknown>['decimals'] = 'exact') =>
  decimals === 'exact' ? formatExact(value) : formatNumber(value, decimals)

function fieldColumn<Row extends ResourceRow>(resource: Resource, key: string): Column<Row> {
  const field = fieldOf(resource, key) ?? { label: key }
  return {
    key,
    title: field.label,
    width: field.width ?? DEFAULT_WIDTH,
    align: field.decimals === undefined ? 'start' : 'end',
    sortField: field.isSortable ? key : undefined,
    shown: field.shown,
    render: (row) => cellOf(row, key, field),
  }
}

/** Resolves the columns of a table from field names and custom columns of the page. */
export function resolveColumns<Row extends ResourceRow, K extends string>(
  resource: Resource<Row, K>,
  columns: readonly (K | Column<Row>)[],
): Column<Row>[] {
  return columns.map((column) => (typeof column === 'string' ? fieldColumn<Row>(resource, column) : column))
}
