import type { NbcRad, NbcRainCheck, NbcSpectra, NbcSpectrum } from '@natim/contract/mon/nbc'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { describe, expect, it } from 'vitest'
import { lightTokens } from '@/theme/tokens-light.ts'
import { bioFrame, doseFrame, levelsFrame, ratioFrame } from './frames.ts'
import { groupsOf } from './oil-groups.ts'
import { railShare } from './oil-rail.tsx'
import { conditionsOf } from './rad-panels.tsx'
import { scaledTo, spectrumOption, spectrumPoints } from './spectrum-option.ts'

const HOUR = 3_600_000
const series = (given: Partial<TsSeries>): TsSeries =>
  ({
    channelNo: 1,
    metricCode: 'dose_rate',
    agg: '1m',
    stepMs: 60_000,
    unit: 'µSv/h',
    precision: 3,
    name: '剂量率',
    deviceName: '秦山 1#',
    timesMs: [60_000, 120_000],
    avg: [0.1, 0.2],
    min: [0.1, 0.2],
    max: [0.1, 0.2],
    q: [0, 0],
    shortMeans: [],
    gaps: [],
    limits: [{ name: 'OIL3', value: 1, avgPeriod: 'instant', op: '>=', severity: 3, source: '' }],
    limitChangesMs: [],
    ...given,
  }) as TsSeries
const RAD: NbcRad = {
  dose: series({ gaps: [{ fromMs: 0, toMs: 60_000, cause: 'network' }] }),
  rain: series({ channelNo: 2, metricCode: 'rain', unit: 'mm' }),
  rainFrom: '气象站',
  absorbed: null,
  current: null,
  baseline: [{ fromMs: 0, toMs: HOUR, median: 0.1, sigma: 0.002 }],
  lines: [
    {
      name: '×2',
      severity: 4,
      steps: [
        { fromMs: 0, toMs: HOUR, value: 0.2 },
        { fromMs: HOUR, toMs: 2 * HOUR, value: 0.196 },
      ],
    },
  ],
  oils: [],
  alarms: [],
  rainCheck: null,
}

describe('the trend of the dose rate', () => {
  it('is drawn over its baseline ±6 σ with rain on the same axis, gaps named, and no OIL on it', () => {
    const frame = doseFrame(RAD)
    expect(frame.series.map(({ name, isBars = false }) => [name, isBars])).toEqual([
      ['剂量率', false],
      ['基线 ±6 σ', false],
      ['剂量率', true],
    ])
    expect(frame.bandName).toBe('最小–最大、基线 ±6 σ')
    expect(frame.series[1]).toMatchObject({ values: [0.1, 0.1], max: [0.112, 0.112] })
    expect(frame.series[1]?.min?.[0]).toBeCloseTo(0.088, 10)
    expect(frame.gaps).toEqual([{ fromMs: 0, toMs: 60_000, cause: 'network' }])
    expect(frame.limits.map(({ name, value }) => [name, value])).toEqual([
      ['', 0.2],
      ['×2 0.196', 0.196],
    ])
  })

  it('has no band without a baseline', () => {
    expect(doseFrame({ ...RAD, baseline: [], lines: [] }).series).toHaveLength(2)
    expect(doseFrame({ ...RAD, dose: null, rain: null }).series).toEqual([])
  })

  it('has a band for each alarm except drills', () => {
    const alarm = {
      id: 'a',
      no: 'A1',
      title: '×2',
      severity: 4,
      triggerMs: 9,
      value: 0.2,
      toMs: null,
      drill: false,
    } as const
    expect(doseFrame({ ...RAD, alarms: [alarm, { ...alarm, drill: true }] }).bands).toEqual([
      { fromMs: 9, toMs: null, severity: 4, title: '×2' },
    ])
  })
})

it("bars are drawn against the instrument's levels, counts against ×3, ×5 and ×10", () => {
  expect(levelsFrame([series({})], [1, 3, 5], []).limits.map(({ value, severity }) => [value, severity])).toEqual([
    [1, 4],
    [3, 3],
    [5, 2],
  ])
  const ratios = { timesMs: [1], median: [100], ratio: [3.5] }
  expect(ratioFrame({ ratios, fluorescent: null }).limits.map(({ name }) => name)).toEqual(['×3', '×5', '×10'])
  const bio = {
    total: null,
    fluorescent: series({ metricCode: 'bio_fluor' }),
    ratios,
    crossings: [],
    alarms: [],
    followUps: [],
  }
  expect(bioFrame(bio).series.map(({ name }) => name)).toEqual(['剂量率', '荧光 24 h 中位数'])
})

it('[BZ-14] the ratio and the median of the day are not drawn through minutes without counts', () => {
  const gaps = [{ fromMs: 60_000, toMs: 240_000, cause: 'network' }] as const
  const fluorescent = series({ timesMs: [60_000, 120_000, 180_000, 240_000], avg: [9, null, null, 9], gaps: [...gaps] })
  const ratios = { timesMs: [60_000, 240_000], median: [3, 3], ratio: [3, 3] }
  const ratio = ratioFrame({ ratios, fluorescent })
  expect([ratio.timesMs, ratio.series[0]?.values, ratio.gaps]).toEqual([fluorescent.timesMs, [3, null, null, 3], gaps])
  const counts = bioFrame({ total: null, fluorescent, ratios, crossings: [], alarms: [], followUps: [] })
  expect(counts.series[1]).toMatchObject({ timesMs: fluorescent.timesMs, values: [3, null, null, 3] })
})

it('OILs are on a logarithmic rail from 0.01 to 10⁴, equal values grouped', () => {
  expect([0.001, 0.01, 1, 100, 10_000, 1e6].map(railShare)).toEqual([
    0,
    0,
    expect.closeTo(1 / 3, 10),
    expect.closeTo(2 / 3, 10),
    1,
    1,
  ])
  const oil = (level: string, value: number, severity: 1 | 3 | null) => ({ level, value, severity, note: '' })
  expect(groupsOf([oil('1', 1000, 1), oil('3', 1, 3), oil('4', 1, null)])).toEqual([
    { name: 'OIL3·4', value: 1, severity: 3 },
    { name: 'OIL1', value: 1000, severity: 1 },
  ])
})

it('the rain conditions are listed one by one, each with its measured value', () => {
  const check: NbcRainCheck = {
    atMs: 0,
    figure: 0.211,
    usual: 0.098,
    rainMm: 14.6,
    earlierMm: 0,
    conditions: { rain: true, rise: true, spectrum: true },
    isRain: true,
    neighbours: [],
  }
  expect(conditionsOf(check).map(({ holds, text }) => [holds, text])).toEqual([
    [true, '近 1 h 14.6 mm，此前 1 h 0.0 mm（>1 mm）'],
    [true, '×2.15，0.098 → 0.211'],
    [true, '1 h 内能谱未报人工核素'],
  ])
  const unknown = conditionsOf({
    ...check,
    rainMm: null,
    usual: null,
    conditions: { rain: null, rise: null, spectrum: false },
  })
  expect(unknown.map(({ text }) => text)).toEqual(['本站没有雨量计', '没有基线', '1 h 内能谱报出人工核素'])
})

describe('a spectrum', () => {
  const spectrum: NbcSpectrum = { tsMs: 0, liveS: 3_600, detector: 'NaI', calibration: [0, 2, 0], counts: [0, 5, 100] }

  it('has energies, and leaves out zeros on a logarithmic axis', () => {
    expect(spectrumPoints(spectrum, true)).toEqual([
      [0, null],
      [2, 5],
      [4, 100],
    ])
    expect(spectrumPoints(spectrum, false)[0]).toEqual([0, 0])
  })

  it('of fair weather is scaled to the same live time', () => {
    expect(scaledTo({ ...spectrum, liveS: 1_800 }, 3_600)).toMatchObject({ liveS: 3_600, counts: [0, 10, 200] })
  })

  it('draws guides of absent nuclides dashed and present ones solid, with an optional logarithmic axis', () => {
    const line = { isNatural: false, net: 0, mda: 1, near: null }
    const spectra: NbcSpectra = {
      spectrum,
      isUnreadable: false,
      reference: null,
      peaks: [{ keV: 609, net: 9, line: { nuclide: 'Bi-214', keV: 609, isNatural: true } }],
      lines: [
        { ...line, nuclide: 'Cs-137', keV: 662, verdict: 'absent' },
        { ...line, nuclide: 'K-40', keV: 1461, verdict: 'natural' },
      ],
      nextMs: null,
    }
    const theme = { tokens: lightTokens, isColourWeak: false }
    const option = JSON.stringify(spectrumOption(spectra, true, theme))
    expect(option).toContain('"type":"log"')
    expect(option).toMatch(/Cs-137\\n662","xAxis":662,"lineStyle":\{[^}]*"type":\[4,3\]/)
    expect(option).toMatch(/K-40\\n1461","xAxis":1461,"lineStyle":\{[^}]*"type":"solid"/)
    expect(option).toContain('Bi-214 609')
    expect(JSON.stringify(spectrumOption(spectra, false, theme))).not.toContain('"type":"log"')
  })
})
