import { invalidReason } from '@natim/domain/breath'
import { SUBJECT_CODE } from '@natim/domain/subject'
import { calendarDayGmt8, DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { citySignal, SIGNAL_LEAD_DAYS } from '@natim/domain/infection'
import { chromatogramOf, planBreath, waveCases, waveCities, waveTests } from './breath.ts'
import { FLU_CITIES } from './flu.ts'
import { buildDemoNetwork } from './network.ts'

const UNTIL_MS = parseGmt8('2026-11-21 10:42:00') ?? 0
const { devices } = buildDemoNetwork()
const { subjects, tests } = planBreath(devices, UNTIL_MS)

describe('breath tests of the demonstration', () => {
  it('cover 600 persons with unique codes, some 3,700 tests in 24 days, and are reproducible', () => {
    expect(subjects).toHaveLength(600)
    expect(new Set(subjects.map(({ code }) => code)).size).toBe(600)
    for (const { code, regionCode } of subjects) {
      expect(code).toMatch(SUBJECT_CODE)
      expect(regionCode).toMatch(/^\d{4}00$/)
    }
    expect(tests.length).toBeGreaterThan(3_400)
    expect(tests.length).toBeLessThan(4_000)
    expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length)
    for (const { sampleMs } of tests) {
      expect(sampleMs).toBeLessThan(UNTIL_MS)
      expect(sampleMs).toBeGreaterThan(UNTIL_MS - 25 * DAY_MS)
    }
    expect(planBreath(devices, UNTIL_MS)).toEqual({ subjects, tests })
  })

  it('have every status, and are invalid exactly where the gates say so', () => {
    const statuses = ['created', 'sampling', 'analysing', 'resulted', 'reviewed', 'released', 'invalid', 'cancelled']
    expect(statuses.filter((status) => !tests.some((test) => test.status === status))).toEqual([])
    for (const test of tests) expect(invalidReason(test) !== undefined).toBe(test.status === 'invalid')
    expect(tests.some(({ retestOf }) => retestOf !== null)).toBe(true)
  })

  it('show the wave only in the cities in which wearers fall ill', () => {
    const wave = waveCities(devices.filter(({ kind }) => kind === 'breath'))
    expect(wave).toEqual([...FLU_CITIES])
    expect(waveCases(13) / waveTests(13)).toBeCloseTo(0.17, 2)
    const shareOf = (inWave: boolean, fromDay: number, toDay: number) => {
      const those = tests.filter(({ subject, sampleMs, status }) => {
        const day = 14 - (UNTIL_MS - sampleMs) / DAY_MS
        return status !== 'invalid' && wave.includes(subject.regionCode) === inWave && day >= fromDay && day < toDay
      })
      return those.filter(({ verdict }) => verdict === 'presumptive').length / those.length
    }
    expect(shareOf(true, -10, 2)).toBeLessThan(0.04)
    expect(shareOf(true, 11, 15)).toBeGreaterThan(0.14)
    expect(shareOf(false, -10, 15)).toBeLessThan(0.05)
  })

  it.each([0, 9, 18, 23.5])('raise signals in each of those cities from day 5 on, loaded at %s o’clock', (hour) => {
    const untilMs = (parseGmt8('2026-11-21 00:00:00') ?? 0) + hour * HOUR_MS + 60_000
    const plan = planBreath(devices, untilMs)
    for (const city of FLU_CITIES) {
      const counts = Array.from({ length: 24 }, (_, index) => {
        const day = calendarDayGmt8(untilMs - (23 - index) * DAY_MS)
        return plan.tests.filter(
          ({ subject, sampleMs, status, verdict }) =>
            subject.regionCode === city &&
            calendarDayGmt8(sampleMs) === day &&
            ['resulted', 'reviewed', 'released'].includes(status) &&
            verdict === 'presumptive',
        ).length
      })
      const days = Array.from({ length: 13 }, (_, day) => day)
      const signals = days.filter((day) => citySignal(counts.slice(0, day + SIGNAL_LEAD_DAYS + 2))?.isSignal)
      expect(signals[0]).toBe(5)
      expect(signals.length).toBeGreaterThan(5)
    }
  })

  it('fill each plate position once, and draw as many peaks as substances', () => {
    const wells = tests.flatMap(({ sessionNo, platePos }) => (sessionNo === null ? [] : [`${sessionNo} ${platePos}`]))
    expect(new Set(wells).size).toBe(wells.length)
    const [test] = tests
    const picture = chromatogramOf(test ?? { id: '', values: [] })
    expect(picture.sample).toHaveLength(picture.timesS.length)
    expect(picture.ambient).toHaveLength(picture.timesS.length)
    expect(picture.peaks).toHaveLength(10)
  })
})
