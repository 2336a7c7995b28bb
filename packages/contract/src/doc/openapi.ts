import { HEADER_TOKEN } from '../constants.ts'
import { type Endpoint, methodsOf } from '../endpoint.ts'
import { envelope } from '../envelope.ts'
import { isRequired, type JsonSchema, jsonSchemaOf, withWireNames } from './json-schema.ts'

interface About {
  readonly title: string
  readonly version: string
  /** Prefix of the paths: `/jeecg-boot`. */
  readonly prefix: string
}

/** The endpoints as an OpenAPI 3.1 document. */
export function openApiOf(endpoints: readonly Endpoint[], { title, version, prefix }: About): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
    for (const method of methodsOf(endpoint)) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, path) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: prefix }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: HEADER_TOKEN } } },
    paths,
  }
}

function operationOf(endpoint: Endpoint, path: string): object {
  const body = endpoint.body && withWireNames(jsonSchemaOf(endpoint.body), endpoint.wireNames)
  return {
    tags: [path.split('/').slice(1, 3).join('/')],
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    // Extension: the permission code required for the call.
    'x-access': endpoint.access,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(endpoint),
    ],
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { 200: { description: 'OK', content: contentOf(endpoint) } },
  }
}

function queryParameters({ query, wireNames }: Endpoint): object[] {
  if (query === undefined) return []
  const schema = withWireNames(jsonSchemaOf(query), wireNames)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    ...(isRequired(schema, name) ? { required: true } : {}),
    schema: property,
  }))
}

function contentOf({ wire = 'envelope', result, wireNames }: Endpoint): Record<string, { schema?: JsonSchema }> {
  if (wire === 'binary') return { 'application/octet-stream': {} }
  const answer = wire === 'bare' ? result : envelope(result)
  return { 'application/json': { schema: withWireNames(jsonSchemaOf(answer), wireNames) } }
}
