import { describe, expect, it } from 'vitest'
import { METRICS, metricByCode } from './metrics.ts'

describe('metric catalogue', () => {
  it('has the counts of domain §4', () => {
    const count = (category: string) => METRICS.filter((metric) => metric.category === category).length
    expect({
      air: count('air'),
      tox: count('tox'),
      met: count('met'),
      breath: count('breath'),
      vital: count('vital'),
      nbc: count('nbc'),
      sys: count('sys'),
    }).toEqual({ air: 13, tox: 27, met: 8, breath: 17, vital: 11, nbc: 16, sys: 7 })
    expect(METRICS).toHaveLength(112)
  })

  it('has unique codes that fit a column name', () => {
    expect(new Set(METRICS.map((metric) => metric.code)).size).toBe(METRICS.length)
    for (const { code } of METRICS) expect(code).toMatch(/^[a-z][a-z0-9_]{1,31}$/)
  })

  it.each(METRICS.map((metric) => [metric.code, metric] as const))(
    '%s: the plausible range lies in the hard one',
    (_, metric) => {
      expect(metric.rangeLo).toBeLessThan(metric.rangeHi)
      expect(metric.hardLo).toBeLessThanOrEqual(metric.rangeLo)
      expect(metric.hardHi).toBeGreaterThanOrEqual(metric.rangeHi)
      expect(metric.nameCn).not.toBe('')
      expect(metric.nameEn).not.toBe('')
    },
  )

  it.each([
    ['cl2', 'ppm', 70.906, '7782-50-5', 'Cl₂'],
    ['hg_vap', 'µg/m³', 200.59, '7439-97-6', 'Hg'],
    ['so2', 'µg/m³', 64.064, undefined, 'SO₂'],
    ['tvoc', 'ppm', undefined, undefined, undefined],
  ])('%s carries unit, molar mass, CAS and formula', (code, unit, molarMass, cas, formula) => {
    expect(metricByCode(code)).toMatchObject({ unit })
    const { molarMass: m, cas: c, formula: f } = metricByCode(code) ?? {}
    expect([m, c, f]).toEqual([molarMass, cas, formula])
  })

  it.each([
    ['wind_dir', 'circular'],
    ['noise_leq', 'energy'],
    ['rain', 'sum'],
    ['steps', 'sum'],
    ['chem_bar', 'max'],
    ['pm25', 'avg'],
  ])('%s aggregates by %s', (code, agg) => {
    expect(metricByCode(code)?.agg).toBe(agg)
  })

  it('refuses humidity 900 but keeps a gas far above its plausible range', () => {
    expect(metricByCode('air_rh')?.hardHi).toBeLessThan(900)
    expect(metricByCode('cl2')?.hardHi).toBe(1e6)
  })

  it('lets the metrics rest that the stuck rule exempts (domain §7.2)', () => {
    for (const code of ['wind_speed', 'rain', 'cab_door', 'steps', 'chem_bar'])
      expect(metricByCode(code)?.mayRest).toBe(true)
    expect(metricByCode('pm25')?.mayRest).toBeUndefined()
  })

  it('does not resolve inherited property names', () => {
    expect(metricByCode('constructor')).toBeUndefined()
  })
})
