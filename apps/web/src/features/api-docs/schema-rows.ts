import { isRequired, type JsonSchema } from '@natim/contract/doc/json-schema'

/** A line of the table that shows a schema. */
export interface SchemaRow {
  /** `children[].title`, unique in its table. */
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  /** Constraints of a value: lengths, bounds, choices. */
  readonly rules: string
}

const MAX_DEPTH = 4
const MAX_CHOICES = 12

/** Every property of a schema, including those of nested objects and lists. Empty for a schema without properties. */
export function schemaRows(schema: JsonSchema): readonly SchemaRow[] {
  return below(schema, { root: schema, prefix: '', depth: 0 })
}

/** Type of a value: `string`, `number | null`, `object[]`. */
export const typeText = (schema: JsonSchema, root: JsonSchema = schema): string => {
  const found = resolved(schema, root)
  const choices = found.anyOf ?? found.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeText(choice, root)))].join(' | ')
  if (found.type === 'array') return `${found.items ? typeText(found.items, root) : ''}[]`
  if (found.const !== undefined) return JSON.stringify(found.const)
  // A nullable value lists several types.
  return [found.type ?? (found.enum ? 'string' : '任意')].flat().join(' | ')
}

interface Place {
  readonly root: JsonSchema
  readonly prefix: string
  readonly depth: number
}

function below(schema: JsonSchema, { root, prefix, depth }: Place): SchemaRow[] {
  if (depth > MAX_DEPTH) return []
  const holder = holderOf(schema, root)
  return Object.entries(holder.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const row: SchemaRow = {
      path,
      name,
      depth,
      type: typeText(property, root),
      isRequired: isRequired(holder, name),
      rules: rulesOf(property, root),
    }
    return [row, ...below(property, { root, prefix: `${path}.`, depth: depth + 1 })]
  })
}

/** The object schema whose properties a value has: itself, its item, or the object variant of a union. */
function holderOf(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const found = resolved(schema, root)
  if (found.properties) return found
  if (found.items) return holderOf(found.items, root)
  const parts = found.anyOf ?? found.oneOf ?? found.allOf ?? []
  return parts.map((part) => holderOf(part, root)).find(({ properties }) => properties) ?? {}
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  if (schema.$ref === '#') return root
  return root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}
}

function rulesOf(schema: JsonSchema, root: JsonSchema): string {
  const found = resolved(schema, root)
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, pattern, description } = found
  const choices = choicesOf(found, root)
  const rules = [
    description,
    found.default !== undefined && `默认 ${JSON.stringify(found.default)}`,
    minLength !== undefined && minLength > 0 && `至少 ${minLength} 个字符`,
    maxLength !== undefined && `最多 ${maxLength} 个字符`,
    exclusiveMinimum !== undefined && `> ${exclusiveMinimum}`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `≥ ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `≤ ${maximum}`,
    choices.length > 0 &&
      `${choices.slice(0, MAX_CHOICES).join('、')}${choices.length > MAX_CHOICES ? ` 等 ${choices.length} 种` : ''}`,
    choices.length === 0 && pattern !== undefined && pattern.length <= 60 && pattern,
  ]
  return rules.filter(Boolean).join('；')
}

/** Enum values, also of a nullable type. */
function choicesOf(schema: JsonSchema, root: JsonSchema): readonly string[] {
  if (schema.enum) return schema.enum.map(String)
  const parts = (schema.anyOf ?? []).map((part) => resolved(part, root))
  return parts.flatMap((part) => part.enum?.map(String) ?? (part.const === undefined ? [] : [String(part.const)]))
}
