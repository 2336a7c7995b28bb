import { describe, expect, it } from 'vitest'
import { alignedMs, COMPARISONS, comparedRange } from './comparison.ts'
import { DAY_MS, formatGmt8, HOUR_MS, parseGmt8 } from './time.ts'

const at = (text: string): number => parseGmt8(text) ?? Number.NaN
const range = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) })
const text = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => `${formatGmt8(fromMs)} – ${formatGmt8(toMs)}`

describe('a range is compared', () => {
  it.each([
    ['previous', '2026-02-28', '2026-03-02', '2026-02-26 00:00:00 – 2026-02-28 00:00:00'],
    ['week', '2026-03-02 06:00:00', '2026-03-03', '2026-02-23 06:00:00 – 2026-02-24 00:00:00'],
    ['month', '2026-03-01', '2026-04-01', '2026-02-01 00:00:00 – 2026-03-01 00:00:00'],
    ['month', '2026-05-30 12:00:00', '2026-05-31 12:00:00', '2026-04-30 12:00:00 – 2026-05-01 00:00:00'],
    ['year', '2024-02-29', '2024-03-02', '2023-03-01 00:00:00 – 2023-03-02 00:00:00'],
    ['year', '2026-01-01', '2027-01-01', '2025-01-01 00:00:00 – 2026-01-01 00:00:00'],
  ] as const)('with %s: %s – %s', (comparison, from, to, earlier) => {
    expect(text(comparedRange(comparison, range(from, to)))).toBe(earlier)
  })

  it('with nothing when the month has none of its days', () => {
    const { fromMs, toMs } = comparedRange('month', range('2026-05-31', '2026-06-01'))
    expect(toMs).toBe(fromMs)
  })

  it('by label: 24:00 of a day maps to 24:00 of the same day of the month', () => {
    const march = range('2026-03-01', '2026-04-01')
    const aligned = alignedMs('month', march, at('2026-03-01')) ?? 0
    expect(formatGmt8(aligned)).toBe('2026-03-29 00:00:00')
    expect(alignedMs('month', march, at('2026-02-10 06:00:00'))).toBe(at('2026-03-10 06:00:00'))
  })

  it('with 29 February against nothing', () => {
    const year = range('2025-01-01', '2026-01-01')
    expect(alignedMs('year', year, at('2024-02-29 12:00:00'))).toBeUndefined()
    expect(alignedMs('year', year, at('2024-03-01'))).toBeUndefined()
    expect(alignedMs('year', year, at('2024-03-01 01:00:00'))).toBe(at('2025-03-01 01:00:00'))
  })

  it('so that aligned instants lie within it, in order, and end where it ends', () => {
    for (const comparison of COMPARISONS)
      for (let fromMs = at('2024-01-30'); fromMs < at('2024-04-02'); fromMs += 7 * HOUR_MS) {
        const shown = { fromMs, toMs: fromMs + 3 * DAY_MS }
        const earlier = comparedRange(comparison, shown)
        const times: number[] = []
        for (let tsMs = earlier.fromMs + HOUR_MS; tsMs <= earlier.toMs; tsMs += HOUR_MS) {
          const aligned = alignedMs(comparison, shown, tsMs)
          if (aligned !== undefined) times.push(aligned)
        }
        expect(times.every((tsMs, i) => tsMs > (times[i - 1] ?? shown.fromMs) && tsMs <= shown.toMs)).toBe(true)
      }
  })
})
