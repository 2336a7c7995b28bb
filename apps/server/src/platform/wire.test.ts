import { describe, expect, it } from 'vitest'
import { toDateTimeText, toPage } from './wire.ts'

describe('时间文字（东八区）', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', '2026-11-21 08:00:00'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01 00:00:00'],
    ['2026-12-31T15:59:59.999Z', '2026-12-31 23:59:59'],
    ['2028-02-28T20:00:00.000Z', '2028-02-29 04:00:00'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01 08:00:00'],
    ['1969-12-31T15:59:59.000Z', '1969-12-31 23:59:59'],
  ])('%s 写作 %s', (instant, text) => {
    expect(toDateTimeText(new Date(instant))).toBe(text)
  })

  it('没有时间就是空', () => {
    expect(toDateTimeText(null)).toBeNull()
  })
})

describe('一页', () => {
  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [5_000, 5_000, 1],
  ])('共 %i 行、每页 %i 行是 %i 页', (total, pageSize, pages) => {
    expect(toPage([], total, { pageNo: 1, pageSize })).toEqual({
      records: [],
      total,
      size: pageSize,
      current: 1,
      pages,
    })
  })
})
