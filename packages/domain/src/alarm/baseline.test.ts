import { describe, expect, it } from 'vitest'
import { HOUR_MS, parseGmt8 } from '../time.ts'
import { type Baseline, lineAt, weekHour } from './baseline.ts'
import { compileBranches } from './comparison.ts'
import { createChannelEvaluator } from './evaluator.ts'
import { explainStep } from './explain.ts'
import type { DeviationBranch } from './rule.ts'

const at = (text: string) => parseGmt8(text) ?? Number.NaN
const MONDAY = at('2026-11-23 00:00:00')

/** 0.1 by night, 0.2 by day, σ 0.01. */
const baseline: Baseline = {
  atMs: MONDAY,
  medians: Array.from({ length: 168 }, (_, hour) => (hour % 24 < 12 ? 0.1 : 0.2)),
  sigmas: Array.from({ length: 168 }, () => 0.01),
}
const branch: DeviationBranch = { type: 'deviation', severity: 5, op: '>', sigmas: 6, n: 3, forS: 0, clearForS: 0 }
const metric = { code: 'dose_rate', unit: 'µSv/h', agg: 'avg' } as const
const compiled = (of: DeviationBranch, usual: Baseline | undefined = baseline) =>
  compileBranches([of], { metric, periodS: 60, limits: [], baseline: usual })

describe('weekHour', () => {
  it('starts on Monday in GMT+8', () => {
    const hours = ['2026-11-23 00:00:00', '2026-11-23 00:59:59', '2026-11-24 01:00:00', '2026-11-29 23:30:00']
    expect(hours.map((text) => weekHour(at(text)))).toEqual([0, 0, 25, 167])
  })
})

describe('a baseline line', () => {
  it('follows the hour by σ, by a minimum distance or by a multiple of the median', () => {
    const line = { baseline, sigmas: 6, atLeast: 0, times: 0 }
    expect(lineAt(line, MONDAY)).toBeCloseTo(0.16)
    expect(lineAt(line, MONDAY + 13 * HOUR_MS)).toBeCloseTo(0.26)
    expect(lineAt({ ...line, atLeast: 0.08 }, MONDAY)).toBeCloseTo(0.18)
    expect(lineAt({ ...line, sigmas: -6 }, MONDAY)).toBeCloseTo(0.04)
    expect(lineAt({ ...line, times: 2 }, MONDAY)).toBeCloseTo(0.2)
    expect(lineAt(line, MONDAY, 0)).toBeCloseTo(0.1)
  })

  it("raises at the third consecutive reading beyond the hour's line, and clears near the median", () => {
    const evaluator = createChannelEvaluator({
      comparisons: compiled(branch),
      periodS: 60,
      agg: 'avg',
      autoClear: true,
      range: { lo: null, hi: null },
    })
    // Normal by day, twice the normal night value.
    const start = MONDAY + 12 * HOUR_MS - 4 * 60_000
    const values = [0.2, 0.2, 0.2, 0.2, 0.2, 0.2]
    const steps = values.flatMap((value, i) => evaluator.take(start + i * 60_000, value, 0))
    expect(steps).toMatchObject([
      { kind: 'raise', tsMs: start + 120_000, figure: 0.2, value: expect.closeTo(0.16) },
      { kind: 'clear', tsMs: start + 240_000 },
    ])
    const [raise] = steps
    const text =
      raise && raise.kind !== 'peak' ? explainStep(raise, { metricName: '剂量率', unit: 'µSv/h', precision: 2 }) : ''
    expect(text).toContain('基线 + 6 σ')
    expect(text).toContain('0.16 µSv/h')
  })

  it('never fires without a baseline', () => {
    expect(compileBranches([branch], { metric, periodS: 60, limits: [] })).toEqual([])
  })
})
