import { mergeRollups, type Rollup, rollupOf } from '@natim/domain/rollup'
import { expect, it } from 'vitest'
import { appendTally, newTally, type Tally } from './tally.ts'

const tallyOf = (rollup: Rollup): Tally => {
  const tally = newTally()
  for (const [key, value] of Object.entries(rollup) as [keyof Tally, number | null][]) {
    if (value !== null) tally[key] = value
  }
  return tally
}
const rollup = (values: readonly number[], quality = 0) =>
  rollupOf(
    values.map((value) => ({ value, quality })),
    'avg',
  )

it.each([
  [rollup([1, 5, 2]), rollup([9, 3])],
  [rollup([]), rollup([9, 3])],
  [rollup([1, 5, 2]), rollup([])],
  [rollup([4, 4], 8), rollup([7])],
])("appends periods like the domain's rollups", (a, b) => {
  const expected = mergeRollups(a, b, 'avg')
  const tally = tallyOf(a)
  appendTally(tally, tallyOf(b))
  for (const key of ['n', 'nValid', 'min', 'max', 'first', 'last', 'sum', 'm2', 'qOr'] as const) {
    if (expected[key] !== null) expect(tally[key], key).toBeCloseTo(expected[key], 9)
  }
})
