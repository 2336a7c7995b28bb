import { describe, expect, it } from 'vitest'
import { filtersOfNode, nodeOfFilters, parentsOf, placeName } from './place.ts'

describe('node of the tree as a filter', () => {
  it.each([
    ['00', {}],
    ['32', { region: '32' }],
    ['3201', { region: '3201' }],
    ['1234567890123456789', { stationId: '1234567890123456789' }],
  ])('%s', (key, filters) => {
    const chosen = filtersOfNode(key)
    expect(JSON.parse(JSON.stringify(chosen))).toEqual(filters)
    expect(nodeOfFilters(filters as never)).toBe(key)
  })

  it.each([
    ['00', ['00']],
    ['32', ['00']],
    ['3201', ['00', '32']],
    ['1234567890123456789', ['00']],
  ])('%s is visible when %j are open', (key, parents) => {
    expect(parentsOf(key)).toEqual(parents)
  })

  it.each([
    [{}, undefined],
    [{ region: '32' }, '江苏省'],
    [{ region: '3201' }, '南京市'],
    [{ region: '11' }, '北京市'],
    [{ stationId: '9' }, '江北 2# 站'],
  ])('%j is called %s', (filters, name) => {
    expect(placeName(filters as never, '江北 2# 站')).toBe(name)
  })
})
