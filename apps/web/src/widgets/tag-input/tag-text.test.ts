import { expect, it } from 'vitest'
import { tagCaret, tagsOf, tagText } from './tag-text.ts'

it.each([
  ['', ''],
  ['氯', '氯'],
  ['氯气', '氯气'],
  ['氯气超', '氯气;超'],
  ['氯气超标', '氯气;超标'],
  ['氯;气超;标', '氯气;超标'],
  [';;;', ''],
  ['𠮷野家', '𠮷野;家'],
])('[WG-19] %s becomes %s, idempotently', (typed, text) => {
  expect(tagText(typed)).toBe(text)
  expect(tagText(text)).toBe(text)
  expect(tagsOf(text).join(';')).toBe(text)
})

it.each([
  ['氯气超', 3, 4],
  ['氯X气;超标', 2, 2],
  ['氯气;X超标', 4, 4],
  ['X氯气;超标', 1, 1],
  ['氯气;超标', 0, 0],
])('[WG-19] keeps the caret of %s at %i behind the same character at %i', (typed, caret, at) => {
  expect(tagCaret(typed, caret)).toBe(at)
})
