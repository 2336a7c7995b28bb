import { describe, expect, it } from 'vitest'
import { queryFieldsOf, readQuery, toActive, toAddress } from './advanced-query.ts'
import type { Resource } from './define-resource.ts'
import { choiceWidget, dictWidget, regionWidget } from './inputs/choice-inputs.tsx'
import { dateWidget, numberWidget } from './inputs/text-inputs.tsx'
import { listQuery } from './list-query.ts'

const fields: Resource['fields'] = {
  name: { label: '名称', query: true },
  kind: { label: '类型', widget: dictWidget('mon_device_kind', {}), query: true },
  zone: { label: '功能区', widget: choiceWidget({ 1: '一类区' }), query: true },
  region: { label: '区划', widget: regionWidget, query: true },
  due: { label: '到期', widget: dateWidget, query: true },
  height: { label: '高度', widget: numberWidget('m'), query: true },
  count: { label: '数', decimals: 0, query: true },
  made: { label: '创建', query: { type: 'datetime' } },
  note: { label: '备注', search: 'like' },
}
const resource = { fields } as unknown as Resource

it('offers the fields marked as queryable, with the control of their widget', () => {
  expect(queryFieldsOf(resource).map(({ field, type }) => [field, type])).toEqual([
    ['name', 'text'],
    ['kind', 'list'],
    ['zone', 'list'],
    ['region', 'pca'],
    ['due', 'date'],
    ['height', 'number'],
    ['count', 'number'],
    ['made', 'datetime'],
  ])
  expect(queryFieldsOf(resource)[1]?.dictCode).toBe('mon_device_kind')
  expect(queryFieldsOf(resource)[2]?.options).toEqual([{ value: '1', text: '一类区' }])
})

describe('an advanced query in the address', () => {
  const link = { match: 'or', lines: [['kind', 'in', 'gas,bio']] } as const

  it('holds field, rule and value; the rest comes from the field definition', () => {
    const active = toActive(resource, link)
    expect(active).toEqual({
      matchType: 'or',
      records: [{ field: 'kind', rule: 'in', val: ['gas', 'bio'], type: 'list', dictCode: 'mon_device_kind' }],
    })
    expect(toAddress({ matchType: 'or', records: [{ field: 'kind', rule: 'in', val: 'gas,bio' }] })).toEqual(link)
    expect(toActive(resource, undefined)).toBeUndefined()
  })

  it('[CA-96] travels with the list call', () => {
    const state = { page: 1, size: 20, sort: { field: 'name', order: 'asc' }, filters: {}, query: link } as const
    const sent = listQuery(resource, state)
    expect(sent['superQueryMatchType']).toBe('or')
    expect(JSON.parse(decodeURI(String(sent['superQueryParams'])))).toEqual([
      { field: 'kind', rule: 'in', val: 'gas,bio', type: 'list', dictCode: 'mon_device_kind' },
    ])
  })

  it.each([
    [undefined],
    ['or'],
    [null],
    [{ match: 'or' }],
    [{ match: 'or', lines: [['name', 'drop', 'x'], ['name', 'eq'], ['name', 'eq', ''], 'x', null] }],
  ])('reads %j as no query', (given) => expect(readQuery(given)).toBeUndefined())

  it('drops invalid conditions and accepts only two join modes', () => {
    expect(readQuery({ match: 'xor', lines: [['a', 'eq', 'b'], 7] })).toEqual({
      match: 'and',
      lines: [['a', 'eq', 'b']],
    })
    const many = Array.from({ length: 30 }, () => ['a', 'eq', 'b'])
    expect(readQuery({ match: 'or', lines: many })?.lines).toHaveLength(20)
  })
})
