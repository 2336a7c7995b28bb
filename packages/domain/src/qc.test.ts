import { describe, expect, it } from 'vitest'
import { metricByCode } from './metrics.ts'
import { type ChannelQc, checkQuality, newQcState, type QcSpec, qcSpec, REFUSED, resumeQc } from './qc.ts'
import { QUALITY } from './quality.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

const T0 = 1_795_234_800_000

function specOf(code: string, channel: Partial<ChannelQc> = {}): QcSpec {
  const metric = metricByCode(code)
  if (!metric) throw new Error(code)
  return qcSpec(metric, { precision: metric.precision, ...channel })
}

/** Quality of each value of a series sampled every `stepMs`. */
function series(spec: QcSpec, values: readonly number[], stepMs = MINUTE_MS): number[] {
  const state = newQcState()
  return values.map((value, i) => checkQuality(state, spec, T0 + i * stepMs, value))
}

const one = (spec: QcSpec, value: number) => checkQuality(newQcState(), spec, T0, value)

describe('single values (domain §7.2)', () => {
  it.each([
    ['good', 'pm25', {}, 35, 0],
    ['above the instrument range', 'cl2', { rangeLo: 0, rangeHi: 10 }, 38, QUALITY.outOfRange],
    ['below the instrument range', 'cl2', { rangeLo: 0, rangeHi: 10 }, -0.1, QUALITY.outOfRange | QUALITY.jump],
    ['implausible', 'air_temp', {}, 60, QUALITY.jump],
    ['humidity above 100', 'air_rh', {}, 103, QUALITY.jump],
    ['below the detection limit', 'cl2', { lod: 0.05 }, 0.02, QUALITY.belowLod],
    ['at the detection limit', 'cl2', { lod: 0.05 }, 0.05, 0],
    ['noise just below zero', 'cl2', { rangeLo: 0, lod: 0.05 }, -0.02, QUALITY.belowLod],
    ['far below zero', 'cl2', { rangeLo: 0, lod: 0.05 }, -2, QUALITY.belowLod | QUALITY.outOfRange | QUALITY.jump],
    ['humidity 900', 'air_rh', {}, 900, REFUSED],
    ['NaN', 'pm25', {}, Number.NaN, REFUSED],
    ['infinite', 'pm25', {}, Number.POSITIVE_INFINITY, REFUSED],
    ['a release far above plausible is kept', 'cl2', {}, 5000, QUALITY.jump],
    ['more than a million ppm', 'cl2', {}, 1_000_001, REFUSED],
  ])('%s', (_, code, channel, value, expected) => {
    expect(one(specOf(code, channel), value)).toBe(expected)
  })
})

describe('jumps', () => {
  it('flags a step beyond the limit per minute, and not the calm value after it', () => {
    expect(series(specOf('air_temp'), [20, 21, 25, 25.5])).toEqual([0, 0, QUALITY.jump, 0])
  })

  it("allows more over a longer interval, and a whole minute's change at once", () => {
    expect(series(specOf('air_temp'), [20, 32], 4 * MINUTE_MS)).toEqual([0, 0])
    expect(series(specOf('air_temp'), [20, 22.9], 5_000)).toEqual([0, 0])
  })

  it('judges no jump across a gap of more than an hour', () => {
    expect(series(specOf('air_press'), [1013, 700], HOUR_MS + 1)).toEqual([0, 0])
  })

  it('accepts any jump of a toxic gas', () => {
    expect(series(specOf('cl2'), [0.1, 38], 5_000)).toEqual([0, 0])
  })
})

describe('stuck', () => {
  const flat = (value: number, n = 40) => Array.from({ length: n }, () => value)

  it('flags from the sample that completes 30 minutes of at least ten equal values', () => {
    const flags = series(specOf('pm25'), flat(35))
    expect(flags.findIndex((q) => q === QUALITY.stuck)).toBe(30)
  })

  it('requires ten values even when they cover the time', () => {
    expect(series(specOf('pm25'), flat(35, 9), 10 * MINUTE_MS).some((q) => q !== 0)).toBe(false)
    expect(series(specOf('pm25'), flat(35, 10), 10 * MINUTE_MS)[9]).toBe(QUALITY.stuck)
  })

  it('starts over after a different reading', () => {
    const values = flat(35)
    values[20] = 36
    expect(series(specOf('pm25'), values).some((q) => q !== 0)).toBe(false)
  })

  it('treats readings within the declared resolution as equal', () => {
    const values = flat(35).map((value, i) => value + (i % 2) * 0.2)
    expect(series(specOf('pm25', { precision: 0 }), values).at(-1)).toBe(QUALITY.stuck)
    expect(series(specOf('pm25', { precision: 1 }), values).at(-1)).toBe(0)
  })

  it('never flags a slow rise, however small its steps', () => {
    const rise = Array.from({ length: 240 }, (_, i) => 35 + i * 0.2)
    expect(series(specOf('pm25', { precision: 0 }), rise).some((q) => q !== 0)).toBe(false)
  })

  it('waits for three updates of an instrument with one new value per hour', () => {
    const spec = specOf('pm25', { updatePeriodS: 3_600 })
    const hourly = Array.from({ length: 300 }, (_, i) => 35 + Math.floor(i / 60))
    expect(series(spec, hourly).some((q) => q !== 0)).toBe(false)
    expect(series(spec, flat(35, 200)).findIndex((q) => q === QUALITY.stuck)).toBe(180)
    expect(series(specOf('pm25', { updatePeriodS: 60 }), flat(35)).findIndex((q) => q === QUALITY.stuck)).toBe(30)
  })

  it('continues after a restart', () => {
    const spec = specOf('pm25')
    const next = (q: number, value: number, runSince: number | null = null, runCount: number | null = null) => {
      const state = newQcState()
      resumeQc(state, spec, { ts: T0, v: 35, q, runSince, runCount })
      return checkQuality(state, spec, T0 + MINUTE_MS, value)
    }
    expect(next(QUALITY.stuck, 35)).toBe(QUALITY.stuck)
    expect(next(QUALITY.stuck, 36)).toBe(0)
    expect(next(0, 35)).toBe(0)
    expect(next(0, 35, T0 - 29 * MINUTE_MS, 29)).toBe(QUALITY.stuck)
    expect(next(0, 35, T0 - 28 * MINUTE_MS, 28)).toBe(0)
    expect(next(0, 36, T0 - 29 * MINUTE_MS, 29)).toBe(0)
  })

  it.each([
    ['zero', 'cl2', {}, 0, 0],
    ['at the detection limit', 'cl2', { lod: 0.05 }, 0.05, 0],
    ['below the detection limit', 'cl2', { lod: 0.05 }, 0.03, QUALITY.belowLod],
    ['saturated', 'cl2', { rangeLo: 0, rangeHi: 10 }, 10, 0],
    ['a calm wind meter', 'wind_speed', {}, 2.5, 0],
    ['a closed door', 'cab_door', {}, 1, 0],
  ])('never flags: %s', (_, code, channel, value, expected) => {
    expect(series(specOf(code, channel), flat(value)).at(-1)).toBe(expected)
  })
})

describe('order', () => {
  it('checks a late sample only for range and leaves the running state unchanged', () => {
    const spec = specOf('air_temp')
    const state = newQcState()
    checkQuality(state, spec, T0, 20)
    const before = { ...state }
    expect(checkQuality(state, spec, T0 - MINUTE_MS, 50)).toBe(0)
    expect(checkQuality(state, spec, T0, 50)).toBe(0)
    expect(state).toEqual(before)
  })
})
