import type { NbcAlarm, NbcBio, NbcRad } from '@natim/contract/mon/nbc'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { formatNumber } from '@natim/domain/format'
import { BIO_TIMES } from '@natim/domain/nbc/bio'
import {
  type ChartFrame,
  type FrameBand,
  type FrameLimit,
  type FrameSeries,
  frameFromSeries,
} from '@/widgets/chart/frame.ts'

const BASELINE_NO = -1
const RATIO_NO = -2
const MEDIAN_NO = -3
const SIGMAS = 6

const toBands = (alarms: readonly NbcAlarm[]): FrameBand[] =>
  alarms.map(({ triggerMs, toMs, severity, title }) => ({ fromMs: triggerMs, toMs, severity, title }))

/** Dose rate over its baseline ±6 σ, rain on the same time axis, and the rule lines; OILs have a rail of their own. */
export function doseFrame({ dose, rain, baseline, lines, alarms }: NbcRad): ChartFrame {
  const measured = [dose, rain].filter((series) => series !== null)
  const frame = frameFromSeries(measured)
  const [first, ...others] = frame.series
  const usual = baselineSeries(baseline, dose)
  return {
    ...frame,
    series: [...(first ? [first] : []), ...(usual ? [usual] : []), ...others],
    gaps: dose?.gaps ?? [],
    // Two bands of one colour: of each minute, and the wider one of the baseline.
    ...(usual && { bandName: `最小–最大、基线 ±${SIGMAS} σ` }),
    limits: lines.flatMap(lineLimits),
    bands: toBands(alarms.filter(({ drill }) => !drill)),
  }
}

function baselineSeries(baseline: NbcRad['baseline'], dose: TsSeries | null): FrameSeries | undefined {
  if (baseline.length === 0 || dose === null) return undefined
  // One step per hour; both ends are points, so that the line is level between them.
  const points = baseline.flatMap(({ fromMs, toMs, ...cell }) => [
    { ...cell, tMs: fromMs + 1 },
    { ...cell, tMs: toMs },
  ])
  return {
    channelNo: BASELINE_NO,
    earlierOf: dose.channelNo,
    metricCode: dose.metricCode,
    name: `基线 ±${SIGMAS} σ`,
    unit: dose.unit,
    precision: dose.precision,
    timesMs: points.map(({ tMs }) => tMs),
    values: points.map(({ median }) => median),
    min: points.map(({ median, sigma }) => Math.max(0, median - SIGMAS * sigma)),
    max: points.map(({ median, sigma }) => median + SIGMAS * sigma),
  }
}

/** Each step where it applies; the last one carries the name at the right end. */
const lineLimits = ({ name, severity, steps }: NbcRad['lines'][number]): FrameLimit[] =>
  steps.map(({ fromMs, toMs, value }, index) => ({
    name: index === steps.length - 1 ? `${name} ${formatNumber(value, 3)}` : '',
    value,
    severity,
    fromMs,
    toMs,
  }))

/** Curves of one unit with the instrument's alarm levels. */
export function levelsFrame(
  series: readonly TsSeries[],
  levels: readonly number[],
  alarms: readonly NbcAlarm[],
): ChartFrame {
  const severities = [4, 3, 2] as const
  return {
    ...frameFromSeries(series),
    limits: levels.map((value, index) => ({
      name: `仪器 ${index + 1} 级 ${formatNumber(value, value < 1 ? 2 : 0)}`,
      value,
      severity: severities[index] ?? 2,
    })),
    bands: toBands(alarms.filter(({ drill }) => !drill)),
  }
}

const BIO_SEVERITY = { 3: 4, 5: 3, 10: 2 } as const

/** Minutes without counts have no ratio either; an empty point there keeps the line from crossing them. */
function openedRatios({ ratios, fluorescent }: Pick<NbcBio, 'ratios' | 'fluorescent'>): NbcBio['ratios'] {
  const indexOf = new Map(ratios.timesMs.map((tMs, index) => [tMs, index]))
  const empty = (fluorescent?.timesMs ?? []).filter((_, index) => fluorescent?.avg[index] === null)
  const timesMs = [...new Set([...ratios.timesMs, ...empty])].toSorted((a, b) => a - b)
  const at = (values: readonly (number | null)[]) => timesMs.map((tMs) => values[indexOf.get(tMs) ?? -1] ?? null)
  return { timesMs, median: at(ratios.median), ratio: at(ratios.ratio) }
}

/** Ratio to the median of the previous day, with ×3, ×5 and ×10. */
export function ratioFrame(bio: Pick<NbcBio, 'ratios' | 'fluorescent'>): ChartFrame {
  const { timesMs, ratio } = openedRatios(bio)
  return {
    timesMs,
    series: [{ channelNo: RATIO_NO, name: '荧光粒子与 24 h 中位数之比', unit: '倍', precision: 1, values: ratio }],
    gaps: bio.fluorescent?.gaps ?? [],
    limits: BIO_TIMES.map((times) => ({ name: `×${times}`, value: times, severity: BIO_SEVERITY[times] })),
  }
}

/** Counts and their reference median. */
export function bioFrame(bio: NbcBio): ChartFrame {
  const { total, fluorescent, alarms } = bio
  const ratios = openedRatios(bio)
  const measured = [fluorescent, total].filter((series) => series !== null)
  const frame = frameFromSeries(measured)
  const median: FrameSeries[] =
    fluorescent === null
      ? []
      : [
          {
            channelNo: MEDIAN_NO,
            earlierOf: fluorescent.channelNo,
            metricCode: fluorescent.metricCode,
            name: '荧光 24 h 中位数',
            unit: fluorescent.unit,
            precision: fluorescent.precision,
            timesMs: ratios.timesMs,
            values: ratios.median,
          },
        ]
  return {
    ...frame,
    series: [...frame.series, ...median],
    limits: [],
    bands: toBands(alarms.filter(({ drill }) => !drill)),
  }
}
