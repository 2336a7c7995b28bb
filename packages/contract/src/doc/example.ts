import type { JsonSchema } from './json-schema.ts'

/** Typical values by field name. */
const BY_NAME: Readonly<Record<string, string>> = {
  username: 'duty_01',
  realname: '张三',
  password: 'Correct-Horse-9',
  phone: '13800000000',
  email: 'duty@example.cn',
  bbox: '73,3,135,54',
  orgCode: 'A01A02',
  channels: '1001,1002',
  unit: 'µg/m³',
  permsType: '1',
  status: '1',
  ruleJson: '[{"digits":"*","pattern":"[A-Z]+","message":"只能是大写字母"}]',
  ruleParams: '{"prefix":"WO"}',
  testData: '{"name":"值"}',
  templateTestJson: '{"name":"值"}',
  esParam: '{"name":"值"}',
}

const AN_ID = '1990000000000000001'

/** Candidate texts, tried against a pattern in this order. */
const TEXTS = [
  '文本',
  'text_1',
  '1',
  'A01',
  '320500',
  '32',
  '2026-11-21',
  '2026-11-21 08:00:00',
  '13800000000',
  'S320500-001',
  '1,2',
  '#1890ff',
  '0 0 2 * * ? *',
  '/isystem/user',
  '0'.repeat(32),
  '0'.repeat(64),
] as const

const MAX_DEPTH = 6

/** A value that matches a schema: the documented example, a default, the first choice, else a simple value. */
export const exampleOf = (schema: JsonSchema): unknown => example(schema, { root: schema, depth: 0 })

/** Position of a schema in the document, and its name. */
interface Place {
  readonly root: JsonSchema
  readonly depth: number
  readonly name?: string
}

const below = (place: Place, name?: string): Place => ({
  root: place.root,
  depth: place.depth + 1,
  ...(name && { name }),
})

function example(schema: JsonSchema, place: Place): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.$ref !== undefined) return example(target(schema.$ref, place.root), below(place, place.name))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return exampleOfChoice(choices, place)
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, place)
    case 'array':
      return exampleOfArray(schema, place)
    case 'string':
      return exampleOfText(schema, place.name)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

function exampleOfChoice(choices: readonly JsonSchema[], place: Place): unknown {
  const isNull = (choice: JsonSchema) => choice.type === 'null'
  // Deep in a tree, prefer a choice that ends the recursion.
  const ends = place.depth > 1 && choices.some(isNull) && choices.some(leadsOn)
  const chosen = ends ? undefined : choices.find((choice) => !isNull(choice))
  return chosen === undefined ? null : example(chosen, place)
}

const leadsOn = (schema: JsonSchema): boolean =>
  schema.$ref !== undefined || (schema.items !== undefined && leadsOn(schema.items))

function exampleOfObject(schema: JsonSchema, place: Place): unknown {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => place.depth < MAX_DEPTH || schema.required?.includes(name),
  )
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  const keyed = (schema.propertyNames?.enum ?? []).map((name) => [String(name), values] as const)
  return Object.fromEntries([...wanted, ...keyed].map(([name, part]) => [name, example(part, below(place, name))]))
}

function exampleOfArray(schema: JsonSchema, place: Place): unknown {
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => example(item, below(place)))
  // A bare `not` matches nothing: the list is always empty.
  if (schema.items === undefined || schema.items.not !== undefined || place.depth >= MAX_DEPTH) return []
  if (place.depth > 1 && leadsOn(schema.items)) return []
  const one = example(schema.items, below(place, place.name))
  return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => one)
}

function exampleOfText(schema: JsonSchema, name = ''): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern ? [new RegExp(pattern, 'u')] : [],
  )
  const fits = (text: string) => patterns.every((pattern) => pattern.test(text))
  const usual = Object.hasOwn(BY_NAME, name) ? [BY_NAME[name] ?? ''] : /ids?$/i.test(name) ? [AN_ID] : []
  const known = [...usual, ...TEXTS].find((text) => text.length >= minLength && text.length <= maxLength && fits(text))
  return known ?? 'a'.repeat(Math.max(1, minLength))
}

function target(ref: string, root: JsonSchema): JsonSchema {
  return ref === '#' ? root : (root.$defs?.[ref.replace('#/$defs/', '')] ?? {})
}
