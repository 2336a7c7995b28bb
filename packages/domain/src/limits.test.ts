import { describe, expect, it } from 'vitest'
import { graver, milder } from './limit.ts'
import { createLimitBook, LIMIT_SETS, LIMITS } from './limits.ts'
import { METRICS, metricByCode } from './metrics.ts'
import { convert } from './units.ts'

const { limitsFor, railLimits, setByCode, setsOn } = createLimitBook(LIMIT_SETS, LIMITS)

const D2012 = '2026-02-28'
const D2026 = '2026-03-01'
const D2031 = '2031-01-01'
const TODAY = '2026-11-21'

/** Published value of the only matching limit, or undefined. */
function figure(
  metric: string,
  day: string,
  wanted: { kind: string; level?: string; avgPeriod?: string; grade?: 1 | 2 },
) {
  const found = limitsFor(metric, day).filter((limit) =>
    Object.entries(wanted).every(([key, value]) => limit[key as keyof typeof limit] === value),
  )
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]?.value
}

const ambient = (metric: string, day: string, avgPeriod: string, grade: 1 | 2) =>
  figure(metric, day, { kind: 'GB3095', avgPeriod, grade })
const breakpoint = (metric: string, day: string, avgPeriod: string, iaqi: number) =>
  figure(metric, day, { kind: 'IAQI_BP', avgPeriod, level: String(iaqi) })
const aegl = (metric: string, level: 1 | 2 | 3, avgPeriod = '60min') =>
  figure(metric, TODAY, { kind: 'AEGL', level: String(level), avgPeriod })

describe('the tables as a whole', () => {
  it('has unique ids, known sets and known metrics', () => {
    expect(new Set(LIMITS.map(({ id }) => id)).size).toBe(LIMITS.length)
    for (const limit of LIMITS) {
      expect(setByCode(limit.setCode), limit.id).toBeDefined()
      expect(metricByCode(limit.metricCode), limit.id).toBeDefined()
      expect(limit.id.length).toBeLessThanOrEqual(80)
    }
  })

  it('leaves no day uncovered between two versions and covers none twice', () => {
    for (const standardNo of ['GB 3095', 'HJ 633']) {
      for (const day of ['2016-01-01', D2012, D2026, '2030-12-31', D2031, '2099-12-31']) {
        expect(setsOn(day).filter((set) => set.standardNo.startsWith(standardNo)).length, `${standardNo} ${day}`).toBe(
          1,
        )
      }
    }
  })

  it('gives every set a source', () => {
    for (const set of LIMIT_SETS) expect(set.source.length).toBeGreaterThan(5)
  })

  it('can compare every limit except integrated doses in the storage unit of its metric', () => {
    for (const limit of LIMITS.filter(({ kind }) => kind !== 'DOSE')) {
      const metric = metricByCode(limit.metricCode)
      expect(convert(limit.value, limit.unit, metric?.unit ?? '', metric ?? {}), limit.id).toBeDefined()
    }
  })
})

describe('ambient limits by date (GB 3095, domain §5.1)', () => {
  it.each([
    ['pm25', 'day', 2, 75, 60, 50],
    ['pm25', 'year', 1, 15, 15, 10],
    ['pm10', 'day', 2, 150, 120, 100],
    ['so2', 'day', 2, 150, 150, 50],
    ['so2', '1h', 2, 500, 500, 150],
    ['no2', 'year', 2, 40, 40, 30],
    ['o3', 'day8h', 2, 160, 160, 160],
    ['co', '1h', 1, 10, 10, 10],
    ['nox', 'day', 1, 100, 100, 70],
  ] as const)('%s %s grade %i: %d, then %d, then %d', (metric, period, grade, old, transition, final) => {
    expect([D2012, D2026, D2031].map((day) => ambient(metric, day, period, grade))).toEqual([old, transition, final])
  })

  it('shows the items of table 2 as hints only (clause 4.5)', () => {
    for (const limit of limitsFor('tsp', TODAY))
      expect(limit).toMatchObject({ severity: 5, note: expect.stringContaining('4.5') })
  })

  it('filters by functional zone', () => {
    expect(
      limitsFor('pm25', TODAY, { grade: 1 })
        .filter(({ kind }) => kind === 'GB3095')
        .map(({ value }) => value),
    ).toEqual([15, 35])
  })
})

describe('known pitfalls (domain §5.2, §13)', () => {
  it('(1) does not swap the SO2 day and 1 h columns', () => {
    expect([breakpoint('so2', TODAY, 'day', 100), breakpoint('so2', TODAY, 'day', 150)]).toEqual([150, 475])
    expect([breakpoint('so2', TODAY, '1h', 100), breakpoint('so2', TODAY, '1h', 200)]).toEqual([500, 800])
  })

  it('(4) keeps the AQI tables of 2012 and 2026 apart by date, with no step in 2031', () => {
    expect([D2012, D2026, D2031].map((day) => breakpoint('pm25', day, 'day', 100))).toEqual([75, 60, 60])
    expect([D2012, D2026, D2031].map((day) => breakpoint('pm10', day, 'day', 100))).toEqual([150, 120, 120])
  })

  it('from 2031 a PM2.5 day of 60 is IAQI 100 and above the limit of 50', () => {
    expect(breakpoint('pm25', D2031, 'day', 100)).toBe(60)
    expect(ambient('pm25', D2031, 'day', 2)).toBe(50)
  })

  it('does not index SO2 1 h and O3 8 h beyond 800', () => {
    expect(breakpoint('so2', TODAY, '1h', 300)).toBeUndefined()
    expect([breakpoint('o3', TODAY, 'day8h', 300), breakpoint('o3', TODAY, 'day8h', 400)]).toEqual([800, undefined])
  })

  it('(2) chlorine and H2S have a MAC in China, and no TWA or STEL', () => {
    expect(figure('cl2', TODAY, { kind: 'OEL_MAC' })).toBe(1)
    expect(figure('h2s', TODAY, { kind: 'OEL_MAC' })).toBe(10)
    for (const metric of ['cl2', 'h2s']) {
      expect(figure(metric, TODAY, { kind: 'OEL_TWA' })).toBeUndefined()
      expect(figure(metric, TODAY, { kind: 'OEL_STEL' })).toBeUndefined()
    }
  })

  it('(3) has no AEGL-1 for HCN, 0.30 / 0.75 for phosgene and no ethylene oxide', () => {
    expect(aegl('hcn', 1)).toBeUndefined()
    expect([aegl('cocl2', 1), aegl('cocl2', 2), aegl('cocl2', 3)]).toEqual([undefined, 0.3, 0.75])
    expect(METRICS.some(({ nameEn }) => /ethylene oxide/i.test(nameEn))).toBe(false)
  })

  it('omits what domain §13 omits', () => {
    for (const [metric, kind] of [
      ['br2', 'AEGL'],
      ['ph3', 'OEL_MAC'],
      ['hcho', 'OEL_MAC'],
      ['hcho', 'OEL_TWA'],
    ] as const) {
      expect(
        limitsFor(metric, TODAY).some((limit) => limit.kind === kind),
        `${metric} ${kind}`,
      ).toBe(false)
    }
  })
})

describe('acute and occupational limits', () => {
  it('has the five durations of chlorine', () => {
    expect(['10min', '30min', '60min', '4h', '8h'].map((period) => aegl('cl2', 2, period))).toEqual([
      2.8, 2.8, 2, 1, 0.71,
    ])
    expect(['10min', '30min', '60min', '4h', '8h'].map((period) => aegl('cl2', 3, period))).toEqual([
      50, 28, 20, 10, 7.1,
    ])
  })

  it('HJ 169 end points agree with AEGL-2/-3 60 min after conversion within 2.5 %', () => {
    const pairs = LIMITS.filter(({ kind }) => kind === 'HJ169').flatMap((limit) => {
      const metric = metricByCode(limit.metricCode)
      const published = aegl(limit.metricCode, limit.level === '终点-2' ? 2 : 3)
      return published === undefined || !metric
        ? []
        : [[limit, convert(published, 'ppm', 'mg/m³', metric) ?? 0] as const]
    })
    expect(pairs.length).toBe(42)
    // The standard prints two significant digits, which adds a rounding step.
    for (const [limit, fromAegl] of pairs) {
      const roundingStep = 0.5 * 10 ** (Math.floor(Math.log10(limit.value)) - 1)
      expect(Math.abs(limit.value - fromAegl), limit.id).toBeLessThanOrEqual(
        Math.max(0.025 * limit.value, roundingStep),
      )
    }
  })

  it('versions the occupational limit of benzene', () => {
    const benzene = (day: string) => [
      figure('benzene', day, { kind: 'OEL_TWA' }),
      figure('benzene', day, { kind: 'OEL_STEL' }),
    ]
    expect(benzene('2022-11-07')).toEqual([6, 10])
    expect(benzene('2022-11-08')).toEqual([3, 6])
  })
})

describe('railLimits', () => {
  const names = (metric: string, day = TODAY, grade?: 1 | 2) =>
    railLimits(metric, day, grade ? { grade } : {}).map(({ name, value, severity }) => `${name} ${value} (${severity})`)

  it.each([
    ['cl2', ['AEGL-1 0.5 (3)', 'AEGL-2 2 (2)', 'AEGL-3 20 (1)']],
    ['hcn', ['MAC 0.9047 (4)', 'AEGL-2 7.1 (2)', 'AEGL-3 15 (1)']],
    ['hg_vap', ['终点-2 1700 (2)', '终点-1 8900 (1)']],
    ['br2', ['IDLH 3 (1)']],
    ['co2', ['STEL 10000 (4)', 'IDLH 40000 (1)']],
    ['pm25', ['二级日均 60 (3)']],
    ['so2', ['二级日均 150 (3)', '二级小时 500 (3)']],
    ['o3', ['二级日最大 8 h 160 (3)', '二级小时 200 (3)']],
    ['dose_rate', ['OIL3 1 (3)', 'OIL2 100 (2)', 'OIL1 1000 (1)']],
    ['feno', ['成人中等 25 (5)', '成人高 50 (4)']],
    ['air_temp', []],
    ['tvoc', []],
    ['no such metric', []],
  ])('%s', (metric, expected) => {
    expect(names(metric)).toEqual(expected)
  })

  it('judges no reading by an annual mean', () => {
    expect(limitsFor('pm25', TODAY).some(({ avgPeriod }) => avgPeriod === 'year')).toBe(true)
    expect(METRICS.flatMap(({ code }) => railLimits(code, TODAY)).map(({ avgPeriod }) => avgPeriod)).not.toContain(
      'year',
    )
  })

  it('follows the date and the functional zone', () => {
    expect(names('pm25', D2012)).toContain('二级日均 75 (3)')
    expect(names('pm25', TODAY, 1)).toEqual(['一级日均 35 (5)'])
  })

  it('names the set with its validity', () => {
    expect(railLimits('pm25', TODAY)[0]?.source).toBe(
      '环境空气质量标准 2026（过渡期） GB 3095-2026，2026-03-01 – 2030-12-31',
    )
    expect(railLimits('cl2', TODAY)[0]?.source).toBe('急性暴露指导水平 US EPA/NRC AEGL')
  })

  it('never returns more than four, ascending, for any metric', () => {
    for (const { code } of METRICS) {
      const values = railLimits(code, TODAY).map(({ value }) => value)
      expect(values.length).toBeLessThanOrEqual(4)
      expect(values).toEqual([...values].sort((a, b) => a - b))
    }
  })
})

it('compares severities: 1 is the gravest', () => {
  expect([graver(2, 4), graver(4, 2), graver(3, 3)]).toEqual([2, 2, 3])
  expect([milder(2, 4), milder(4, 2), milder(3, 3)]).toEqual([4, 4, 3])
})
