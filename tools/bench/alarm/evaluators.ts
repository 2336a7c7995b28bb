import type { Comparison } from '@natim/domain/alarm/comparison'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import { type ChannelWindows, createWindows, windowNeeds } from '@natim/domain/alarm/window'

const POINTS = 2_000_000
const CHANNELS = 10_000
/** 400 points at ten seconds: averaging windows are full. */
const ROUNDS = 400
const PERIOD_S = 10

const over = (value: number, given: Partial<Comparison> = {}): Comparison =>
  ({
    branch: 0,
    severity: 3,
    figure: { kind: 'sample' },
    op: '>=',
    value,
    clearOp: '<',
    clearValue: value * 0.9,
    forS: 60,
    clearForS: 60,
    n: 1,
    m: 1,
    ...given,
  }) as Comparison

const meanOf = (avgS: number) => over(10, { figure: { kind: 'mean', avgS } })

const RULES = {
  'three readings': [over(10), over(20, { severity: 2 }), over(30, { severity: 1 })],
  'mean of 10 min': [meanOf(600)],
  'AEGL (5 means, 10 min to 8 h)': [600, 1_800, 3_600, 14_400, 28_800].map(meanOf),
} as const

const make = (comparisons: readonly Comparison[], windows?: ChannelWindows) =>
  createChannelEvaluator({
    comparisons,
    periodS: PERIOD_S,
    agg: 'avg',
    autoClear: true,
    range: { lo: 0, hi: 50 },
    ...(windows && { windows }),
  })

/** The evaluators of a channel share its windows, as in the engine. */
function makeChannel(rules: readonly (readonly Comparison[])[]) {
  const needs = windowNeeds(rules.flat(), { periodS: PERIOD_S, agg: 'avg' })
  if (!needs) throw new Error('no rule compares samples')
  const windows = createWindows(needs)
  return { windows, evaluators: rules.map((comparisons) => make(comparisons, windows)) }
}

/** Points that an evaluator judges per second of CPU, and the memory of 10 000 channels with three rules each. */
export function measureEvaluators(): readonly object[] {
  const values = Float64Array.from({ length: 1_024 }, () => Math.random() * 9)
  const speeds = Object.entries(RULES).map(([rule, comparisons]) => {
    const evaluator = make(comparisons)
    // Warm-up for the JIT.
    for (let i = 0; i < POINTS / 10; i++) evaluator.take(i * PERIOD_S * 1_000, values[i & 1_023] as number, 0)
    const before = process.cpuUsage()
    for (let i = 0; i < POINTS; i++) evaluator.take((POINTS + i) * PERIOD_S * 1_000, values[i & 1_023] as number, 0)
    const { user, system } = process.cpuUsage(before)
    return { figure: rule, value: `${(POINTS / (user + system)).toFixed(1)} M points per CPU second` }
  })
  return [...speeds, { figure: `${CHANNELS} channels × 3 rules`, value: `${memoryMb().toFixed(0)} MB` }]
}

function memoryMb(): number {
  const collect = (globalThis as { gc?: () => void }).gc
  if (collect === undefined) return Number.NaN
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const before = used()
  const three = [RULES['three readings'], RULES['mean of 10 min'], [meanOf(3_600)]]
  const all = Array.from({ length: CHANNELS }, () => makeChannel(three))
  for (let round = 0; round < ROUNDS; round++)
    for (const { windows, evaluators } of all) {
      const tsMs = round * PERIOD_S * 1_000
      const placement = windows.add(tsMs, 5)
      for (const evaluator of evaluators) evaluator.judgeAt(placement, tsMs, 5)
    }
  const after = used()
  // Keeps them reachable, so that they were not collected before the measurement.
  return all.length > 0 ? after - before : 0
}
