import type { Endpoints } from '@natim/contract/endpoint'
import type { AnyResource } from '@natim/contract/resource/define-resource'
import type { Field } from '@natim/contract/resource/field'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Handlers, implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { binHandlers, bulkEditHandlers, crudHandlers } from './crud-handlers.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import { createResource, type ResourceService } from './resource.service.ts'
import { labelIn, type ResourceServiceOf, resourceImport, type Sheets } from './resource-import.ts'
import type { DescribedResource } from './serve.ts'

/** Handlers for all calls of a resource; a module spreads them and overrides those that differ. */
export function resourceHandlers<
  R extends AnyResource,
  T extends ResourceTable,
  Shown extends StoredRow<T> = StoredRow<T>,
>(db: Db, resource: R, records: ResourceServiceOf<R, T, Shown>): Handlers<R['endpoints']> {
  const given = records as unknown as ResourceService<T, object, object>
  const known: Handlers<Endpoints> = {
    ...crudHandlers(db, given as never, {
      title: `${resource.entityLabel}列表`,
      columns: sheetColumns(resource) as never,
    }),
    ...bulkEditHandlers(given),
    ...(resource.endpoints['recycled'] && binHandlers(given)),
  } as never
  const served = Object.keys(resource.endpoints).map((name) => [name, known[name]])
  return Object.fromEntries(served) as Handlers<R['endpoints']>
}

/** Columns of an export; values with labels are exported as labels. */
function sheetColumns(resource: AnyResource): SheetColumn<Readonly<Record<string, unknown>>>[] {
  return resource.exports.map((key) => ({
    title: labelIn(resource, key),
    value: (row) => textOf(resource.fields[key], row[`${key}_dictText`] ?? row[key]),
  }))
}

const textOf = (field: Field | undefined, value: unknown) =>
  (field?.choices?.[String(value)] ?? value) as string | number | null

/** Dependencies of every resource. */
export interface ResourceDeps {
  readonly db: Db
  readonly bus: Bus
}

/** A self-contained part of the server: its routes and sheet imports. */
export interface Module<Deps = ResourceDeps> {
  readonly routes?: (api: FastifyInstance, deps: Deps) => void
  readonly sheets?: (deps: Deps) => readonly Sheets[]
}

/**
 * Module of a resource that needs only its description.
 *
 * @param news event published after each write to processes that cache the rows
 */
export function resourceModule<R extends AnyResource, T extends ResourceTable, Shown extends StoredRow<T>>(
  spec: DescribedResource<R, T, Shown>,
  news?: 'registers' | 'limits',
): Module {
  const { resource } = spec
  const { imports } = resource
  const recordsOf = ({ db, bus }: ResourceDeps) =>
    createResource(db, news ? { ...spec, afterCommit: () => bus.publish(news, {}) } : spec)
  return {
    routes: (api, deps) =>
      implement(api, resource.endpoints, resourceHandlers(deps.db, resource, recordsOf(deps)) as never),
    sheets: (deps) => (imports ? [resourceImport(deps.db, resource, recordsOf(deps))] : []),
  }
}
