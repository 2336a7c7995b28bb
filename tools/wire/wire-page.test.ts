import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleOf } from '@natim/contract/doc/example'
import { jsonSchemaOf } from '@natim/contract/doc/json-schema'
import { openApiOf } from '@natim/contract/doc/openapi'
import { describe, expect, it } from 'vitest'
import { readEndpointTables } from './endpoint-tables.ts'
import { wirePage } from './wire-page.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = await readEndpointTables(ROOT)
const ENDPOINTS = FILES.flatMap(({ tables }) => tables.flatMap((table) => Object.values(table)))

describe('docs/wire.md', () => {
  it('is up to date with the contract: npm run docs:wire', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(400)
    expect(readFileSync(join(ROOT, 'docs/wire.md'), 'utf8') === wirePage(FILES)).toBe(true)
  })

  it('has one line per call: its access, parameters and response by name', () => {
    const page = wirePage(FILES)
    expect(page).toContain('| `DELETE` /sys/position/deleteBatch | system:position:delete | query {ids} | null |')
    expect(page).toMatch(
      /\| `PUT` `POST` \/sys\/annountCement\/edit \| system:announcement:edit \| body \{id, .*titile\?/,
    )
    expect(page).toMatch(/\| `GET` \/sys\/position\/list \| session \| query \{.*\} \| page of \{id, code, name,/)
    expect(page.split('\n').length).toBeLessThan(2 * ENDPOINTS.length)
  })

  it.each(ENDPOINTS.map((endpoint) => [String(endpoint.method), endpoint.path, endpoint] as const))(
    'has valid examples for %s %s',
    (_method, _path, endpoint) => {
      for (const schema of [endpoint.params, endpoint.query, endpoint.body, endpoint.result]) {
        if (schema !== undefined) expect(schema.safeParse(exampleOf(jsonSchemaOf(schema))).error).toBeUndefined()
      }
    },
  )
})

it('the same calls form an OpenAPI document, with path parameters resolved', () => {
  const { paths } = openApiOf(ENDPOINTS, { title: 'NATIM', version: '1', prefix: '/jeecg-boot' }) as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[]; 'x-access': string }>>
  }
  expect(Object.keys(paths).length).toBeGreaterThan(300)
  expect(paths['/mon/device/{id}/overview']?.get).toMatchObject({
    'x-access': 'mon:device:view',
    parameters: [{ name: 'id', in: 'path' }],
  })
  expect(Object.keys(paths['/sys/position/edit'] ?? {})).toEqual(['put', 'post'])
  expect(JSON.stringify(paths['/sys/annountCement/add'])).toContain('titile')
})
