import { describe, expect, it } from 'vitest'
import { completeness, delivered, dueByVersions, dueSamples, earlierPeriods, periodAt } from './completeness.ts'
import { MINUTE_MS } from './time.ts'

describe('completeness', () => {
  it('is delivered over due samples', () => {
    expect(completeness([{ valid: 3, due: 6 }])).toBe(0.5)
    expect(
      completeness([
        { valid: 0, due: 6 },
        { valid: 3, due: 6 },
      ]),
    ).toBe(0.25)
  })

  it('does not let a surplus of one channel compensate for another', () => {
    expect(delivered({ valid: 90, due: 6 })).toBe(6)
    expect(
      completeness([
        { valid: 90, due: 6 },
        { valid: 0, due: 6 },
      ]),
    ).toBe(0.5)
  })

  it('is unknown where nothing was due', () => {
    expect(completeness([])).toBeNull()
    expect(completeness([{ valid: 4, due: 0 }])).toBeNull()
  })

  it('expects one sample per period in service, and none without a period', () => {
    expect(dueSamples(10 * MINUTE_MS, 60)).toBe(10)
    expect(dueSamples(10 * MINUTE_MS, 0)).toBe(0)
  })
})

describe('samples due by versions', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const always = (fromMs: number, toMs: number) => toMs - fromMs
  const minutely = { fromMs: 0, periodS: 60, enabled: true }
  const due = (versions: Parameters<typeof dueByVersions>[0], fromMs: number, toMs: number, inService = always) =>
    dueByVersions(versions, fromMs, toMs, inService)

  it('count every stretch by the period in force then', () => {
    const versions = [minutely, { fromMs: HOUR_MS, periodS: 10, enabled: true }]
    expect(due(versions, 0, HOUR_MS)).toBe(60)
    expect(due(versions, HOUR_MS, 2 * HOUR_MS)).toBe(360)
    expect(due(versions, 0, 2 * HOUR_MS)).toBe(420)
    expect(due(versions, 30 * MINUTE_MS, 90 * MINUTE_MS)).toBe(30 + 180)
  })

  it('are 0 while the channel is off', () => {
    const versions = [minutely, { fromMs: HOUR_MS, periodS: 60, enabled: false }, { ...minutely, fromMs: 2 * HOUR_MS }]
    expect(due(versions, 0, 3 * HOUR_MS)).toBe(120)
  })

  it('use the first version for the time before it', () => {
    expect(due([{ ...minutely, fromMs: HOUR_MS }], 0, 2 * HOUR_MS)).toBe(120)
  })

  it('count only time in service', () => {
    const firstHalf = (fromMs: number, toMs: number) => Math.max(0, Math.min(toMs, HOUR_MS) - fromMs)
    expect(due([minutely, { fromMs: 30 * MINUTE_MS, periodS: 30, enabled: true }], 0, 2 * HOUR_MS, firstHalf)).toBe(90)
  })
})

describe('the period of the past', () => {
  const version = (fromMs: number, periodS: number) => ({ fromMs, periodS, enabled: true })
  const before = earlierPeriods([version(0, 60), version(5, 60), version(10, 30), version(20, 10)])

  it('comes from versions with another period', () => {
    expect(before).toEqual([
      { untilMs: 10, periodS: 60 },
      { untilMs: 20, periodS: 30 },
    ])
    expect(earlierPeriods([version(0, 60)])).toEqual([])
  })

  it.each([
    [-1, 60],
    [10, 60],
    [11, 30],
    [20, 30],
    [21, 10],
  ])('at %i is %i s', (tsMs, periodS) => {
    expect(periodAt({ periodS: 10, before }, tsMs)).toBe(periodS)
  })
})
