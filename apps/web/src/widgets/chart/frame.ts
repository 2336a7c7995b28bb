import type { GapCause, Severity } from '@natim/contract/dict'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { VALID_DAY_HOURS, VALID_HOUR_S } from '@natim/domain/coverage'

/** One channel of a frame. All columns have the length of its time column; null breaks the line. */
export interface FrameSeries {
  readonly channelNo: number
  /** Decides the colour; a series without one takes that of its channel. */
  readonly metricCode?: string
  readonly name: string
  readonly unit: string
  /** Decimals in tooltips. */
  readonly precision: number
  /** The channel whose look it takes, fainter and dashed: the same one at another time. */
  readonly earlierOf?: number
  /** Totals, drawn as bars in a pane of their own below the lines: rain. */
  readonly isBars?: boolean
  /** The user's choice, `#RRGGBB`; otherwise that of the metric. */
  readonly color?: string
  /** Own time column, where it differs from the frame's; epoch ms, ascending. */
  readonly timesMs?: readonly number[]
  readonly values: readonly (number | null)[]
  /** Extremes of what each point stands for; drawn as a band. */
  readonly min?: readonly (number | null)[]
  readonly max?: readonly (number | null)[]
  /** Quality bits of domain §3.6. */
  readonly q?: readonly number[]
  /** What points say of themselves beside their bits, by their time: `有效 29 min，不足 45 min`. */
  readonly notes?: ReadonlyMap<number, string>
}

export interface FrameGap {
  readonly fromMs: number
  /** null while the gap is open. */
  readonly toMs: number | null
  readonly cause: GapCause
}

export interface FrameLimit {
  readonly name: string
  /** In the unit of the first series. */
  readonly value: number
  readonly severity: Severity
  /** Set and validity, for the legend line. */
  readonly source?: string
  /** Part of the range in which it is in force, epoch ms; absent = all of it. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** While an alarm of one of the channels was active. */
export interface FrameBand {
  readonly channelNo?: number
  readonly fromMs: number
  /** null while it is active. */
  readonly toMs: number | null
  readonly severity: Severity
  readonly title: string
}

/** What somebody said about an instant or a stretch. */
export interface FrameNote {
  readonly id: string
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number
  readonly text: string
}

/** Columns of a chart. Epoch ms, ascending. */
export interface ChartFrame {
  readonly timesMs: readonly number[]
  readonly series: readonly FrameSeries[]
  readonly gaps: readonly FrameGap[]
  readonly limits: readonly FrameLimit[]
  /** What the band around a line stands for, where it is not 最小–最大. */
  readonly bandName?: string
  readonly bands?: readonly FrameBand[]
  readonly notes?: readonly FrameNote[]
  /** A range that somebody marked. */
  readonly marked?: TimeRange | undefined
}

/** Range (fromMs, toMs], epoch ms. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Time column of a series. */
export const timesOf = (frame: ChartFrame, series: FrameSeries): readonly number[] => series.timesMs ?? frame.timesMs

/** Totals that fall in showers: a line would lead through hours of nothing. */
const BAR_METRICS: ReadonlySet<string> = new Set(['rain'])

const hasBand = (series: TsSeries): boolean => series.agg !== 'raw' || series.stepMs > 0

const gapKey = (gap: FrameGap): string => `${gap.fromMs} ${gap.toMs} ${gap.cause}`

/**
 * Frame of an answer of `/mon/ts/query`. Every series keeps its own times, so channels of different periods stand in
 * one chart without holes. Limits are those of the first series: lines of several units would not say which axis.
 */
export function frameFromSeries(answer: readonly TsSeries[]): ChartFrame {
  const devices = new Set(answer.map((series) => series.deviceName))
  const gaps = new Map(answer.flatMap((series) => series.gaps).map((gap) => [gapKey(gap), gap]))
  return {
    timesMs: answer[0]?.timesMs ?? [],
    series: answer.map((series) => ({
      channelNo: series.channelNo,
      metricCode: series.metricCode,
      name: devices.size > 1 ? `${series.deviceName} ${series.name}` : series.name,
      unit: series.unit,
      precision: series.precision,
      timesMs: series.timesMs,
      values: series.avg,
      q: series.q,
      ...(series.shortMeans.length > 0
        ? { notes: new Map(series.shortMeans.map((mean) => [mean.tsMs, shortMeanText(mean)])) }
        : {}),
      ...(BAR_METRICS.has(series.metricCode) && { isBars: true }),
      ...(hasBand(series) ? { min: series.min, max: series.max } : {}),
    })),
    gaps: Array.from(gaps.values()).toSorted((a, b) => a.fromMs - b.fromMs),
    limits: answer[0]?.limits ?? [],
  }
}

/** Why an hourly or daily mean is not published: `有效 29 min，不足 45 min`. */
export const shortMeanText = ({ coverS, validHours }: TsSeries['shortMeans'][number]): string =>
  validHours === null
    ? `有效 ${Math.floor(coverS / 60)} min，不足 ${VALID_HOUR_S / 60} min`
    : `有效 ${validHours} h，不足 ${VALID_DAY_HOURS} h`

/** Smallest and largest time of all series; undefined for a frame without points. */
export function frameRange(frame: ChartFrame): TimeRange | undefined {
  const ends = frame.series.map((series) => timesOf(frame, series)).filter((times) => times.length > 0)
  if (ends.length === 0) return undefined
  return {
    fromMs: Math.min(...ends.map((times) => times[0] ?? 0)),
    toMs: Math.max(...ends.map((times) => times.at(-1) ?? 0)),
  }
}
