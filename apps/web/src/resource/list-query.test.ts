import { describe, expect, it } from 'vitest'
import { stationsWith } from '@/testing/stations-with.ts'
import type { Resource } from './define-resource.ts'
import { exportQuery, filterQuery, listQuery } from './list-query.ts'

const resource = stationsWith({
  name: { label: '名称', search: 'like' },
  stationType: { label: '类型', search: 'eq' },
  regionCode: { label: '区划', search: 'region' },
}) as unknown as Resource

const STATE = { page: 2, size: 10, sort: { field: 'name', order: 'asc' }, filters: { name: '江北' } } as const

describe('list query (contract/00 §8)', () => {
  it('[CA-96] [SY-03] carries page, size, sort, columns and filters', () => {
    expect(listQuery(resource, STATE)).toEqual({
      pageNo: 2,
      pageSize: 10,
      column: 'name',
      order: 'asc',
      field: 'id,,name,stationType,regionCode',
      name: '*江北*',
    })
  })

  it('exports the same rows without paging', () => {
    expect(exportQuery(resource, STATE)).toEqual({ column: 'name', order: 'asc', name: '*江北*' })
  })

  it.each([
    [{ name: ' 江,北 ' }, { name: '*江++北*' }],
    [{ stationType: 'park' }, { stationType: 'park' }],
    [{ regionCode: '320000' }, { regionCode: '32*' }],
    [{ regionCode: '320100' }, { regionCode: '3201*' }],
    [{ keyword: ' AT-3201 ' }, { keyword: 'AT-3201' }],
    [{ constructor: 'x' }, { constructor: 'x' }],
  ])('sends %j as %j', (filters, query) => {
    expect(filterQuery(resource, filters as never)).toEqual(query)
  })
})
