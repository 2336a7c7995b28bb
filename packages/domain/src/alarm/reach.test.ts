import { expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import type { Comparison } from './comparison.ts'
import { isMadeOfMinutes, reachMs } from './reach.ts'

const comparison = (given: Partial<Comparison> = {}): Comparison => ({
  branch: 0,
  severity: 3,
  figure: { kind: 'sample' },
  op: '>=',
  value: 5,
  clearOp: '<',
  clearValue: 4.5,
  forS: 0,
  clearForS: 60,
  n: 1,
  m: 1,
  ...given,
})
const mean = (avgS: number) => ({ figure: { kind: 'mean', avgS } }) as Partial<Comparison>

it.each<[string, readonly Comparison[], number]>([
  ['at least ten minutes', [comparison()], 10],
  ['of several the longest', [comparison(), comparison({ forS: 900 }), comparison({ clearForS: 1_200 })], 20],
  ['a mean, and the hold after it', [comparison({ ...mean(600), forS: 300 })], 15],
  ['of a mean that is made of minutes the hold alone', [comparison({ ...mean(3_600), forS: 900 })], 15],
  ['readings that are counted', [comparison({ n: 10, m: 61, forS: 300 })], 15],
  ['a change', [comparison({ figure: { kind: 'rate', overS: 600 } as never, clearForS: 600 })], 20],
  ['a further condition', [comparison({ also: [{ not: false, comparisons: [comparison({ forS: 1_800 })] }] })], 30],
  ['two hours at most', [comparison({ forS: 86_400 })], 120],
])('[BZ-20] samples reach back %s', (_what, comparisons, minutes) => {
  expect(reachMs(comparisons, 10)).toBe(minutes * MINUTE_MS)
})

it('[BZ-20] a mean over more than ten minutes is built from minutes', () => {
  expect([600, 601].map(isMadeOfMinutes)).toEqual([false, true])
})
