import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SearchMatch, unwrapSearch, wrapSearch } from './search-text.ts'

it.each<[row: string, match: SearchMatch, query: string]>([
  ['VA-75', 'like', '*氯气*'],
  ['VA-75', 'ne', '!氯气'],
  ['VA-75', 'ge', '>=氯气'],
  ['VA-75', 'le', '<=氯气'],
])('[%s] %s wraps a text as %s, the empty one not at all, and unwraps it', (_row, match, query) => {
  expect(wrapSearch('氯气', match)).toBe(query)
  expect(wrapSearch('', match)).toBe('')
  expect(unwrapSearch(query, match)).toBe('氯气')
  expect(['', '氯气'].map((text) => unwrapSearch(text, match))).toEqual(['', '氯气'])
})

it('leaves a lone star unchanged', () => {
  expect(unwrapSearch('*', 'like')).toBe('*')
})

it('[WG-03] round-trips every text, including texts with stars and operators', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<SearchMatch>('like', 'ne', 'ge', 'le'),
      fc.string({ minLength: 1, unit: fc.constantFrom('*', '!', '>', '=', 'a', '甲') }),
      (match, text) => {
        expect(unwrapSearch(wrapSearch(text, match), match)).toBe(text)
      },
    ),
  )
})
