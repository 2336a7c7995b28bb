import { openApiOf } from '@natim/contract/doc/openapi'
import { position } from '@natim/contract/system/position.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { callsOf, curlOf, findCalls, groupsOf, resultOf } from './api-document.ts'
import { schemaRows, typeText } from './schema-rows.ts'

const SERVED = [...Object.values(position.endpoints), ...Object.values(sessionEndpoints)]
const CALLS = callsOf(openApiOf(SERVED, { title: 'NATIM', version: '1', prefix: '/jeecg-boot' }))
const call = (key: string) => {
  const found = CALLS.find((each) => each.key === key)
  if (found === undefined) throw new Error(`no ${key}`)
  return found
}
const keys = (typed: string) => findCalls(CALLS, typed).map(({ key }) => key)

describe('calls', () => {
  it('are listed by method and path, sorted, with their permission', () => {
    expect(call('PUT /sys/position/edit')).toMatchObject({ group: 'sys/position', access: 'system:position:edit' })
    expect(call('POST /sys/position/edit').access).toBe('system:position:edit')
    expect(groupsOf(CALLS).map(([group]) => group)).toEqual([...new Set(CALLS.map(({ group }) => group))])
  })

  it('are found by path, permission and parameter names; all words must match', () => {
    expect(keys('position DELETE batch')).toEqual(['DELETE /sys/position/deleteBatch'])
    expect(keys('system:position:export')).toContain('GET /sys/position/exportXls')
    expect(keys('postRank add')).toEqual(['POST /sys/position/add'])
    expect(keys('nowhere')).toEqual([])
    expect(keys('  ')).toHaveLength(CALLS.length)
  })

  it('return an envelope, or a file', () => {
    const list = resultOf(call('GET /sys/position/list').answer)
    expect(list?.isWrapped).toBe(true)
    expect(Object.keys(list?.schema.properties ?? {})).toContain('records')
    expect(resultOf(call('GET /sys/position/exportXls').answer)).toBeUndefined()
  })

  it('are turned into a valid shell command', () => {
    expect(curlOf(call('GET /sys/position/queryById'), 'https://a.example/jeecg-boot')).toBe(
      "curl 'https://a.example/jeecg-boot/sys/position/queryById?id=text_1' \\\n  -H 'x-access-token: TOKEN'",
    )
    const add = curlOf(call('POST /sys/position/add'), '')
    expect(add).toContain("-X POST '/sys/position/add'")
    expect(JSON.parse(/-d '(.*)'$/.exec(add)?.[1] ?? '')).toHaveProperty('code')
    const login = curlOf(call('POST /sys/login'), '')
    expect(login).not.toContain('x-access-token')
  })
})

describe('rows of a schema', () => {
  it('show the optional fields of an edit, where only the id is required', () => {
    const rows = schemaRows(call('PUT /sys/position/edit').body ?? {})
    expect(rows.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['id', true],
      ['code', false],
      ['name', false],
      ['postRank', false],
    ])
    expect(rows.find(({ name }) => name === 'code')?.rules).toContain('最多 64 个字符')
  })

  it('resolve lists, unions and references, and stop at cycles', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['name'],
    }
    const rows = schemaRows({
      type: 'object',
      properties: {
        root: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
        kind: { enum: ['a', 'b'], default: 'a' },
        size: { type: 'integer', minimum: 1, maximum: 9 },
      },
      $defs: { node },
    })
    expect(rows.slice(0, 3).map(({ path, depth, type }) => [path, depth, type])).toEqual([
      ['root', 0, 'object | null'],
      ['root.name', 1, 'string'],
      ['root.children', 1, 'object[]'],
    ])
    expect(Math.max(...rows.map(({ depth }) => depth))).toBeLessThan(6)
    expect(rows.find(({ name }) => name === 'kind')?.rules).toBe('默认 "a"；a、b')
    expect(rows.find(({ name }) => name === 'size')?.rules).toBe('≥ 1；≤ 9')
  })

  it('show the type of a value without properties', () => {
    expect(schemaRows({ type: 'null' })).toEqual([])
    expect(typeText({ type: 'array', items: { type: 'string' } })).toBe('string[]')
    expect(typeText({ type: ['string', 'null'] as never })).toBe('string | null')
    expect(typeText({})).toBe('任意')
  })
})
