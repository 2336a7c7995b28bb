import { describe, expect, it } from 'vitest'
import { maskInstantMs, maskSubjectCode, readSubjectCode } from './subject.ts'
import { countText, type PrintedCounts, printCounts, SMALLEST_SHOWN } from './subject-counts.ts'
import { formatGmt8 } from './time.ts'

describe('a subject code', () => {
  it('is masked as in picture 35', () => {
    expect(maskSubjectCode('B-7K2Q8M3XTD')).toBe('B-7K2Q****TD')
  })

  it.each([
    ['B-7K2Q8M3XTD', 'B-7K2Q8M3XTD'],
    [' b-7k2q8m3xtd ', 'B-7K2Q8M3XTD'],
    ['7K2Q8M3XTD', 'B-7K2Q8M3XTD'],
    ['B-OIL0000000', 'B-0110000000'],
    ['B-7K2Q', undefined],
    ['B-7K2Q8M3XTU', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, code) => {
    expect(readSubjectCode(text)).toBe(code)
  })

  it('is shown with the hour only', () => {
    const shown = formatGmt8(maskInstantMs(Date.parse('2026-11-21T09:47:31.220+08:00')))
    expect(shown.slice(0, 19)).toBe('2026-11-21 09:00:00')
  })
})

/** Every row of counts that would be printed this way, for a reader who knows the method: cells up to a bound. */
function* readings(printed: PrintedCounts, bound: number): Generator<number[]> {
  const { cells, total } = printed
  function* fill(index: number, made: number[], left: number): Generator<number[]> {
    if (index === cells.length) {
      if (total !== 'small' && total !== 'hidden' ? left === 0 : total === 'hidden' || bound - left < SMALLEST_SHOWN)
        yield made
      return
    }
    const cell = cells[index]
    const [from, to] = typeof cell === 'number' ? [cell, cell] : cell === 'small' ? [0, 4] : [5, bound]
    for (let value = from; value <= Math.min(to, left); value += 1)
      yield* fill(index + 1, [...made, value], left - value)
  }
  yield* fill(0, [], typeof total === 'number' ? total : bound)
}

describe('counts of persons', () => {
  it.each([
    ['nothing to hide', [5, 8, 12], ['5', '8', '12'], '25'],
    ['one small count takes the smallest other along', [3, 9, 12], ['<5', '—', '12'], '24'],
    ['two small ones hide each other', [3, 4, 12], ['<5', '<5', '12'], '19'],
    ['two that could only be none', [0, 0, 12], ['<5', '<5', '—'], '12'],
    ['fewer than five in all', [1, 2, 0], ['<5', '<5', '<5'], '<5'],
    ['one alone', [3], ['<5'], '<5'],
    ['none', [], [], '<5'],
  ])('%s', (_name, counts, cells, total) => {
    const printed = printCounts(counts)
    expect([printed.cells.map(countText), countText(printed.total)]).toEqual([cells, total])
  })

  it('never reveal a withheld value: each such cell has at least two possible values', () => {
    const sizes = [0, 1, 2, 4, 5, 6, 9]
    const rows = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => [a, b, c])))
    for (const counts of rows) {
      const printed = printCounts(counts)
      const possible = [...readings(printed, 30)]
      expect(
        possible.some((row) => row.join() === counts.join()),
        counts.join(),
      ).toBe(true)
      printed.cells.forEach((cell, index) => {
        if (typeof cell === 'number') return expect(cell).toBe(counts[index])
        const values = new Set(possible.map((row) => row[index]))
        expect(values.size, `${counts.join()} cell ${index}`).toBeGreaterThan(1)
      })
    }
  })

  it('are never printed below five', () => {
    for (let a = 0; a < 20; a += 1) {
      for (let b = 0; b < 20; b += 1) {
        for (const cell of printCounts([a, b, 30]).cells) if (typeof cell === 'number') expect(cell).toBeGreaterThan(4)
      }
    }
  })
})
