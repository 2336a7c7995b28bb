import { describe, expect, it } from 'vitest'
import { NEWS2_ITEMS, news2Exclusion, news2Of, type Vitals } from './news2.ts'

const WELL: Vitals = {
  rr: 16,
  spo2: 98,
  spo2Scale: 1,
  onOxygen: false,
  sbp: 120,
  hr: 70,
  consciousness: 'A',
  temp: 36.8,
}
const NOTHING: Vitals = {
  ...WELL,
  rr: null,
  spo2: null,
  onOxygen: null,
  sbp: null,
  hr: null,
  consciousness: null,
  temp: null,
}

/** The chart as printed by the Royal College of Physicians, 2017: each edge from both sides. */
const CHART: readonly [
  item: 'rr' | 'spo2' | 'sbp' | 'hr' | 'temp',
  values: readonly (readonly [value: number, points: number])[],
][] = [
  [
    'rr',
    [
      [4, 3],
      [8, 3],
      [9, 1],
      [11, 1],
      [12, 0],
      [20, 0],
      [21, 2],
      [24, 2],
      [25, 3],
      [60, 3],
    ],
  ],
  [
    'spo2',
    [
      [70, 3],
      [91, 3],
      [92, 2],
      [93, 2],
      [94, 1],
      [95, 1],
      [96, 0],
      [100, 0],
    ],
  ],
  [
    'sbp',
    [
      [60, 3],
      [90, 3],
      [91, 2],
      [100, 2],
      [101, 1],
      [110, 1],
      [111, 0],
      [219, 0],
      [220, 3],
    ],
  ],
  [
    'hr',
    [
      [30, 3],
      [40, 3],
      [41, 1],
      [50, 1],
      [51, 0],
      [90, 0],
      [91, 1],
      [110, 1],
      [111, 2],
      [130, 2],
      [131, 3],
    ],
  ],
  [
    'temp',
    [
      [34, 3],
      [35, 3],
      [35.1, 1],
      [36, 1],
      [36.1, 0],
      [38, 0],
      [38.1, 1],
      [39, 1],
      [39.1, 2],
      [42, 2],
    ],
  ],
]

describe('NEWS2', () => {
  it.each(CHART)('scores %s as the chart does', (item, values) => {
    for (const [value, points] of values) {
      expect([value, news2Of({ ...WELL, [item]: value }).parts[item]]).toEqual([value, points])
    }
  })

  it.each([
    [
      'on air',
      false,
      [
        [83, 3],
        [84, 2],
        [85, 2],
        [86, 1],
        [87, 1],
        [88, 0],
        [92, 0],
        [93, 0],
        [100, 0],
      ],
    ],
    [
      'on oxygen',
      true,
      [
        [83, 3],
        [84, 2],
        [85, 2],
        [86, 1],
        [87, 1],
        [88, 0],
        [92, 0],
        [93, 1],
        [94, 1],
        [95, 2],
        [96, 2],
        [97, 3],
      ],
    ],
    [
      'without a word of oxygen',
      null,
      [
        [83, 3],
        [87, 1],
        [92, 0],
        [93, null],
        [92.5, null],
        [97, null],
      ],
    ],
  ] as const)('scores SpO2 by scale 2 %s', (_, onOxygen, values) => {
    for (const [spo2, points] of values) {
      expect([spo2, news2Of({ ...WELL, spo2, spo2Scale: 2, onOxygen }).parts.spo2]).toEqual([spo2, points])
    }
  })

  it('scores oxygen as two and anything but alert as three', () => {
    expect(news2Of({ ...WELL, onOxygen: true }).parts.oxygen).toBe(2)
    for (const consciousness of ['C', 'V', 'P', 'U'] as const) {
      expect(news2Of({ ...WELL, consciousness }).parts.consciousness).toBe(3)
    }
  })

  it.each([
    ['rr', 8.5, 3],
    ['rr', 20.5, 2],
    ['hr', 50.5, 1],
    ['hr', 90.4, 0],
    ['spo2', 95.5, 1],
    ['temp', 35.05, 3],
    ['temp', 36.05, 1],
    ['temp', 38.05, 1],
    ['temp', 38.04, 0],
    ['temp', 39.05, 2],
  ] as const)('rounds %s %s to the chart, a tie to the higher score', (item, value, points) => {
    expect(news2Of({ ...WELL, [item]: value }).parts[item]).toBe(points)
  })

  it('is complete with seven parts, and only then low', () => {
    expect(news2Of(WELL)).toMatchObject({ total: 0, missing: [], risk: 'low', severity: null })
    const partial = news2Of({ ...WELL, sbp: null, consciousness: null, onOxygen: null })
    expect(partial).toMatchObject({ total: 0, missing: ['oxygen', 'sbp', 'consciousness'], risk: null, severity: null })
    expect(news2Of(NOTHING)).toMatchObject({ total: 0, missing: NEWS2_ITEMS, maxSingle: 0, risk: null, severity: null })
  })

  it.each([
    ['4 without a single 3', { rr: 21, hr: 111 }, 4, 'low', null],
    ['a single 3', { rr: 25 }, 3, 'low_medium', 3],
    ['5', { rr: 21, hr: 111, temp: 38.5 }, 5, 'medium', 3],
    ['6', { rr: 25, hr: 111, temp: 38.5 }, 6, 'medium', 3],
    ['7', { rr: 25, hr: 111, temp: 39.5 }, 7, 'high', 2],
  ] as const)('%s: risk and severity', (_, vitals, total, risk, severity) => {
    expect(news2Of({ ...WELL, ...vitals })).toMatchObject({ total, risk, severity })
    const few = news2Of({ ...NOTHING, ...vitals })
    expect(few).toMatchObject({ total, severity, risk: risk === 'low' ? null : risk })
  })

  it('adds up to 20 at the worst', () => {
    const worst: Vitals = {
      rr: 30,
      spo2: 80,
      spo2Scale: 1,
      onOxygen: true,
      sbp: 80,
      hr: 140,
      consciousness: 'U',
      temp: 34,
    }
    expect(news2Of(worst)).toMatchObject({ total: 20, maxSingle: 3, risk: 'high' })
  })

  it('is not for people under 16 or pregnant', () => {
    for (const ageBand of ['0-4', '5-11', '12-17']) {
      expect(news2Exclusion({ ageBand, isPregnant: false })).toBe('16 岁以下不适用 NEWS2')
    }
    for (const ageBand of ['18-39', '75+', null]) expect(news2Exclusion({ ageBand, isPregnant: false })).toBeNull()
    expect(news2Exclusion({ ageBand: '18-39', isPregnant: true })).toBe('孕期不适用 NEWS2')
  })
})
