import { HEADER_TOKEN } from '@natim/contract/constants'
import { exampleOf } from '@natim/contract/doc/example'
import type { JsonSchema } from '@natim/contract/doc/json-schema'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Content {
  readonly 'application/json'?: { readonly schema?: JsonSchema }
}

interface Operation {
  readonly tags: readonly string[]
  readonly 'x-access': string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Content } }
}

/** The part of `/sys/openapi.json` that the page reads. */
interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One call: a method of a path. */
export interface ApiCall {
  /** `GET /sys/position/list`; used in the address. */
  readonly key: string
  readonly method: string
  readonly path: string
  /** `sys/position` */
  readonly group: string
  /** A permission code, `signedIn` or `public`. */
  readonly access: string
  readonly parameters: readonly Parameter[]
  readonly body: JsonSchema | undefined
  /** JSON schema of the response; undefined = a file or text. */
  readonly answer: JsonSchema | undefined
}

export function callsOf(document: object): readonly ApiCall[] {
  const { paths } = document as ApiDocument
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, it]) => callOf(method.toUpperCase(), path, it)))
    .sort((a, b) => a.group.localeCompare(b.group) || a.path.localeCompare(b.path))
}

const callOf = (method: string, path: string, operation: Operation): ApiCall => ({
  key: `${method} ${path}`,
  method,
  path,
  group: operation.tags[0] ?? '',
  access: operation['x-access'],
  parameters: operation.parameters,
  body: operation.requestBody?.content['application/json']?.schema,
  answer: operation.responses[200].content['application/json']?.schema,
})

/** Calls whose method, path, access or parameter names contain every typed word. */
export function findCalls(calls: readonly ApiCall[], typed: string): readonly ApiCall[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return calls
  return calls.filter(({ key, access, parameters, body }) => {
    const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})]
    const text = [key, access, ...names].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Consecutive calls of one group under its name. Calls are sorted by group. */
export function groupsOf(calls: readonly ApiCall[]): readonly (readonly [group: string, calls: readonly ApiCall[]])[] {
  const groups = new Map<string, ApiCall[]>()
  for (const call of calls) {
    const group = groups.get(call.group)
    if (group) group.push(call)
    else groups.set(call.group, [call])
  }
  return [...groups]
}

/** The response without its envelope, if it has one. */
export function resultOf(
  answer: JsonSchema | undefined,
): { readonly schema: JsonSchema; readonly isWrapped: boolean } | undefined {
  if (answer === undefined) return undefined
  const result = answer.properties?.['result']
  const isWrapped = result !== undefined && answer.properties?.['success'] !== undefined
  return isWrapped
    ? { schema: { ...result, ...(answer.$defs && { $defs: answer.$defs }) }, isWrapped }
    : { schema: answer, isWrapped }
}

/** A `curl` command for the call; placeholders are in capitals. */
export function curlOf({ method, path, access, parameters, body }: ApiCall, origin: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`)
  const url = `${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(access === 'public' ? [] : [`-H '${HEADER_TOKEN}: TOKEN'`]),
    ...(body
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body)).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ')
}

export const exampleText = (schema: JsonSchema): string => JSON.stringify(exampleOf(schema), null, 2) ?? ''
