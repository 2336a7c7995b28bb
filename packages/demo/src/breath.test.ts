import { invalidReason } from '@natim/domain/breath'
import { SUBJECT_CODE } from '@natim/domain/subject'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { chromatogramOf, planBreath, positivity, waveCities } from './breath.ts'
import { buildDemoNetwork } from './network.ts'

const UNTIL_MS = parseGmt8('2026-11-21 10:42:00') ?? 0
const { devices } = buildDemoNetwork()
const { subjects, tests } = planBreath(devices, UNTIL_MS)

describe('breath tests of the demonstration', () => {
  it('are of 600 persons with codes of their own, some 1,500 in fourteen days, always the same', () => {
    expect(subjects).toHaveLength(600)
    expect(new Set(subjects.map(({ code }) => code)).size).toBe(600)
    for (const { code, regionCode } of subjects) {
      expect(code).toMatch(SUBJECT_CODE)
      expect(regionCode).toMatch(/^\d{4}00$/)
    }
    expect(tests.length).toBeGreaterThan(1_400)
    expect(tests.length).toBeLessThan(1_700)
    expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length)
    for (const { sampleMs } of tests) {
      expect(sampleMs).toBeLessThan(UNTIL_MS)
      expect(sampleMs).toBeGreaterThan(UNTIL_MS - 15 * DAY_MS)
    }
    expect(planBreath(devices, UNTIL_MS)).toEqual({ subjects, tests })
  })

  it('have every status, and samples that are none where the gates say so', () => {
    const statuses = ['created', 'sampling', 'analysing', 'resulted', 'reviewed', 'released', 'invalid', 'cancelled']
    expect(statuses.filter((status) => !tests.some((test) => test.status === status))).toEqual([])
    for (const test of tests) expect(invalidReason(test) !== undefined).toBe(test.status === 'invalid')
    expect(tests.some(({ retestOf }) => retestOf !== null)).toBe(true)
  })

  it('show the wave in three northern cities and nowhere else', () => {
    const wave = waveCities(devices.filter(({ kind }) => kind === 'breath'))
    expect(wave).toHaveLength(3)
    expect([positivity(0), positivity(13)].map((share) => Number(share.toFixed(2)))).toEqual([0.02, 0.17])
    const shareOf = (inWave: boolean, fromDay: number, toDay: number) => {
      const those = tests.filter(({ subject, sampleMs, status }) => {
        const day = 14 - (UNTIL_MS - sampleMs) / DAY_MS
        return status !== 'invalid' && wave.includes(subject.regionCode) === inWave && day >= fromDay && day < toDay
      })
      return those.filter(({ verdict }) => verdict === 'presumptive').length / those.length
    }
    expect(shareOf(true, 0, 4)).toBeLessThan(0.06)
    expect(shareOf(true, 10, 15)).toBeGreaterThan(0.1)
    expect(shareOf(false, 0, 15)).toBeLessThan(0.05)
  })

  it('fill plates once a place, and draw as many peaks as substances', () => {
    const wells = tests.flatMap(({ sessionNo, platePos }) => (sessionNo === null ? [] : [`${sessionNo} ${platePos}`]))
    expect(new Set(wells).size).toBe(wells.length)
    const [test] = tests
    const picture = chromatogramOf(test ?? { id: '', values: [] })
    expect(picture.sample).toHaveLength(picture.timesS.length)
    expect(picture.ambient).toHaveLength(picture.timesS.length)
    expect(picture.peaks).toHaveLength(10)
  })
})
