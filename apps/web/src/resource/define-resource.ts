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
  /** What the server will refuse to do with it, by the name of the action, and why. */
  readonly refusals?: Readonly<Record<string, string>> | undefined
}

/** The endpoints of a resource; what is missing is not offered. Shapes as in contract/00 §8, §9, §11. */
export interface ResourceEndpoints {
  readonly list: Endpoint
  readonly create?: Endpoint
  readonly update?: Endpoint
  readonly remove?: Endpoint
  readonly removeMany?: Endpoint
  readonly exportXls?: Endpoint
  /** One change for many rows. */
  readonly updateMany?: BulkEditEndpoints['updateMany']
  /** What else a page does with ticked rows: 冻结. */
  readonly actMany?: Endpoint
  /** What refers to rows about to be deleted. */
  readonly uses?: CrudEndpoints['uses']
  /** The versions of a row. */
  readonly history?: CrudEndpoints['history']
  /** Back to a version, also of a deleted row. */
  readonly restore?: CrudEndpoints['restore']
  /** Back to a version, where `restore` leads out of the bin alone. */
  readonly restoreVersion?: BinEndpoints['restoreVersion']
  /** Deleted rows that can come back by `restore`. */
  readonly recycled?: BinEndpoints['recycled']
}

/** Of a page, or of all rows at once: trees. */
export type RowOf<E extends ResourceEndpoints> =
  CallResult<E['list']> extends
    | { records: readonly (infer Row extends ResourceRow)[] }
    | readonly (infer Row extends ResourceRow)[]
    ? Row
    : never

/** How a filter travels: contains, equals, or everything inside a region (contract/00 §8). */
export type SearchMode = 'like' | 'eq' | 'region'

export interface Field<Row> {
  readonly label: string
  /** How the list can be narrowed by it; absent = no filter. */
  readonly search?: SearchMode
  /** Asked about in the advanced query: with the control of its widget, or as told here. The server must know it. */
  readonly query?: true | QueryFieldTraits
  /** Control of form and search row; a text input by default. */
  readonly widget?: FieldWidget
  /** Line below the control. */
  readonly help?: string
  /** Set at birth: read but not changed by whoever edits. */
  readonly isImmutable?: boolean
  /** Many rows may get the same value at once. */
  readonly isBulk?: boolean
  /** Whole line of the form. */
  readonly isWide?: boolean
  /** Refusals of the server that belong to this field. */
  readonly refusals?: readonly ErrorCode[]
  /** Column width, px. */
  readonly width?: number
  /** Captions of its values, in cells. */
  readonly choices?: Readonly<Record<number | string, string>>
  /** Decimals of a numeric column; numbers stand right. `exact`: as many as each value has. */
  readonly decimals?: number | 'exact'
  readonly isSortable?: boolean
  /** `wide`: shown from 1440 px on; `chosen`: only when the user picks it in the column settings. */
  readonly shown?: 'always' | 'wide' | 'chosen'
  /** Cell; by default the dictionary text, else the value. A method, so that a resource fits where its rows are wider. */
  render?(row: Row): ReactNode
}

export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** What controllers and parts read. `K` are the keys a page may name. */
export interface Resource<Row extends ResourceRow = ResourceRow, K extends string = string> {
  /** Page title, also the name of the exported file. */
  readonly title: string
  /** One of them: 站点. */
  readonly entityLabel: string
  /** How they are counted: 个, 台. */
  readonly measureWord: string
  /** How those who hear the page know a row, where its name alone does not tell it from the others. */
  nameOf?(row: Row): string
  readonly endpoints: ResourceEndpoints
  /** Calls of the import, where rows can be imported. */
  readonly imports?: ImportEndpoints
  /** Rules of the form: required marks, lengths and patterns are read from here. */
  readonly form: z.ZodObject
  readonly defaultSort: Sort
  readonly fields: Readonly<Partial<Record<K, Field<Row>>>>
  /** Answers that change with the list: counts, trees. Read again with it. */
  readonly related: readonly Endpoint[]
  /** Key under which consoles tell each other of changed rows (contract/30 §9); the server knows who may hear it. */
  readonly gridKey?: string
  /** Fields that going back to a version sets; by default all that differ. */
  readonly restored?: readonly string[]
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
}

/** Names of a row or of the form; nothing else compiles. */
export type FieldKey<E extends ResourceEndpoints, F extends z.ZodObject> = (keyof RowOf<E> | keyof z.input<F>) & string

/** Describes a resource once; everything else is derived from it. */
export function defineResource<E extends ResourceEndpoints, F extends z.ZodObject, K extends FieldKey<E, F>>(
  definition: Definition<E, F, K>,
): Resource<RowOf<E>, K> {
  return { related: [], ...definition }
}

/** The field of a key, whatever its rows are. */
export function fieldOf(resource: Resource, key: string): Field<ResourceRow> | undefined {
  return Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
}
