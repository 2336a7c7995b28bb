import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ListFields } from './list-field.ts'
import { parseListRequest } from './list-request.ts'

const FIELDS: ListFields = { name: { expression: sql.ref('name'), type: 'text' } }
const LIST = { defaultSort: { field: 'name', order: 'asc' }, tieBreaker: sql`id` } as const
const parse = (query: Readonly<Record<string, unknown>>, fields = FIELDS, list = LIST) =>
  parseListRequest({ pageNo: 1, pageSize: 10, ...query }, fields, list)

it('equal queries share one parsed request, whatever their cache buster', () => {
  expect(parse({ name: '*a*', _t: '1', order: '' })).toBe(parse({ name: '*a*', _t: '2' }))
})

it.each<[string, ReturnType<typeof parse>]>([
  ['another filter', parse({ name: '*b*' })],
  ['another page', parse({ name: '*a*', pageNo: 2 })],
  ['another order', parse({ name: '*a*', column: 'name', order: 'desc' })],
  ['other fields', parse({ name: '*a*' }, { ...FIELDS })],
  ['another list', parse({ name: '*a*' }, FIELDS, { ...LIST })],
])('%s is a different request', (_what, other) => {
  expect(parse({ name: '*a*' })).not.toBe(other)
})

it('advanced and very long queries are parsed every time', () => {
  for (const query of [{ superQueryParams: '[]' }, { name: 'x'.repeat(600) }])
    expect(parse(query)).not.toBe(parse(query))
})
