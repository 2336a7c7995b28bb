import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { metricByCode } from '../metrics.ts'
import { convert } from '../units.ts'
import {
  nextToxicLevel,
  type ToxicFigures,
  type ToxicLines,
  toxicHazardIndex,
  toxicLevel,
  toxicLines,
} from './toxic-level.ts'

/** Lines of a metric from the shipped limits, in its unit. */
function linesOf(code: string): ToxicLines | undefined {
  const metric = metricByCode(code)
  if (!metric) throw new Error(`no metric ${code}`)
  return toxicLines(
    LIMITS.filter(({ metricCode }) => metricCode === code).map((limit) => ({
      ...limit,
      value: convert(limit.value, limit.unit, metric.unit, metric) ?? Number.NaN,
    })),
  )
}
function shipped(code: string): ToxicLines {
  const lines = linesOf(code)
  if (!lines) throw new Error(`no lines for ${code}`)
  return lines
}

const chlorine = shipped('cl2')
const level = (means: ToxicFigures['means'], minuteMean?: number) => toxicLevel({ means, minuteMean }, chlorine)

describe('level of a chlorine channel', () => {
  it.each([
    [0.24, 0],
    [0.25, 1],
    [0.49, 1],
    [0.5, 2],
    [1.99, 2],
    [2, 3],
    [19.9, 3],
    [20, 4],
  ] as const)('60 min mean of %f ppm is %i', (mean, expected) => {
    expect(level({ 60: mean })).toBe(expected)
  })

  it('compares each window with its own duration', () => {
    expect(level({ 10: 2.7 })).toBe(2)
    expect(level({ 10: 2.8 })).toBe(3)
    expect(level({ 240: 1 })).toBe(3)
    expect(level({ 480: 0.7 })).toBe(2)
    expect(level({ 480: 0.71 })).toBe(3)
    expect(level({ 10: 50, 480: 0 })).toBe(4)
  })

  it('takes the highest of its windows and skips those not judged', () => {
    expect(level({ 10: 0, 30: undefined, 60: 2, 240: 0.1 })).toBe(3)
  })

  it('is lethal for an IDLH hit of one minute, regardless of the windows', () => {
    expect(level({ 10: 0.1 }, 10)).toBe(4)
    expect(level({}, 10)).toBe(4)
    expect(level({ 10: 0.1 }, 9.9)).toBe(0)
  })

  it('is undefined without a window, not 0', () => {
    expect(level({})).toBeUndefined()
    expect(level({}, 9.9)).toBeUndefined()
  })
})

describe('lines', () => {
  it('uses the 60-min row for windows up to 60 min where it is the only one', () => {
    const phosgene = shipped('cocl2')
    expect([chlorine.isOnly60Min, phosgene.isOnly60Min]).toEqual([false, true])
    expect(toxicLevel({ means: { 10: 0.3 } }, phosgene)).toBe(3)
    expect(toxicLevel({ means: { 240: 99, 480: 99 } }, phosgene)).toBeUndefined()
  })

  it('warns by the occupational limit without AEGL-1, by a tenth of AEGL-2 without both, never above AEGL-2', () => {
    expect(shipped('cocl2').windows[60]?.warning).toBeCloseTo((0.5 * 24.45) / 98.916, 4)
    expect(shipped('ph3').windows[60]?.warning).toBeCloseTo(0.2, 10)
    const high = toxicLines([
      { kind: 'AEGL', level: '2', avgPeriod: '60min', value: 1 },
      { kind: 'OEL_MAC', level: '', avgPeriod: 'instant', value: 5 },
    ])
    expect(high?.windows[60]?.warning).toBe(1)
  })

  it('counts an IDLH below AEGL-2 one level lower', () => {
    expect(toxicLevel({ means: {}, minuteMean: 500 }, shipped('benzene'))).toBe(3)
  })

  it('uses the HJ 169 pair for mercury, in its unit', () => {
    const mercury = shipped('hg_vap')
    expect(mercury.windows[60]).toMatchObject({ danger: 1_700, lethal: 8_900 })
  })

  it.each(['br2', 'co2', 'tvoc', 'ch4_lel', 'o2'])('%s has no level', (code) => {
    expect(linesOf(code)).toBeUndefined()
  })
})

describe('the displayed level', () => {
  const at = (mean: number) => ({ means: { 60: mean } })

  it('rises at once and falls after 60 s below 90 % of its line', () => {
    let shown = nextToxicLevel({ level: 0 }, at(2), chlorine, 0)
    expect(shown.level).toBe(3)
    shown = nextToxicLevel(shown, at(1.85), chlorine, 10_000)
    expect(shown).toEqual({ level: 3 })
    shown = nextToxicLevel(shown, at(1.7), chlorine, 20_000)
    shown = nextToxicLevel(shown, at(0.1), chlorine, 79_999)
    expect(shown.level).toBe(3)
    // It falls no deeper than the highest level of that minute.
    expect(nextToxicLevel(shown, at(0.1), chlorine, 80_000)).toEqual({ level: 2 })
  })

  it('restarts the minute when the figure returns', () => {
    let shown = nextToxicLevel({ level: 3 }, at(0), chlorine, 0)
    shown = nextToxicLevel(shown, at(1.9), chlorine, 30_000)
    shown = nextToxicLevel(shown, at(0), chlorine, 60_000)
    expect(shown).toMatchObject({ level: 3, belowSinceMs: 60_000 })
  })

  it('is undefined without data', () => {
    expect(nextToxicLevel({ level: 3 }, { means: {} }, chlorine, 0)).toEqual({ level: undefined })
  })
})

describe('toxic hazard index', () => {
  it('counts each substance once, by its highest channel', () => {
    expect(
      toxicHazardIndex([
        { metricCode: 'cl2', mean60: 0.5, danger60: 2 },
        { metricCode: 'cl2', mean60: 1, danger60: 2 },
        { metricCode: 'nh3', mean60: 80, danger60: 160 },
        { metricCode: 'h2s', mean60: undefined, danger60: 27 },
      ]),
    ).toBe(1)
  })

  it('is undefined without a 60 min mean', () => {
    expect(toxicHazardIndex([{ metricCode: 'br2', mean60: 1, danger60: undefined }])).toBeUndefined()
  })
})
