import { exampleOf } from '@natim/contract/doc/example'
import { jsonSchemaOf } from '@natim/contract/doc/json-schema'
import { type Endpoint, methodsOf } from '@natim/contract/endpoint'
import { NOT_SERVED } from '@natim/contract/not-served'
import { toWireNames } from '@natim/contract/wire-names'
import type { ContractFile } from './endpoint-tables.ts'

const MAX_EXAMPLE = 600

const HEAD = `# The wire

Every call of the server with an example, made from the contract by \`npm run docs:wire\`; a test fails while this page
is older than the contract, or an example does not fit its schema. Paths lie below the API prefix (\`/jeecg-boot\`) and,
without it, below the root. The server itself answers the same as OpenAPI 3.1 under \`/sys/openapi.json\`.

Unless a call says otherwise, answers are \`{"success":true,"message":"","code":200,"result":…,"timestamp":…}\`; the examples
show \`result\`. A business refusal is HTTP 200 with \`success:false\` and a sentence for people. Examples longer than
${MAX_EXAMPLE} characters end in \`…\`.
`

/** docs/wire.md */
export function wirePage(files: readonly ContractFile[]): string {
  const sections = files.map(({ name, tables }) => {
    const calls = tables.flatMap((table) => Object.values(table)).map(callText)
    return `## ${name}\n\n${calls.join('\n')}`
  })
  const count = files.flatMap(({ tables }) => tables.flatMap((table) => Object.values(table))).length
  return `${HEAD}\n${count} calls.\n\n${sections.join('\n')}\n${leftOutText()}`
}

/** Calls of the family that get no answer, by their reason. */
function leftOutText(): string {
  const lines = NOT_SERVED.map(({ reason, calls }) => `- ${calls.map((call) => `\`${call}\``).join(', ')}: ${reason}`)
  return ['## Calls of the family that are not served', '', ...lines, ''].join('\n')
}

const ACCESS = { public: 'open to everybody', signedIn: 'any session' } as const

function callText(endpoint: Endpoint): string {
  const { access, query, body, result, wire, signed, wireNames } = endpoint
  const who = access === 'public' || access === 'signedIn' ? ACCESS[access] : `\`${access}\``
  const lines = [
    `### ${methodsOf(endpoint).join(', ')} ${endpoint.path}`,
    '',
    `Access: ${who}${signed ? '; signed' : ''}${wire === undefined || wire === 'envelope' ? '' : `; ${wire} answer`}`,
    '',
    ...exampleLine('query', query, wireNames),
    ...exampleLine('body', body, wireNames),
    ...(wire === 'binary' ? [] : exampleLine('result', result, wireNames)),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function exampleLine(what: string, schema: Endpoint['result'] | undefined, names: Endpoint['wireNames']): string[] {
  if (schema === undefined) return []
  const text = JSON.stringify(toWireNames(exampleOf(jsonSchemaOf(schema)), names))
  return [`- ${what}: \`${text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text}\``]
}
