import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { METRICS, metricByCode } from './metrics.ts'
import { canonicalUnit, conversion, convert } from './units.ts'

const metric = (code: string) => metricByCode(code) ?? {}

describe('convert', () => {
  it.each([
    // mg/m³ = ppm × M / 24.45 (domain §1)
    ['chlorine MAC 1 mg/m³ is 0.34 ppm', 'cl2', 1, 'mg/m3', 'ppm', 24.45 / 70.906],
    ['chlorine 2 ppm is HJ 169 point 2', 'cl2', 2, 'ppm', 'mg/m³', 5.8],
    ['ppb', 'br_acetone', 1, 'ppm', 'ppb', 1000],
    ['SO2 from ppb', 'so2', 100, 'ppb', 'ug/m3', (100 * 64.064) / 24.45],
    ['particles need no molar mass', 'pm25', 0.035, 'mg/m^3', 'µg/m³', 35],
    ['CO2 from %vol', 'co2', 0.04, '%vol', 'ppm', 400],
    ['mercury', 'hg_vap', 1.7, 'mg/m3', 'μg/m3', 1700],
    ['kelvin', 'air_temp', 300, 'K', '℃', 26.85],
    ['fahrenheit', 'temp_core', 98.6, 'F', '°C', 37],
    ['kilopascal', 'air_press', 101.325, 'kPa', 'hPa', 1013.25],
    ['mmHg', 'sbp', 16, 'kPa', 'mmHg', 120.01],
    ['km/h', 'wind_speed', 36, 'km/h', 'm/s', 10],
    ['nSv/h', 'dose_rate', 90, 'nSv/h', 'uSv/h', 0.09],
    ['µGy/h', 'abs_dose_rate', 0.09, 'uGy/h', 'nGy/h', 90],
    ['normal cubic metres are larger ones', 'pm25', 35, 'ug/Nm3', 'µg/m³', 32.07],
    ['mg/Nm³ of a gas', 'so2', 1, 'mg/Nm³', 'µg/m³', 916.1],
    ['metres', 'visibility', 1500, 'm', 'km', 1.5],
  ])('%s', (_, code, value, from, to, expected) => {
    expect(convert(value, from, to, metric(code)) ?? Number.NaN).toBeCloseTo(expected, expected > 100 ? 1 : 2)
  })

  it.each([
    ['a gas without molar mass takes no mass unit', 'tvoc', 'mg/m3', 'ppm'],
    ['nor another volume unit', 'tvoc', 'ppb', 'ppm'],
    ['%LEL takes its own only', 'ch4_lel', '%vol', '%LEL'],
    ['%vol of oxygen', 'o2', 'ppm', '%vol'],
    ['particles are no volume', 'pm25', 'ppm', 'µg/m³'],
    ['a temperature is no pressure', 'air_temp', 'hPa', '℃'],
    ['absorbed dose is no equivalent dose', 'dose_rate', 'nGy/h', 'µSv/h'],
    ['unknown unit', 'cl2', 'furlong', 'ppm'],
    ['inherited name', 'cl2', 'constructor', 'ppm'],
    ['empty unit', 'cl2', '', 'ppm'],
  ])('E_TYPE: %s', (_, code, from, to) => {
    expect(convert(1, from, to, metric(code))).toBeUndefined()
  })

  it('accepts the own unit of every metric in its catalogue spelling', () => {
    for (const each of METRICS) expect(convert(7, each.unit, each.unit, each)).toBe(7)
  })

  it.each([
    ['ug/m3', 'µg/m³'],
    ['UG/M3', 'µg/m³'],
    ['degC', '℃'],
    ['°C', '℃'],
    ['deg', '°'],
    ['usv/h', 'µSv/h'],
    ['bpm', '次/分'],
    ['dBA', 'dB(A)'],
    ['%RH', '%'],
    ['parsec', undefined],
  ])('spells %s as %s', (spelling, canonical) => {
    expect(canonicalUnit(spelling)).toBe(canonical)
  })

  it('round-trips', () => {
    const pairs = [
      ['ppm', 'mg/m³'],
      ['℃', '℉'],
      ['hPa', 'mmHg'],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([a, b], value) => {
        const there = conversion(a, b, metric('cl2'))
        const back = conversion(b, a, metric('cl2'))
        if (!there || !back) throw new Error('no conversion')
        const round = (value * there.scale + there.offset) * back.scale + back.offset
        expect(Math.abs(round - value)).toBeLessThan(1e-6)
      }),
    )
  })
})
