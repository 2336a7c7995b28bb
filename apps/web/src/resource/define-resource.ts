import type { CallResult, Endpoint } from '@natim/contract/endpoint'
import type { ErrorCode } from '@natim/contract/errors'
import type { BinEndpoints, BulkEditEndpoints, CrudEndpoints } from '@natim/contract/resource/crud-endpoints'
import type { QueryFieldTraits } from '@natim/contract/super-query'
import type { ImportEndpoints } from '@natim/contract/system/import'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { FieldWidget } from './inputs/field-widget.ts'

/** Every row of every list has a text id. */
export interface ResourceRow {
  readonly id: string
  /** Actions the server will refuse for this row, by action name, with the reason. */
  readonly refusals?: Readonly<Record<string, string>> | undefined
}

/** The endpoints of a resource; a missing endpoint hides its action. Shapes as in contract/00 §8, §9, §11. */
export interface ResourceEndpoints {
  readonly list: Endpoint
  readonly create?: Endpoint
  readonly update?: Endpoint
  readonly remove?: Endpoint
  readonly removeMany?: Endpoint
  readonly exportXls?: Endpoint
  /** Applies one change to many rows. */
  readonly updateMany?: BulkEditEndpoints['updateMany']
  /** Other bulk action on ticked rows, such as 冻结. */
  readonly actMany?: Endpoint
  /** References to the rows about to be deleted. */
  readonly uses?: CrudEndpoints['uses']
  /** The versions of a row. */
  readonly history?: CrudEndpoints['history']
  /** Restores a version, also of a deleted row. */
  readonly restore?: CrudEndpoints['restore']
  /** Restores a version, where `restore` only restores from the recycle bin. */
  readonly restoreVersion?: BinEndpoints['restoreVersion']
  /** Deleted rows that `restore` can restore. */
  readonly recycled?: BinEndpoints['recycled']
}

/** Row type, whether the list returns pages or all rows at once (trees). */
export type RowOf<E extends ResourceEndpoints> =
  CallResult<E['list']> extends
    | { records: readonly (infer Row extends ResourceRow)[] }
    | readonly (infer Row extends ResourceRow)[]
    ? Row
    : never

/** Match mode of a filter: contains, equals, or everything inside a region (contract/00 §8). */
export type SearchMode = 'like' | 'eq' | 'region'

export interface Field<Row> {
  readonly label: string
  /** How the list is filtered by it; absent = no filter. */
  readonly search?: SearchMode
  /**
   * Offered in the advanced query, with the control of its widget or with these traits. The server must know the field.
   */
  readonly query?: true | QueryFieldTraits
  /** Control in the form and the search row; a text input by default. */
  readonly widget?: FieldWidget
  /** Help line below the control. */
  readonly help?: string
  /** Set on creation; read-only when editing. */
  readonly isImmutable?: boolean
  /** Can be set on many rows at once. */
  readonly isBulk?: boolean
  /** Takes a full line of the form. */
  readonly isWide?: boolean
  /** Server errors that belong to this field. */
  readonly refusals?: readonly ErrorCode[]
  /** Column width, px. */
  readonly width?: number
  /** Labels of its values, in cells. */
  readonly choices?: Readonly<Record<number | string, string>>
  /** Decimals of a numeric column, which is right-aligned. `exact`: as many as each value has. */
  readonly decimals?: number | 'exact'
  readonly isSortable?: boolean
  /** `wide`: shown from 1440 px on; `chosen`: only when the user picks it in the column settings. */
  readonly shown?: 'always' | 'wide' | 'chosen'
  /**
   * Renders the cell; by default the dictionary text, else the value. A method, for bivariant parameters: a resource
   * fits where its rows are wider.
   */
  render?(row: Row): ReactNode
}

export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** What controllers and parts read. `K` is the union of keys a page may name. */
export interface Resource<Row extends ResourceRow = ResourceRow, K extends string = string> {
  /** Page title, also the name of the exported file. */
  readonly title: string
  /** Name of one row: 站点. */
  readonly entityLabel: string
  /** Measure word for counting them: 个, 台. */
  readonly measureWord: string
  /** Accessible name of a row, where its name alone is ambiguous. */
  nameOf?(row: Row): string
  readonly endpoints: ResourceEndpoints
  /** Import endpoints, where rows can be imported. */
  readonly imports?: ImportEndpoints
  /** Form schema; required marks, lengths and patterns are read from it. */
  readonly form: z.ZodObject
  readonly defaultSort: Sort
  readonly fields: Readonly<Partial<Record<K, Field<Row>>>>
  /** Endpoints whose results change with the list (counts, trees); refetched with it. */
  readonly related: readonly Endpoint[]
  /**
   * Key under which consoles notify each other of changed rows (contract/30 §9); the server knows who may receive it.
   */
  readonly gridKey?: string
  /** Fields set when a version is restored; by default all that differ. */
  readonly restored?: readonly string[]
  /** Rows belong to departments and regions: an empty list may hold rows that others see. */
  readonly isScoped?: true
}

interface Definition<E extends ResourceEndpoints, F extends z.ZodObject, K extends string> {
  readonly title: string
  readonly entityLabel: string
  readonly measureWord: string
  nameOf?(row: RowOf<E>): string
  readonly endpoints: E
  readonly imports?: ImportEndpoints
  readonly form: F
  readonly defaultSort: Sort
  readonly fields: Readonly<Partial<Record<K & FieldKey<E, F>, Field<RowOf<E>>>>>
  readonly related?: readonly Endpoint[]
  readonly gridKey?: string
  readonly restored?: readonly string[]
  readonly isScoped?: true
}

/** Keys of a row or of the form; anything else is a compile error. */
export type FieldKey<E extends ResourceEndpoints, F extends z.ZodObject> = (keyof RowOf<E> | keyof z.input<F>) & string

/** Describes a resource once; everything else is derived from it. */
export function defineResource<E extends ResourceEndpoints, F extends z.ZodObject, K extends FieldKey<E, F>>(
  definition: Definition<E, F, K>,
): Resource<RowOf<E>, K> {
  return { related: [], ...definition }
}

/** Looks up a field by key, ignoring the row type. */
export function fieldOf(resource: Resource, key: string): Field<ResourceRow> | undefined {
  return Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
}
