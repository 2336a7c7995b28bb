import { expect, it } from 'vitest'
import { type SearchType, unwrapSearch, wrapSearch } from './search-text.ts'

it.each<[SearchType, string]>([
  ['like', '*江北*'],
  ['ne', '!江北'],
  ['ge', '>=江北'],
  ['le', '<=江北'],
])('[WG-03] %s travels as %s and comes back as typed', (type, sent) => {
  expect(wrapSearch('江北', type)).toBe(sent)
  expect(unwrapSearch(sent, type)).toBe('江北')
  expect(wrapSearch('', type)).toBe('')
  expect(unwrapSearch('', type)).toBe('')
})

it('[WG-03] sends no bare wildcards, also for blanks that are trimmed', () => {
  expect(wrapSearch('  ', 'like', true)).toBe('')
  expect(wrapSearch(' a ', 'like', true)).toBe('*a*')
  expect(wrapSearch(' a ', 'like')).toBe('* a *')
})

it('[WG-03] takes what is not wrapped in this way as typed', () => {
  expect(unwrapSearch('江北', 'like')).toBe('江北')
  expect(unwrapSearch('*', 'like')).toBe('*')
  expect(unwrapSearch(undefined, 'ge')).toBe('')
})
