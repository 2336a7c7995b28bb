import type { AnyResource, FormOf, RowOf } from '@natim/contract/resource/define-resource'
import type { ImportEndpoints } from '@natim/contract/system/import'
import { CITIES, PROVINCES, regionName } from '@natim/domain/regions'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ImportColumnSpec, ImportDictionary, ImportEntity } from '../import/index.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import type { ResourceService } from './resource.service.ts'
import { createSheetImport } from './sheet-import.ts'

export type ResourceServiceOf<
  R extends AnyResource,
  T extends ResourceTable,
  Shown extends StoredRow<T> = StoredRow<T>,
> = ResourceService<T, RowOf<R>, FormOf<R>, Shown>

/** Column title of a field in sheets. */
export const labelIn = ({ fields }: AnyResource, key: string) => fields[key]?.sheetLabel ?? fields[key]?.label ?? key

type ImportOf<R extends AnyResource, T extends ResourceTable, Shown extends StoredRow<T>> = Parameters<
  typeof createSheetImport<T, RowOf<R>, FormOf<R> & object, Shown>
>[0]

/** Import endpoints of a resource and their entity. */
export interface Sheets {
  readonly endpoints: ImportEndpoints
  readonly entity: ImportEntity
}

/** The sheet import of a resource, derived from its fields and completed by the module. */
export function resourceImport<
  R extends AnyResource,
  T extends ResourceTable,
  Shown extends StoredRow<T> = StoredRow<T>,
>(
  db: Db,
  resource: R,
  records: ResourceServiceOf<R, T, Shown>,
  own: Partial<Omit<ImportOf<R, T, Shown>, 'db' | 'records'>> & {
    /** Hints on what a column accepts, where the description has none. */
    readonly hints?: Readonly<Record<string, string>>
  } = {},
): Sheets {
  const { imports, form, fields, base } = resource
  if (imports === undefined) throw new Error(`${base} takes no sheets.`)
  const { columns, key } = imports
  const ofColumns = <V>(pick: (field: AnyResource['fields'][string]) => V | undefined) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const value = fields[column] && pick(fields[column])
        return value === undefined ? [] : [[column, value] as const]
      }),
    )
  const { open, hints = {}, ...rest } = own
  const derived = {
    db,
    records,
    name: base.split('/').at(-1),
    form,
    ...(key !== undefined && { keyColumn: key }),
    columns: columns.map((column) => columnOf(resource, column, hints[column])),
    dictionaries: ofColumns(({ dictionary }) => dictionary),
    example: ofColumns(({ example }) => example),
    async open(user: SessionUser) {
      const session = await open?.(user)
      return {
        ...session,
        dictionaries: { ...ofColumns(({ isRegion }) => (isRegion ? REGIONS : undefined)), ...session?.dictionaries },
      }
    },
    ...rest,
  }
  return { endpoints: imports.endpoints, entity: createSheetImport(derived as ImportOf<R, T, Shown>) }
}

/** Regions by full name or code. */
const REGIONS: ImportDictionary = {
  values: new Map([...PROVINCES, ...CITIES].map(({ code }) => [regionName(code), code])),
  isOpen: true,
}

function columnOf(resource: AnyResource, key: string, told: string | undefined): ImportColumnSpec {
  const { form, hint = told, aliases, type } = resource.fields[key] ?? {}
  return {
    key,
    title: labelIn(resource, key),
    required: form !== undefined && !form.safeParse(undefined).success,
    ...(hint !== undefined && { hint }),
    ...(aliases && { aliases }),
    ...(type === 'date' && { kind: 'date' }),
  }
}
