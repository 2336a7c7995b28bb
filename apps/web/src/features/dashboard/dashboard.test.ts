import { describe, expect, it } from 'vitest'
import { greeting } from '../../lib/greeting.ts'
import { axisStep } from './hour-scale.ts'

describe('key figures', () => {
  it.each([
    [0, 1],
    [4, 1],
    [17, 5],
    [20, 5],
    [21, 10],
    [1_260_000, 500_000],
  ])('use an axis up to %i in steps of %i', (max, step) => {
    expect(axisStep(max)).toBe(step)
  })
})

describe('greeting', () => {
  it.each([
    [0, '早上好'],
    [8, '早上好'],
    [9, '上午好'],
    [11, '上午好'],
    [12, '中午好'],
    [13, '中午好'],
    [14, '下午好'],
    [19, '下午好'],
    [20, '晚上好'],
    [23, '晚上好'],
  ])('[SH-61] [CO-30] at %i o’clock is %s', (hour, text) => {
    expect(greeting(hour)).toBe(text)
  })
})
