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

/** Columns of a sheet, in order; `own` = a layout of the module. */
type Columns<F> = readonly Key<F>[] | 'own'

/** How sheets are read; `own` = by the module. */
type SheetIn<F> =
  | 'own'
  | {
      readonly columns: readonly FormKey<F>[]
      /** Unique column that identifies rows. Without it every row is new. */
      readonly key?: FormKey<F>
    }

/** Single description of a resource. Absent capabilities have no calls. */
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
  /** Read permission: `…:list` when absent. */
  readonly read?: 'view'
  /** Access of lists that selectors read as well: every signed-in user, or holders of another permission. */
  readonly listAccess?: 'signedIn' | PermissionCode
  /** Page title, and the name of exported files. */
  readonly title: string
  /** Name of a single row: 站点. */
  readonly entityLabel: string
  /** Measure word for counts: 个, 台. */
  readonly measureWord: string
  /** Component of its menu row, to which its data rules belong. */
  readonly view: string
  /** Fields that identify a row to users: its name, and its code. */
  readonly knownBy: readonly [name: Key<F>, code?: Key<F>]
  /** Newest first when absent. */
  readonly sort?: Sort
  /** Key under which consoles notify each other of changed rows (contract/30 §9). */
  readonly gridKey?: string
  readonly fields: F
  readonly exports?: Out
  readonly imports?: In
  /** Supports one change to many rows. */
  readonly bulkEdit?: Bulk
  /** Deleted rows go to a recycle bin. */
  readonly recycleBin?: Bin
  /** Rows are shipped with the product: they are edited, never added or deleted. */
  readonly hasFixedRows?: Fixed
  /** One permission for all changes, where adding and deleting have none of their own. */
  readonly writtenWith?: 'edit'
}

export interface Sort {
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** Calls that add and delete rows. */
const ROW_CALLS = ['create', 'remove', 'removeMany', 'uses'] as const

type EndpointsOf<F, Out, Bulk, Bin, Fixed> = Omit<
  CrudEndpoints<RowSchema<F>, FormSchema<F>>,
  | (Out extends undefined ? 'exportXls' : never)
  | (Bin extends true ? 'restore' : never)
  | (Fixed extends true ? (typeof ROW_CALLS)[number] : never)
> &
  (Bulk extends true ? BulkEditEndpoints<FormSchema<F>> : unknown) &
  (Bin extends true ? BinEndpoints : unknown)

/** A resource of any shape, as used by server and console. */
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
/** A form after parsing. */
export type FormOf<R extends Pick<AnyResource, 'form'>> = z.output<R['form']>

const NEWEST_FIRST: Sort = { field: 'createTime', order: 'desc' }

/**
 * Describes a resource once. Its calls, schemas, list filters and sheets, and the console's columns, search fields and
 * forms are derived from it; exceptions are defined where they occur (ADR 0036).
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
  return described as Resource<F, Out, In, Bulk, Bin, Fixed>
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
