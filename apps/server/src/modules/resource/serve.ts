import type { AnyResource, FormOf, RowOf } from '@natim/contract/resource/define-resource'
import { regionName } from '@natim/domain/regions'
import { toDateTimeText } from '../../platform/wire.ts'
import type { DictLabels } from '../dict/index.ts'
import { listFieldsOf, type ResourceTable, type StoredRow, snakeCase, tableName } from './resource.repository.ts'
import type { ResourceRules, ResourceSpec } from './resource-spec.ts'

type Spec<R extends AnyResource, T extends ResourceTable, Shown extends StoredRow<T>> = ResourceSpec<
  T,
  RowOf<R>,
  FormOf<R>,
  Shown
>

/** What the server adds to the description of a resource: its tables and its write rules. */
type ServerSide<R extends AnyResource, T extends ResourceTable, Shown extends StoredRow<T>> = Pick<
  Spec<R, T, Shown>,
  'table' | 'source' | 'subTables' | 'toColumns' | 'hidden' | 'transient' | 'unsaid' | 'names' | 'arrays' | 'softDelete'
> &
  Omit<ResourceRules<T>, 'conflicts'> & {
    /** Display name of a row, where it is not in the row's columns. */
    readonly nameOf?: ResourceSpec<T, unknown, unknown>['nameOf']
    /** List fields that are not columns of the table. */
    readonly listFields?: ResourceSpec<T, unknown, unknown>['fields']
    /** Adds what a row shows besides its columns and their labels. */
    readonly toRow?: (row: Derived<R>, record: Shown, labels: DictLabels) => RowOf<R>
    /** Errors for constraints other than the uniqueness of one field. */
    readonly conflicts?: ResourceRules<T>['conflicts']
  }

/** The part of a row that follows from the description; fields that are not columns are missing. */
type Derived<R extends AnyResource> = RowOf<R>

/** A resource with its server side. */
export interface DescribedResource<
  R extends AnyResource = AnyResource,
  T extends ResourceTable = ResourceTable,
  Shown extends StoredRow<T> = StoredRow<T>,
> extends ResourceSpec<T, RowOf<R>, FormOf<R>, Shown> {
  readonly resource: R
}

/** Combines a resource of the contract with its server side. */
export function serve<R extends AnyResource, T extends ResourceTable, Shown extends StoredRow<T> = StoredRow<T>>(
  resource: R,
  side: ServerSide<R, T, Shown>,
): DescribedResource<R, T, Shown> {
  const { listFields, toRow = (row) => row, conflicts, ...rules } = side
  const { fields, knownBy, entityLabel, view, sort } = resource
  const [name, code] = knownBy
  const derive = rowReader(resource, side.hidden)
  const columns = columnsOf(fields)
  return {
    ...rules,
    resource,
    entityLabel,
    nameOf:
      side.nameOf ??
      ((record) => {
        const known: Readonly<Record<string, unknown>> = record
        return code === undefined ? String(known[name]) : `${String(known[name])}（${String(known[code])}）`
      }),
    component: view,
    defaultSort: sort,
    fields: { ...listFieldsOf(side.source?.alias ?? 'record', fields), ...listFields },
    said: Object.keys(fields).filter((key) => fields[key]?.label !== undefined),
    names: { ...regionNames(fields), ...side.names },
    ...(side.softDelete && { softDelete: { binned: binnedBy(knownBy), ...side.softDelete } }),
    dictionaries: Object.values(fields).flatMap(({ dictionary }) => dictionary ?? []),
    immutable: Object.entries(fields).flatMap(([key, { isImmutable, column = key }]) => (isImmutable ? [column] : [])),
    ...(Object.keys(columns).length > 0 && { toColumns: (form) => renamed(form, columns), columnsByField: columns }),
    conflicts: { ...uniquenessOf(side.table, fields), ...conflicts },
    toRow: (record, labels) => toRow(derive(record, labels) as Derived<R>, record, labels),
  }
}

/** Builds wire rows: the described columns, instants in wire format, and labels. Nothing else is exposed. */
function rowReader({ fields }: AnyResource, hidden: readonly string[] = []) {
  const shown = Object.entries(fields).filter(([key, { row }]) => row() !== undefined && !hidden.includes(key))
  return (record: Readonly<Record<string, unknown>>, labels: DictLabels): Readonly<Record<string, unknown>> => {
    const stored = record
    const row: Record<string, unknown> = { id: stored['id'] }
    for (const [key, { dictionary, isRegion, column = key }] of shown) {
      const value = stored[column]
      row[key] = value instanceof Date ? toDateTimeText(value) : value
      if (dictionary) row[`${key}_dictText`] = labels(dictionary, value as string | number | null)
      else if (isRegion) row[`${key}_dictText`] = regionName(String(value ?? ''))
    }
    return row
  }
}

const regionNames = (fields: AnyResource['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { isRegion }]) =>
      isRegion
        ? [[key, (_db: unknown, codes: readonly string[]) => new Map(codes.map((code) => [code, regionName(code)]))]]
        : [],
    ),
  )

/** Column names of the fields whose column has another name. */
const columnsOf = (fields: AnyResource['fields']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { column }]) => (column ? [[key, column]] : [])))

const renamed = (form: object, columns: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(form).map(([key, value]: [string, unknown]) => [columns[key] ?? key, value]))

const binnedBy =
  ([name, code = name]: AnyResource['knownBy']) =>
  (record: Readonly<Record<string, unknown>>) => {
    const known = record
    return { name: String(known[name]), code: String(known[code]) }
  }

/** Unique constraints under PostgreSQL's default names: `sys_position_code_key`. */
const uniquenessOf = (table: ResourceTable, fields: AnyResource['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { unique }]) =>
      unique ? [[`${tableName(table)}_${snakeCase(key)}_key`, unique] as const] : [],
    ),
  )
