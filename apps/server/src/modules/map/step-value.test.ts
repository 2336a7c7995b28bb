import { expect, test } from 'vitest'
import { type StepValue, worse, worstSteps } from './step-value.ts'

const value = (level: number, shown: number): StepValue => ({ level, value: shown, note: '', atMs: 0 })

test('the worse of two has the higher level or, at equal levels, the greater value', () => {
  expect(worse(value(1, 900), value(3, 2))).toEqual(value(3, 2))
  expect(worse(value(3, 2), value(1, 900))).toEqual(value(3, 2))
  expect(worse(value(2, 5), value(2, 6))).toEqual(value(2, 6))
  expect(worse(undefined, value(0, 0))).toEqual(value(0, 0))
  expect(worse(value(0, 0), undefined)).toEqual(value(0, 0))
  expect(worse(undefined, undefined)).toBeUndefined()
})

test('several devices yield the worst value at each instant; missing values are ignored', () => {
  const steps = worstSteps([[value(1, 1), undefined], [undefined, undefined], [value(0, 9)]], 3)
  expect(steps).toEqual([value(1, 1), undefined, undefined])
  expect(worstSteps([], 2)).toEqual([undefined, undefined])
})
