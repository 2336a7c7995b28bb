import type { Endpoints } from '../endpoint.ts'
import type { AnyResource } from '../resource/define-resource.ts'

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'base' in value && 'fields' in value && 'endpoints' in value

/** The endpoint tables among what a module of the contract exports: those of resources, and those called so. */
export const endpointTablesOf = (exported: readonly (readonly [name: string, value: unknown])[]): Endpoints[] =>
  exported.flatMap(([name, value]) => {
    if (isResource(value)) return value.imports ? [value.endpoints, value.imports.endpoints] : [value.endpoints]
    return name.endsWith('Endpoints') ? [value as Endpoints] : []
  })
