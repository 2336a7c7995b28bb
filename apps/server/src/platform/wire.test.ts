import { describe, expect, it } from 'vitest'
import { toDateTimeText, toPage } from './wire.ts'

describe('time text (GMT+8)', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', '2026-11-21 08:00:00'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01 00:00:00'],
    ['2026-12-31T15:59:59.999Z', '2026-12-31 23:59:59'],
    ['2028-02-28T20:00:00.000Z', '2028-02-29 04:00:00'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01 08:00:00'],
    ['1969-12-31T15:59:59.000Z', '1969-12-31 23:59:59'],
  ])('writes %s as %s', (instant, text) => {
    expect(toDateTimeText(new Date(instant))).toBe(text)
  })

  it('is null without a time', () => {
    expect(toDateTimeText(null)).toBeNull()
  })
})

describe('a page', () => {
  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [5_000, 5_000, 1],
  ])('of %i rows at %i per page has %i pages', (total, pageSize, pages) => {
    expect(toPage([], total, { pageNo: 1, pageSize })).toEqual({
      records: [],
      total,
      size: pageSize,
      current: 1,
      pages,
    })
  })
})
