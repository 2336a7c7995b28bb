import { describe, expect, it } from 'vitest'
import { coveredInHour, coveredInMinute, isValidDay, isValidHour } from './coverage.ts'

describe('seconds covered by samples', () => {
  it.each([
    [1, 60, 60],
    [30, 1, 30],
    [90, 1, 60],
    [2, 45, 60],
    [1, 300, 300],
    [2, 300, 300],
    [0, 60, 0],
  ])('%i samples at a period of %i s', (n, periodS, covered) => {
    expect(coveredInMinute(n, periodS)).toBe(covered)
  })

  it('are unknown without a period', () => expect(coveredInMinute(5, 0)).toBeNull())

  it('are at most an hour', () => {
    expect(coveredInHour([60, 60, 300])).toBe(420)
    expect(coveredInHour([3_600, 3_600])).toBe(3_600)
  })
})

it('an hour is valid from 45 minutes, a day from 20 hours, and an uncounted one is neither valid nor invalid', () => {
  expect([2_699, 2_700, null].map(isValidHour)).toEqual([false, true, undefined])
  expect([19, 20, null].map(isValidDay)).toEqual([false, true, undefined])
})
