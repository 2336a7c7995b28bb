import { exampleOf } from '@natim/contract/doc/example'
import { jsonSchemaOf } from '@natim/contract/doc/json-schema'
import type { AnyResource, RowOf } from '@natim/contract/resource/define-resource'
import type { z } from 'zod'

/** A row of a resource: empty where allowed, else any valid value. Tests pass only the fields they are about. */
export function buildRow<R extends Pick<AnyResource, 'row'>>(resource: R, given: Partial<RowOf<R>>): RowOf<R> {
  const shape: Record<string, z.ZodType> = resource.row.shape
  const rest = Object.entries(shape).map(([key, schema]) => [
    key,
    schema.safeParse(null).success ? null : exampleOf(jsonSchemaOf(schema)),
  ])
  return { ...Object.fromEntries(rest), ...given } as RowOf<R>
}
