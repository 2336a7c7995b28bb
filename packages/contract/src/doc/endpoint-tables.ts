import type { Endpoints } from '../endpoint.ts'
import type { AnyResource } from '../resource/define-resource.ts'

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'base' in value && 'fields' in value && 'endpoints' in value

const isEndpoint = (value: unknown) =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const isTable = (value: unknown): value is Endpoints =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0 && Object.values(value).every(isEndpoint)

/** The endpoint tables among the exports of a contract module, including those of resources. */
export const endpointTablesOf = (exported: readonly (readonly [name: string, value: unknown])[]): Endpoints[] =>
  exported.flatMap(([, value]) => {
    if (isResource(value)) return value.imports ? [value.endpoints, value.imports.endpoints] : [value.endpoints]
    return isTable(value) ? [value] : []
  })
