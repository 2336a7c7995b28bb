import { describe, expect, it } from 'vitest'
import { figuresOf, isReached, meanName, meanWindow, pressingLimit, reachedLimit } from './mean-window.ts'
import { QUALITY } from './quality.ts'

describe('window of an averaging period', () => {
  it.each([
    ['60min', { unit: 'minutes', count: 60 }],
    ['1h', { unit: 'hours', count: 1, minValidHours: 1 }],
    ['8h', { unit: 'hours', count: 8 }],
    ['day8h', { unit: 'hours', count: 8, minValidHours: 6 }],
    ['day', { unit: 'hours', count: 24, minValidHours: 20 }],
    ['90s', { unit: 'minutes', count: 2 }],
    ['3600s', { unit: 'minutes', count: 60 }],
    ['3601s', { unit: 'hours', count: 2 }],
  ])('%s', (period, window) => expect(meanWindow(period)).toEqual(window))

  it.each(['instant', 'month', 'year', '0s', '86401s', 'constructor'])('%s has no window', (period) =>
    expect(meanWindow(period)).toBeUndefined(),
  )
})

it.each([
  ['60min', '60 min 均值'],
  ['1h', '小时均值'],
  ['day', '24 h 均值'],
  ['90s', '2 min 均值'],
  ['instant', ''],
])('the mean of %s is called %s', (period, name) => expect(meanName(period)).toBe(name))

const limit = (avgPeriod: string, value: number, severity: 1 | 2 | 3 | 4 | 5, op: '>' | '>=' = '>=') => ({
  name: `${avgPeriod} ${value}`,
  avgPeriod,
  value,
  severity,
  op,
})

describe('a limit is judged by the figure it applies to', () => {
  const day = limit('day', 75, 3)
  const mac = limit('instant', 10, 4)

  it('never by a reading when it is set for a mean', () => {
    expect(reachedLimit([day, mac], { reading: 500, means: { day: 40 } })).toBe(mac)
    expect(reachedLimit([day, mac], { reading: 1, means: { day: 80 } })).toBe(day)
  })

  it('not at all until its window holds enough data', () => {
    expect(isReached(day, { reading: 500, means: { day: null } })).toBeUndefined()
    expect(isReached(day, { reading: 500 })).toBeUndefined()
    expect(isReached(mac, { reading: null })).toBeUndefined()
    expect(reachedLimit([day], { reading: 500, means: {} })).toBeUndefined()
  })

  it('by its own operator', () => {
    expect(isReached(limit('day', 75, 3, '>'), { means: { day: 75 } })).toBe(false)
    expect(isReached(limit('day', 75, 3, '>='), { means: { day: 75 } })).toBe(true)
  })

  it('picks the gravest limit reached; of equal severity the higher one', () => {
    const [low, high] = [limit('instant', 1, 2), limit('instant', 2, 2)]
    expect(reachedLimit([mac, low, high], { reading: 50 })).toBe(high)
    expect(reachedLimit([low, high], { reading: 1.5 })).toBe(low)
  })
})

describe('the pressing limit of a channel', () => {
  const [day, mac, high] = [limit('day', 100, 3), limit('instant', 10, 4), limit('60min', 50, 2)]

  it('is the gravest limit reached, else the nearest', () => {
    const means = { day: 90, '60min': 10 }
    expect(pressingLimit([day, mac, high], { reading: 4, means })).toEqual({ limit: day, figure: 90, isReached: false })
    expect(pressingLimit([day, mac, high], { reading: 11, means })).toEqual({ limit: mac, figure: 11, isReached: true })
  })

  it('is undefined where nothing can be judged', () => {
    expect(pressingLimit([day, high], { reading: 500, means: { day: null } })).toBeUndefined()
    expect(pressingLimit([], { reading: 500 })).toBeUndefined()
  })
})

it('a reading that must not raise alarms is not compared', () => {
  expect(figuresOf({ v: 5, q: QUALITY.stuck }, {}).reading).toBeNull()
  expect(figuresOf({ v: 5, q: QUALITY.outOfRange | QUALITY.jump }, {}).reading).toBe(5)
  expect(figuresOf(null, { day: 1 })).toEqual({ reading: undefined, means: { day: 1 } })
})
