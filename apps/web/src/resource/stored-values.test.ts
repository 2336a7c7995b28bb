import { expect, it } from 'vitest'
import { isStamp, storedText } from './stored-values.ts'

it.each([
  ['2026-11-21T08:04:05.123Z', '2026-11-21 16:04:05'],
  ['2026-12-31T16:00:00Z', '2027-01-01 00:00:00'],
  // Invalid date: shown as stored.
  ['2026-13-01T00:00:00Z', '2026-13-01T00:00:00Z'],
  ['自 2026-11-21T08:04:05Z 起', '自 2026-11-21T08:04:05Z 起'],
  ['2026-11-21', '2026-11-21'],
  [0, '0'],
  [false, 'false'],
  [['a'], '["a"]'],
  [null, ''],
  [undefined, ''],
])('shows the stored value %j as %j', (value, text) => expect(storedText(value)).toBe(text))

it('knows the columns the server maintains', () => {
  expect(['updateBy', 'updateTime', 'version', 'name'].filter(isStamp)).toEqual(['updateBy', 'updateTime', 'version'])
})
