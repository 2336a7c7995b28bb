import { z } from 'zod'
import { formOfPatch } from '../patch.ts'

/** The subset of JSON Schema 2020-12 that contract schemas produce. */
export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly not?: unknown
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly minItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly description?: string
}

/** A schema of the wire format: before the reader's defaults and transforms. What JSON cannot express is left open. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' })
  const form = formOfPatch(schema)
  if (form === undefined) return rest as JsonSchema
  const { $defs, properties: { id: _id, ...properties } = {} } = jsonSchemaOf(form.partial())
  return {
    ...rest,
    ...($defs && { $defs }),
    properties: { ...(rest as JsonSchema).properties, ...properties },
  } as JsonSchema
}

/** Whether a property has to be sent; properties with a default may be omitted. */
export const isRequired = ({ properties, required }: JsonSchema, name: string): boolean =>
  (required?.includes(name) ?? false) && properties?.[name]?.default === undefined

/** Replaces property names by their wire names throughout a schema. */
export function withWireNames(schema: JsonSchema, names: Readonly<Record<string, string>> = {}): JsonSchema {
  const nameOf = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)
  const walk = (part: JsonSchema): JsonSchema => ({
    ...part,
    ...(part.properties && {
      properties: Object.fromEntries(Object.entries(part.properties).map(([name, one]) => [nameOf(name), walk(one)])),
    }),
    ...(part.required && { required: part.required.map(nameOf) }),
    ...(part.items && { items: walk(part.items) }),
    ...(part.anyOf && { anyOf: part.anyOf.map(walk) }),
    ...(part.$defs && {
      $defs: Object.fromEntries(Object.entries(part.$defs).map(([name, one]) => [name, walk(one)])),
    }),
  })
  return Object.keys(names).length === 0 ? schema : walk(schema)
}
