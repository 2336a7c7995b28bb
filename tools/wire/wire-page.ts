import { isRequired, type JsonSchema, jsonSchemaOf } from '@natim/contract/doc/json-schema'
import { type Endpoint, methodsOf } from '@natim/contract/endpoint'
import { NOT_SERVED } from '@natim/contract/not-served'
import { toWireNames } from '@natim/contract/wire-names'
import type { ContractFile } from './endpoint-tables.ts'

const HEAD = `# The wire

Every call of the server, a line each, so that a change of the contract is a changed line here. Made by \`npm run docs:wire\`; a test
fails while this page is older than the contract. With types, rules and examples the console shows them under \`/docs/api\`
(系统监控 › 接口文档), and the server answers the same as OpenAPI 3.1 under \`/sys/openapi.json\`.

- Paths lie below the API prefix (\`/jeecg-boot\`) and, without it, below the root.
- Access: a permission code; *session* = whoever is signed in; *public* = everybody. *signed* calls carry the family's signature.
- Answers are \`{success, message, code, result, timestamp}\`; the lines show \`result\`. A business refusal is HTTP 200 with
  \`success: false\` and a sentence for people. *bare* answers have no envelope, *binary* ones are files or text.
- Ids are strings, times \`yyyy-MM-dd HH:mm:ss\` in GMT+8, or epoch milliseconds where the name ends in \`Ms\` or is \`ts\`.
- \`?\` may be left out, \`[…]\` is a list, *page of* is \`{records, total, size, current, pages}\`.
`

/** docs/wire.md */
export function wirePage(files: readonly ContractFile[]): string {
  const sections = files.map(({ name, tables }) => {
    const lines = tables.flatMap((table) => Object.values(table)).map(callLine)
    return [`## ${name}`, '', '| call | access | takes | answers |', '|---|---|---|---|', ...lines, ''].join('\n')
  })
  const count = files.flatMap(({ tables }) => tables.flatMap((table) => Object.values(table))).length
  return `${HEAD}\n${count} calls.\n\n${sections.join('\n')}\n${leftOutText()}`
}

/** Calls of the product family without a response, by reason. */
function leftOutText(): string {
  const lines = NOT_SERVED.map(({ reason, calls }) => `- ${calls.map((call) => `\`${call}\``).join(', ')}: ${reason}`)
  return ['## Calls of the family that are not served', '', ...lines, ''].join('\n')
}

function callLine({
  access,
  query,
  body,
  result,
  wire = 'envelope',
  signed,
  wireNames,
  ...endpoint
}: Endpoint): string {
  const name = `\`${methodsOf(endpoint as Endpoint).join('` `')}\` ${endpoint.path}`
  const who = [access === 'signedIn' ? 'session' : access, ...(signed ? ['signed'] : [])].join(', ')
  const named = (schema: Endpoint['result']) => shapeOf(jsonSchemaOf(schema), wireNames)
  const takes = [...(query ? [`query ${named(query)}`] : []), ...(body ? [`body ${named(body)}`] : [])].join('; ')
  const answers = wire === 'binary' ? 'binary' : `${wire === 'bare' ? 'bare ' : ''}${named(result)}`
  return `| ${name} | ${who} | ${takes} | ${answers} |`.replaceAll('  ', ' ')
}

/** Property names, one level deep: `{id, code, items?: […]}`. */
function shapeOf(schema: JsonSchema, names: Endpoint['wireNames']): string {
  const { properties, items, anyOf, oneOf, type } = schema
  if (properties?.['records']?.items && properties['total'])
    return `page of ${shapeOf(properties['records'].items, names)}`
  if (properties) {
    const sent = toWireNames(Object.fromEntries(Object.keys(properties).map((key) => [key, key])), names) as Record<
      string,
      string
    >
    const parts = Object.entries(sent).map(([name, key]) => `${name}${isRequired(schema, key) ? '' : '?'}`)
    return `{${parts.join(', ')}}`
  }
  if (items) return `[${shapeOf(items, names)}]`
  const parts = anyOf ?? oneOf
  if (parts) return [...new Set(parts.map((part) => shapeOf(part, names)))].join(' or ')
  return type ?? 'any'
}
