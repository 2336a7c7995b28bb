import type { RailLimit } from './limit-scale.ts'
import type { ValueCellChannel } from './value-cell.tsx'

const limit = (name: string, value: number, severity: RailLimit['severity'], avgPeriod = 'instant'): RailLimit => ({
  name,
  value,
  severity,
  avgPeriod,
  op: '>=',
})

interface SampleChannel extends ValueCellChannel {
  readonly seq: number
  readonly periodS: number
}

const channel = (part: Pick<SampleChannel, 'metricCode' | 'name' | 'unit' | 'precision'> & Partial<SampleChannel>) => ({
  seq: 1,
  periodS: 60,
  formula: null,
  rangeLo: 0,
  rangeHi: null,
  limits: [],
  ...part,
})

/** Channels with the values of the design pictures. */
export const SAMPLE_CHANNELS = {
  pm25: channel({
    metricCode: 'pm25',
    name: 'PM2.5 细颗粒物',
    unit: 'µg/m³',
    precision: 0,
    rangeHi: 1_000,
    limits: [limit('二级日均', 75, 3, 'day')],
    means: { day: 38.2 },
  }),
  cl2: channel({
    metricCode: 'cl2',
    name: '氯气',
    formula: 'Cl₂',
    unit: 'ppm',
    precision: 2,
    rangeHi: 20,
    limits: [limit('AEGL-1', 0.5, 3), limit('AEGL-2', 2, 2)],
  }),
  so2: channel({
    metricCode: 'so2',
    name: '二氧化硫',
    formula: 'SO₂',
    unit: 'ppm',
    precision: 2,
    limits: [limit('AEGL-1', 0.2, 3), limit('AEGL-2', 0.75, 2)],
  }),
  h2s: channel({
    metricCode: 'h2s',
    name: '硫化氢',
    formula: 'H₂S',
    unit: 'ppm',
    precision: 1,
    limits: [limit('AEGL-1', 0.51, 3), limit('AEGL-2', 27, 2), limit('AEGL-3', 50, 1)],
  }),
  dose: channel({
    metricCode: 'dose_rate',
    name: '剂量率',
    formula: 'γ',
    unit: 'µSv/h',
    precision: 2,
    limits: [limit('调查', 0.3, 4), limit('OIL', 20, 2)],
  }),
  wind: channel({ metricCode: 'wind_speed', name: '风速', unit: 'm/s', precision: 1, rangeHi: 60 }),
} as const satisfies Record<string, SampleChannel>

/** A calm day with an evening peak; 96 quarter hours. */
export const SAMPLE_DAY = Array.from({ length: 96 }, (_, index) => {
  const noise = Math.sin(index * 2.7) * 2 + Math.sin(index * 0.91) * 3
  return 40 + Math.sin(index / 9) * 12 + noise
})

/** The same day with two hours missing. */
export const SAMPLE_DAY_WITH_GAP: readonly (number | null)[] = SAMPLE_DAY.map((value, index) =>
  index >= 48 && index < 56 ? null : value,
)

/** Flat, then a release in the last tenth. */
export const SAMPLE_RELEASE = Array.from({ length: 96 }, (_, index) =>
  index < 84 ? 0.2 + Math.sin(index) * 0.04 : 0.2 + (index - 83) * 0.17,
)
