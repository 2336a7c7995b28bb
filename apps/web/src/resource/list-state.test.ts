import { describe, expect, it } from 'vitest'
import { initialListState, pageAfterRemoval, pageAfterResize, readListState, withFilters } from './list-state.ts'

const SORT = { field: 'createTime', order: 'desc' } as const

describe('list state from the address', () => {
  it('[CO-08] starts at page 1 with 20 rows', () => {
    expect(initialListState(SORT)).toEqual({ page: 1, size: 20, sort: SORT, filters: {} })
  })

  it('reads the state carried by a link', () => {
    const link = { page: 3, size: 10, sort: { field: 'name', order: 'asc' }, filters: { name: '江北' } }
    expect(readListState(link, SORT)).toEqual(link)
  })

  it.each([
    [{ page: 0, size: 20, sort: SORT, filters: {} }],
    [{ page: 1.5, size: 5_000, sort: 'name', filters: null }],
    [
      {
        page: '2',
        size: undefined,
        sort: { field: 'name', order: 'sideways' },
        filters: { name: { $ne: 1 }, code: '' },
      },
    ],
  ])('falls back to the defaults for %j', (link) => {
    expect(readListState(link, SORT)).toEqual(initialListState(SORT))
  })
})

describe('filters', () => {
  it('sets, replaces and removes', () => {
    expect(withFilters({ name: 'a', kind: 'gas' }, { name: 'b', kind: undefined, status: '' })).toEqual({ name: 'b' })
  })
})

it.each([
  [{ page: 3, size: 10 }, 20, 2],
  [{ page: 3, size: 20 }, 10, 5],
  [{ page: 2, size: 30 }, 20, 2],
  [{ page: 1, size: 20 }, 30, 1],
])('of %j with %i rows a page, page %i holds the first row', (state, size, page) => {
  expect(pageAfterResize(state, size)).toBe(page)
})

describe('[SY-10] page after deleting', () => {
  it.each([
    [3, 20, 1, 3],
    [3, 1, 1, 2],
    [3, 5, 5, 2],
    [1, 1, 1, 1],
    [2, 20, 0, 2],
  ])('page %i with %i rows, %i deleted: page %i', (page, rows, removed, expected) => {
    expect(pageAfterRemoval(page, rows, removed)).toBe(expected)
  })
})
