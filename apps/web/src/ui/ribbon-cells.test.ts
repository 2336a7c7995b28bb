import { describe, expect, it } from 'vitest'
import { cellsFromShares, cellsFromSpans, type StatusSpanInput } from './ribbon-cells.ts'

const span = (fromMs: number, toMs: number, status: StatusSpanInput['status'], reason = ''): StatusSpanInput => ({
  fromMs,
  toMs,
  status,
  reason,
})

describe('cellsFromSpans', () => {
  it('gives each cell its longest-lasting status', () => {
    const cells = cellsFromSpans([span(0, 60, 'offline', '断电'), span(60, 100, 'online')], 0, 100, 2)
    expect(cells.map(({ state }) => state)).toEqual(['offline', 'broken'])
    expect(cells[0]).toMatchObject({ fromMs: 0, toMs: 50, reason: '断电' })
  })

  it('does not hide a short outage inside an online cell', () => {
    const [cell] = cellsFromSpans([span(0, 99, 'online'), span(99, 100, 'fault', '自检失败')], 0, 100, 1)
    expect(cell).toMatchObject({ state: 'broken', reason: '自检失败' })
  })

  it('leaves unknown time and retired devices empty', () => {
    const cells = cellsFromSpans([span(50, 100, 'inactive')], 0, 100, 2)
    expect(cells.map(({ state }) => state)).toEqual(['none', 'none'])
  })
})

describe('cellsFromShares', () => {
  it('grades shares and ends at the given instant', () => {
    const cells = cellsFromShares([1, 0.9, 0.2, null], 400, 100)
    expect(cells.map(({ state }) => state)).toEqual(['online', 'broken', 'offline', 'none'])
    expect(cells.at(-1)?.toMs).toBe(400)
    expect(cells[1]?.reason).toBe('在线 90.0 %')
  })
})
