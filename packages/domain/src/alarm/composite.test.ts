import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Comparison, type CompileContext, compileBranch } from './comparison.ts'
import { createChannelEvaluator } from './evaluator.ts'
import type { CompositeBranch, Condition } from './rule.ts'
import type { AlarmStep } from './step.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const context: CompileContext = {
  metric: { code: 'h2s', unit: 'ppm', agg: 'avg' },
  periodS: 10,
  limits: [
    { kind: 'OEL_MAC', level: '', avgPeriod: 'instant', op: '>', value: 7, name: 'MAC' },
    { kind: 'GB3095', level: '', avgPeriod: '1h', op: '>', value: 7, name: 'GB 3095' },
  ],
}
const reading = (value: number, rest: Partial<Condition> = {}): Condition =>
  ({ type: 'threshold', op: '>=', value, avgS: 0, forS: 0, clearForS: 0, ...rest }) as Condition
const mean = (value: number, avgS: number): Condition => reading(value, { avgS } as Partial<Condition>)
const rising = (perMin: number): Condition => ({ type: 'rate', op: '>', perMin, overS: 60, forS: 0, clearForS: 0 })
const not = (condition: Condition): Condition => ({ ...condition, not: true })
const all = (conditions: readonly Condition[], rest: Partial<CompositeBranch> = {}): CompositeBranch => ({
  type: 'composite',
  severity: 3,
  forS: 0,
  clearForS: 0,
  conditions,
  ...rest,
})
const compiled = (branch: CompositeBranch) => compileBranch(branch, 0, context)
const evaluatorOf = (comparisons: readonly Comparison[]) =>
  createChannelEvaluator({ comparisons, periodS: 10, agg: 'avg', autoClear: true, range: { lo: 0, hi: 100 } })
/** One sample every 10 s. */
const run = (branch: CompositeBranch, values: readonly number[]) => {
  const evaluator = evaluatorOf(compiled(branch))
  return told(values.flatMap((value, i) => evaluator.take(T0 + i * 10_000, value, 0)))
}
const told = (steps: readonly AlarmStep[]) =>
  steps.filter(({ kind }) => kind !== 'peak').map(({ kind, tsMs }) => `${kind}@${(tsMs - T0) / 1_000}s`)
const repeat = (value: number, count: number) => Array.from({ length: count }, () => value)

describe('a composite branch', () => {
  it('[BZ-20] holds while all its conditions do', () => {
    const branch = all([reading(10), rising(6)])
    // High but not rising, then rising.
    expect(run(branch, [...repeat(12, 12), 14, 16, 18, 20, 22, 24, 26])).toEqual(['raise@150s'])
    // Rising but not high.
    expect(run(branch, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([])
  })

  it('does not hold while a negated condition holds', () => {
    const branch = all([reading(10), not(reading(50))])
    expect(run(branch, [5, 12, 60, 60, 12, 5])).toEqual(['raise@10s', 'clear@20s', 'raise@40s', 'clear@50s'])
  })

  it('clears when any condition passes its own clear value', () => {
    const branch = all([reading(10), reading(20, { clearValue: 15 } as Partial<Condition>)])
    // Stays active within the hysteresis of the second condition.
    expect(run(branch, [25, 16, 16, 14, 12])).toEqual(['raise@0s', 'clear@30s'])
    expect(run(all([reading(10), reading(5)]), [25, 9.5, 8, 8])).toEqual(['raise@0s', 'clear@20s'])
  })

  it('waits for its own hold and for those of its conditions', () => {
    expect(run(all([reading(10), reading(5, { forS: 30 })]), repeat(12, 8))).toEqual(['raise@30s'])
    expect(run(all([reading(10), reading(5)], { forS: 40 }), repeat(12, 8))).toEqual(['raise@40s'])
    expect(run(all([reading(10), reading(5)], { clearForS: 20 }), [12, 2, 2, 2, 2])).toEqual(['raise@0s', 'clear@30s'])
    // A hold does not span a gap.
    const evaluator = evaluatorOf(compiled(all([reading(10), reading(5, { forS: 30 })])))
    const take = (second: number) => evaluator.take(T0 + second * 1_000, 12, 0)
    expect(told([0, 10, 300, 310, 320, 330].flatMap(take))).toEqual(['raise@330s'])
  })

  it('is not judged while a condition is unjudged: a mean without enough samples is neither true nor false', () => {
    expect(run(all([reading(10), mean(10, 120)]), repeat(12, 8))).toEqual([])
    expect(run(all([reading(10), not(mean(10, 120))]), repeat(12, 8))).toEqual([])
    expect(run(all([reading(10), mean(10, 120)]), repeat(12, 12))).toEqual(['raise@80s'])
  })

  it('accepts any averaging of a limit, and gives nothing for a channel without the limit', () => {
    const limit = { type: 'limit', level: '', clearShare: 0.9, forS: 0, clearForS: 0 } as const
    expect(compiled(all([reading(1), { ...limit, kind: 'OEL_MAC' }]))).toHaveLength(1)
    expect(compiled(all([reading(1), { ...limit, kind: 'IDLH' }]))).toEqual([])
    expect(compiled(all([reading(1), { ...limit, kind: 'IDLH', not: true }]))).toMatchObject([{ also: [] }])
    // Clock means have other instants than samples.
    expect(compiled(all([reading(1), { ...limit, kind: 'GB3095' }]))).toEqual([])
  })

  it('judges a late reading by the conditions at its time, not by the current ones', () => {
    const fell = reading(5, { op: '<=', clearValue: 90 } as Partial<Condition>)
    const evaluator = evaluatorOf(compiled(all([reading(10), fell])))
    const take = (second: number, value: number) => evaluator.take(T0 + second * 1_000, value, 0)
    const steps = Array.from({ length: 60 }, (_, i) => take(i * 10, i < 40 ? 12 : 8)).flat()
    steps.push(...take(600, 3), ...take(415, 12), ...take(417, 12), ...take(610, 3), ...take(620, 3))
    expect(told(steps)).toEqual([])
    expect(told(take(630, 12))).toEqual(['raise@630s'])
  })

  it('judges the same for any order within five minutes once the figure has left the hysteresis', () => {
    const branch = all([reading(10, { forS: 20 }), not(reading(18))], { severity: 2 })
    const samples = fc.array(
      fc.record({ value: fc.constantFrom(0, 8, 11, 15, 20), delayS: fc.integer({ min: 0, max: 280 }) }),
      { minLength: 20, maxLength: 80 },
    )
    fc.assert(
      fc.property(samples, (list) => {
        const rows = list.map(({ value, delayS }, i) => ({ atMs: T0 + i * 10_000, value, delayS }))
        const arrived = rows.toSorted((a, b) => a.atMs + a.delayS * 1_000 - b.atMs - b.delayS * 1_000)
        const inOrder = evaluatorOf(compiled(branch))
        const disordered = evaluatorOf(compiled(branch))
        const feed = (evaluator: typeof inOrder, from: readonly { atMs: number; value: number }[]) =>
          from.flatMap(({ atMs, value }) => evaluator.take(atMs, value, 0))
        const [before, after] = [feed(inOrder, rows), feed(disordered, arrived)]
        const tail = Array.from({ length: 40 }, (_, i) => ({ atMs: T0 + (list.length + i) * 10_000, value: 9.6 }))
        before.push(...feed(inOrder, tail))
        after.push(...feed(disordered, tail))
        const raises = (steps: readonly AlarmStep[]) => steps.filter(({ kind }) => kind === 'raise').length
        expect(raises(after) > 0 || raises(before) === 0).toBe(true)
        for (const value of [0, 12]) {
          const rest = Array.from({ length: 10 }, (_, i) => ({
            atMs: T0 + (list.length + 40 + i + value) * 10_000,
            value,
          }))
          feed(inOrder, rest)
          feed(disordered, rest)
          expect(disordered.active()).toEqual(inOrder.active())
          expect(disordered.active() === undefined).toBe(value === 0)
        }
      }),
      { numRuns: 200 },
    )
  })
})
