import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { optionalId } from '../fields.ts'
import type { PermissionCode } from '../permissions.ts'
import { type ImportEndpoints, importEndpointsOf } from '../system/import.ts'
import {
  type BinEndpoints,
  type BulkEditEndpoints,
  binEndpoints,
  bulkEditEndpoints,
  type CrudEndpoints,
  crudEndpoints,
  type ResourceCode,
} from './crud-endpoints.ts'
import type { Field } from './field.ts'

export type Fields = Readonly<Record<string, Field>>

type Key<F> = keyof F & string
type FormKey<F> = { [K in Key<F>]: F[K] extends Field<z.ZodType> ? K : never }[Key<F>]

type FormShape<F> = { id: typeof optionalId } & {
  -readonly [K in FormKey<F>]: F[K] extends Field<infer Form extends z.ZodType> ? Form : never
}
type RowShape<F> = { id: z.ZodString } & {
  -readonly [K in Key<F> as F[K] extends Field<z.ZodType | undefined, z.ZodType> ? K : never]: F[K] extends Field<
    z.ZodType | undefined,
    infer Row extends z.ZodType
  >
    ? Row
    : never
} & {
  -readonly [K in Key<F> as F[K]['hasLabelText' & keyof F[K]] extends true ? `${K}_dictText` : never]: z.ZodString
}

type RowSchema<F> = z.ZodObject<RowShape<F>>
type FormSchema<F> = z.ZodObject<FormShape<F>>

/** Columns of a sheet, in their order; `own` = in a layout of the module. */
type Columns<F> = readonly Key<F>[] | 'own'

/** What sheets are read by; `own` = the module knows. */
type SheetIn<F> =
  | 'own'
  | {
      readonly columns: readonly FormKey<F>[]
      /** Column people tell rows by; unique. Without one, every row is a new one. */
      readonly key?: FormKey<F>
    }

/** What a resource is, said once. Absent capabilities are absent calls. */
interface Definition<
  F extends Fields,
  Out extends Columns<F> | undefined,
  In extends SheetIn<F> | undefined,
  Bulk extends true | undefined,
  Bin extends true | undefined,
  Fixed extends true | undefined,
> {
  /** `/sys/position` */
  readonly base: string
  /** Base of the permission codes: `system:position` of `system:position:add`. */
  readonly code: ResourceCode
  /** The right to read: `…:list` when absent. */
  readonly read?: 'view'
  /** Lists that selectors read too are open to others: to everybody signed in, or to those with another right. */
  readonly listAccess?: 'signedIn' | PermissionCode
  /** Page title, also the name of exported files. */
  readonly title: string
  /** One of them: 站点. */
  readonly entityLabel: string
  /** How they are counted: 个, 台. */
  readonly measureWord: string
  /** Component of its menu row, which carries its data rules. */
  readonly view: string
  /** How people know a row: its name, and its code behind it. */
  readonly knownBy: readonly [name: Key<F>, code?: Key<F>]
  /** Newest first when absent. */
  readonly sort?: Sort
  /** Under which consoles tell each other of changed rows (contract/30 §9). */
  readonly gridKey?: string
  readonly fields: F
  readonly exports?: Out
  readonly imports?: In
  /** One change for many rows. */
  readonly bulkEdit?: Bulk
  /** Deleted rows wait in a recycle bin. */
  readonly recycleBin?: Bin
  /** Rows come with the product: they are edited, never added or deleted. */
  readonly hasFixedRows?: Fixed
  /** One right for whatever changes rows, where adding and deleting have none of their own. */
  readonly writtenWith?: 'edit'
}

export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** What adds rows and deletes them. */
const ROW_CALLS = ['create', 'remove', 'removeMany', 'uses'] as const

type EndpointsOf<F, Out, Bulk, Bin, Fixed> = Omit<
  CrudEndpoints<RowSchema<F>, FormSchema<F>>,
  | (Out extends undefined ? 'exportXls' : never)
  | (Bin extends true ? 'restore' : never)
  | (Fixed extends true ? (typeof ROW_CALLS)[number] : never)
> &
  (Bulk extends true ? BulkEditEndpoints<FormSchema<F>> : unknown) &
  (Bin extends true ? BinEndpoints : unknown)

/** A resource as server and console read it, whichever it is. */
export interface AnyResource {
  readonly base: string
  readonly code: ResourceCode
  readonly title: string
  readonly entityLabel: string
  readonly measureWord: string
  readonly view: string
  readonly knownBy: readonly [name: string, code?: string]
  readonly sort: Sort
  readonly gridKey?: string
  readonly fields: Fields
  readonly row: z.ZodObject
  readonly form: z.ZodObject
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly exports: readonly string[]
  readonly imports:
    | { readonly columns: readonly string[]; readonly key?: string | undefined; readonly endpoints: ImportEndpoints }
    | undefined
}

export interface Resource<F extends Fields, Out, In, Bulk, Bin, Fixed> extends Omit<AnyResource, 'imports'> {
  readonly fields: F
  readonly row: RowSchema<F>
  readonly form: FormSchema<F>
  readonly endpoints: EndpointsOf<F, Out, Bulk, Bin, Fixed>
  readonly imports: In extends undefined ? undefined : NonNullable<AnyResource['imports']>
}

export type RowOf<R extends Pick<AnyResource, 'row'>> = z.output<R['row']>
/** Of forms after parsing. */
export type FormOf<R extends Pick<AnyResource, 'form'>> = z.output<R['form']>

const NEWEST_FIRST: Sort = { field: 'createTime', order: 'desc' }

/**
 * Describes a resource once. Its calls, its schemas, what lists filter by, what sheets hold, columns, search fields and
 * forms of the console follow from here; what differs is said where it differs (ADR 0036).
 */
export function defineResource<
  F extends Fields,
  const Out extends Columns<F> | undefined = undefined,
  const In extends SheetIn<F> | undefined = undefined,
  Bulk extends true | undefined = undefined,
  Bin extends true | undefined = undefined,
  Fixed extends true | undefined = undefined,
>(definition: Definition<F, Out, In, Bulk, Bin, Fixed>): Resource<F, Out, In, Bulk, Bin, Fixed> {
  const { fields, base, code, exports = [], imports, bulkEdit, recycleBin, hasFixedRows } = definition
  const form = formOf(fields)
  let row: z.ZodObject | undefined
  const shape = {
    ...definition,
    form,
    get row() {
      row ??= rowOf(fields)
      return row
    },
  }
  const { exportXls, ...plain } = crudEndpoints(shape)
  const rowCalls: ReadonlySet<string> = new Set(hasFixedRows ? ROW_CALLS : [])
  const described: AnyResource = {
    ...definition,
    form,
    sort: definition.sort ?? NEWEST_FIRST,
    exports: exports === 'own' ? [] : exports,
    get row() {
      return shape.row
    },
    endpoints: {
      ...Object.fromEntries(Object.entries(plain).filter(([name]) => !rowCalls.has(name))),
      ...(definition.exports && { exportXls }),
      ...(bulkEdit && bulkEditEndpoints(shape)),
      ...(recycleBin && binEndpoints(shape)),
    },
    imports: imports && {
      ...(imports === 'own' ? { columns: [] } : imports),
      endpoints: importEndpointsOf(base, `${code}:import` as PermissionCode),
    },
  }
  return described as unknown as Resource<F, Out, In, Bulk, Bin, Fixed>
}

function formOf(fields: Fields): z.ZodObject {
  const shape = Object.entries(fields).flatMap(([key, { form }]) => (form ? [[key, form] as const] : []))
  return z.object({ id: optionalId, ...Object.fromEntries(shape) })
}

function rowOf(fields: Fields): z.ZodObject {
  const shape = Object.entries(fields).flatMap(([key, { row, hasLabelText }]) => {
    const schema = row()
    if (schema === undefined) return []
    return hasLabelText ? [[key, schema] as const, [`${key}_dictText`, z.string()] as const] : [[key, schema] as const]
  })
  return z.object({ id: z.string(), ...Object.fromEntries(shape) })
}
