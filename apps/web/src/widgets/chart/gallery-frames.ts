import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { ChartFrame, FrameLimit, FrameSeries } from './frame.ts'

/** 2026-11-21 10:42 GMT+8, the time shown in the design pictures. */
export const SAMPLE_NOW_MS = Date.UTC(2026, 10, 21, 2, 42)
const STEP_MS = 5 * MINUTE_MS
const COUNT = 288

export const SAMPLE_RANGE = { fromMs: SAMPLE_NOW_MS - DAY_MS, toMs: SAMPLE_NOW_MS }

const GAP = { fromMs: SAMPLE_NOW_MS - 16 * HOUR_MS, toMs: SAMPLE_NOW_MS - 14.75 * HOUR_MS, cause: 'network' } as const

const times = Array.from({ length: COUNT }, (_, index) => SAMPLE_RANGE.fromMs + index * STEP_MS)

const isInGap = (tsMs: number) => tsMs >= GAP.fromMs && tsMs < GAP.toMs

const wave = (index: number, seed: number) =>
  Math.sin(index / (7 + seed)) * 0.4 + Math.sin(index * (0.7 + seed / 10)) * 0.3 + Math.sin(index / 40 + seed) * 0.6

/** Series with a min–max band around its mean. */
function series(part: Omit<FrameSeries, 'values'>, mean: (index: number) => number, spread: number): FrameSeries {
  const values = times.map((time, index) => (isInGap(time) ? null : mean(index)))
  const around = (offset: number) => values.map((value) => (value === null ? null : value + offset * spread))
  return { ...part, values, min: around(-0.5), max: around(1), q: times.map((_, index) => (index % 97 === 40 ? 8 : 0)) }
}

const release = (index: number) =>
  index < 264 ? 0.22 + wave(index, 1) * 0.05 : Math.min(2.4, 0.22 + (index - 263) * 0.15)

const AEGL: readonly FrameLimit[] = [
  { name: 'AEGL-1', value: 0.5, severity: 3, source: 'AEGL / HJ 169-2018（2026-11-21 有效）' },
  { name: 'AEGL-2', value: 2, severity: 2, source: 'AEGL / HJ 169-2018（2026-11-21 有效）' },
  { name: 'AEGL-3', value: 20, severity: 1, source: 'AEGL / HJ 169-2018（2026-11-21 有效）' },
]

/** Chlorine with a release at the end, one gap, limits. */
export const CHLORINE_FRAME: ChartFrame = {
  timesMs: times,
  series: [series({ channelNo: 8, name: 'Cl₂ 氯气', unit: 'ppm', precision: 2 }, release, 0.16)],
  gaps: [GAP],
  limits: AEGL,
}

/** Three units on three axes, one of them below zero. */
export const WEATHER_FRAME: ChartFrame = {
  timesMs: times,
  series: [
    series({ channelNo: 21, name: '气温', unit: '℃', precision: 1 }, (index) => -2 + wave(index, 2) * 6, 0.4),
    series({ channelNo: 22, name: '相对湿度', unit: '%', precision: 0 }, (index) => 55 + wave(index, 3) * 12, 2),
    series({ channelNo: 23, name: '气压', unit: 'hPa', precision: 1 }, (index) => 1_013 + wave(index, 5) * 4, 0.3),
  ],
  gaps: [],
  limits: [],
}

/** Twelve channels: more than there are colours. */
export const CROWDED_FRAME: ChartFrame = {
  timesMs: times,
  series: Array.from({ length: 12 }, (_, index) => {
    const {
      min: _min,
      max: _max,
      ...line
    } = series(
      { channelNo: 100 + index * 7, name: `PM2.5 ${index + 1} 号站`, unit: 'µg/m³', precision: 0 },
      (at) => 30 + index * 6 + wave(at, index) * 8,
      0,
    )
    return line
  }),
  gaps: [],
  limits: [],
}

export const EMPTY_FRAME: ChartFrame = { timesMs: [], series: [], gaps: [], limits: [] }

/** 24 hours in the shape of a duty day; counts by severity 1–5. */
export const SAMPLE_HOURS = Array.from({ length: 24 }, (_, hour) => [
  hour === 22 ? 1 : 0,
  hour % 7 === 5 ? 1 : 0,
  (hour * 5) % 3,
  1 + ((hour * 3) % 4),
  2 + ((hour * 7) % 6),
])
