import { describe, expect, it } from 'vitest'
import { findTleFault, parseTle, tleAgeDays, tleChecksum, tleWarning, writeTle } from './sat-tle.ts'
import { DAY_MS } from './time.ts'

/** As published, with the publisher's checksums. */
const ISS = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
] as const

describe('TLE data', () => {
  it('are read by column', () => {
    const tle = parseTle(...ISS)
    expect(tle).toMatchObject({ noradId: 25_544, inclinationDeg: 51.6416, meanMotion: 15.72125391 })
    expect(new Date(tle.epochMs).toISOString()).toBe('2008-09-20T12:25:40.104Z')
  })

  it('have a digit checksum in which a minus counts one', () => {
    expect(tleChecksum(ISS[0])).toBe(7)
    expect(tleChecksum(ISS[1])).toBe(7)
    expect(tleChecksum(`${'1 -'.padEnd(68, ' ')}0`)).toBe(2)
  })

  it.each<[string, string, string, string]>([
    ['a changed digit', ISS[0].replace('2182', '2183'), ISS[1], '第 1 行校验和不正确，应为 8'],
    ['a cut line', ISS[0], ISS[1].slice(0, 60), '第 2 行须为 69 个字符，现为 60 个'],
    ['lines the wrong way round', ISS[1], ISS[0], '第 1 行须以“1 ”开头'],
    ['lines of two satellites', ISS[0], `${ISS[1].replace('25544', '25545').slice(0, 68)}8`, '两行的卫星编号不一致'],
    [
      'a motion of nothing',
      ISS[0],
      withSum(`${ISS[1].slice(0, 52)}00.00000000${ISS[1].slice(63, 68)}`),
      '平均运动须在',
    ],
    ['letters for figures', ISS[0], withSum(`${ISS[1].slice(0, 8)} 5x.6416${ISS[1].slice(16, 68)}`), '不是数字'],
  ])('are refused with %s', (_, line1, line2, message) => {
    expect(findTleFault(line1, line2)).toContain(message)
    expect(() => parseTle(line1, line2)).toThrow(message)
  })

  it('belong to the previous century from 57 on', () => {
    const old = withSum(`1 00005U 58002B   57001.00000000  .00000023  00000-0  28098-4 0  475`.padEnd(68, ' '))
    const other = withSum('2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.8241915741366')
    expect(new Date(parseTle(old, other).epochMs).getUTCFullYear()).toBe(1957)
  })

  it('have an age in whole days, and warn after a fortnight', () => {
    expect(tleAgeDays(0, 14 * DAY_MS + 1)).toBe(14)
    expect(tleAgeDays(DAY_MS, 0)).toBe(0)
    expect(tleWarning(0, 14 * DAY_MS)).toBeUndefined()
    expect(tleWarning(0, 16 * DAY_MS)).toBe('轨道根数 16 天前，时间可能偏差')
  })

  it('round-trip through writing and reading', () => {
    const orbit = {
      noradId: 99_001,
      epochMs: Date.UTC(2026, 10, 20, 6),
      inclinationDeg: 97.8,
      raanDeg: 7.5,
      anomalyDeg: 271,
      meanMotion: 14.9,
    }
    const [line1, line2] = writeTle(orbit)
    expect(findTleFault(line1, line2)).toBeUndefined()
    expect(parseTle(line1, line2)).toEqual({
      noradId: 99_001,
      epochMs: orbit.epochMs,
      inclinationDeg: 97.8,
      meanMotion: 14.9,
    })
    expect(line2.slice(17, 25)).toBe('  7.5000')
    expect(line2.slice(43, 51)).toBe('271.0000')
  })
})

function withSum(body: string): string {
  const line = body.slice(0, 68)
  return `${line}${tleChecksum(line)}`
}
