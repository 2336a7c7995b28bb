import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { createExactSum } from './exact-sum.ts'
import { createStatistics } from './statistics.ts'

const sumOf = (values: readonly unknown[]) => {
  const sum = createExactSum()
  for (const value of values) sum.add(value)
  return sum
}

describe('an exact sum', () => {
  it.each([
    [[0.1, 0.2], '0.3', '0.15'],
    [[1.005, 2.005], '3.01', '1.505'],
    [[-1.25, 0.25], '-1', '-0.5'],
    [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], '18014398509481982', '9007199254740991'],
    [[1e21, 1], '1000000000000000000001', '500000000000000000000.5'],
    [[1e-7, '2.5'], '2.5000001', '1.25000005'],
    [[1, 1, 2], '4', '1.33'],
    [[-1, -1, -3], '-5', '-1.67'],
    [['', null, undefined, 'x', 'NaN'], '0', undefined],
  ])('[WG-198] of %j is %s, on average %s', (values, sum, average) => {
    expect(sumOf(values).sum()).toBe(sum)
    expect(sumOf(values).average()).toBe(average)
  })

  it('[WG-198] removes values without a rounding error', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(cents), cents, (values, extra) => {
        const sum = sumOf(values.map((cent) => cent / 100))
        sum.add(extra / 1_000)
        sum.subtract(extra / 1_000)
        const total = values.reduce((all, cent) => all + cent, 0)
        expect(Number(sum.sum())).toBe(total / 100)
      }),
    )
  })

  it('survives a huge exponent', () => {
    expect(sumOf(['1e999999999', 2]).sum()).toBe('2')
  })
})

describe('column statistics', () => {
  const record = (id: string, size: unknown) => ({ id, values: { id, size }, origin: undefined, errors: undefined })
  const columns = [{ key: 'size', statistics: ['sum', 'average'] }, { key: 'name' }] as unknown as Column[]

  it('[WG-198] follow every change: cells, new rows, order and deletion', () => {
    const statistics = createStatistics(columns)
    const rows = [record('a', 0.1), record('b', 0.2)]
    expect(statistics.read(rows).get('size')).toEqual({ sum: '0.3', average: '0.15' })
    expect(statistics.read([rows[0]!, record('b', 5)]).get('size')?.sum).toBe('5.1')
    expect(statistics.read([record('b', 5), rows[0]!]).get('size')?.sum).toBe('5.1')
    expect(statistics.read([...rows, record('c', null)]).get('size')?.sum).toBe('0.3')
    expect(statistics.read([rows[1]!]).get('size')).toEqual({ sum: '0.2', average: '0.2' })
    expect(statistics.read([]).get('size')).toEqual({ sum: '0', average: undefined })
    expect(statistics.read(rows).has('name')).toBe(false)
  })
})
