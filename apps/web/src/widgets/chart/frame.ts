import type { GapCause, Severity } from '@natim/contract/dict'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { VALID_DAY_HOURS, VALID_HOUR_S } from '@natim/domain/coverage'
import { formatShortTime } from '@natim/domain/format'
import { bucketEnd, DAY_MS } from '@natim/domain/time'

/** One channel of a frame. All columns are as long as its time column; null breaks the line. */
export interface FrameSeries {
  readonly channelNo: number
  /** Determines the colour; without it the channel number does. */
  readonly metricCode?: string
  readonly name: string
  readonly unit: string
  /** Decimals in tooltips. */
  readonly precision: number
  /** Channel whose look it takes, fainter and dashed: the same channel at another time. */
  readonly earlierOf?: number
  /** Totals, drawn as bars in a separate pane below the lines: rain. */
  readonly isBars?: boolean
  /** Colour chosen by the user, `#RRGGBB`; otherwise that of the metric. */
  readonly color?: string
  /** Own time column, if it differs from the frame's; epoch ms, ascending. */
  readonly timesMs?: readonly number[]
  readonly values: readonly (number | null)[]
  /** Extremes of the interval each point represents; drawn as a band. */
  readonly min?: readonly (number | null)[]
  readonly max?: readonly (number | null)[]
  /** Quality bits of domain §3.6. */
  readonly q?: readonly number[]
  /** Text of points besides their bits, by time: `有效 29 min，不足 45 min`. */
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
  /** Start of its validity within the range, epoch ms; absent = valid in all of it. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** Set for the channel itself (自定限值), drawn unlike published limits. */
  readonly isOwn?: boolean | undefined
}

/** Active period of an alarm of one of the channels. */
export interface FrameBand {
  readonly channelNo?: number
  readonly fromMs: number
  /** null while active. */
  readonly toMs: number | null
  readonly severity: Severity
  readonly title: string
}

/** A note about an instant or a stretch. */
export interface FrameNote {
  readonly id: string
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number
  readonly text: string
}

/** Data of a chart. Epoch ms, ascending. */
export interface ChartFrame {
  readonly timesMs: readonly number[]
  readonly series: readonly FrameSeries[]
  readonly gaps: readonly FrameGap[]
  readonly limits: readonly FrameLimit[]
  /** When the own limits of the channel were changed. */
  readonly limitChangesMs?: readonly number[]
  /** Meaning of the band around a line, if not 最小–最大. */
  readonly bandName?: string
  readonly bands?: readonly FrameBand[]
  readonly notes?: readonly FrameNote[]
  /** A range marked by the user. */
  readonly marked?: TimeRange | undefined
}

/** Range (fromMs, toMs], epoch ms. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Time column of a series. */
export const timesOf = (frame: ChartFrame, series: FrameSeries): readonly number[] => series.timesMs ?? frame.timesMs

/** Totals that come in bursts: a line would run through hours of nothing. */
const BAR_METRICS: ReadonlySet<string> = new Set(['rain'])

const hasBand = (series: TsSeries): boolean => series.agg !== 'raw' || series.stepMs > 0

const gapKey = (gap: FrameGap): string => `${gap.fromMs} ${gap.toMs} ${gap.cause}`

/**
 * Frame of a `/mon/ts/query` answer. Each series keeps its own times, so channels with different periods share a chart
 * without false gaps. Limits are those of the first series.
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
      ...withNotes(pointNotes(series)),
      ...(BAR_METRICS.has(series.metricCode) && { isBars: true }),
      ...(hasBand(series) ? { min: series.min, max: series.max } : {}),
    })),
    gaps: Array.from(gaps.values()).toSorted((a, b) => a.fromMs - b.fromMs),
    limits: limitsOfFirst(answer),
    ...(answer[0] && { limitChangesMs: answer[0].limitChangesMs }),
  }
}

/** Limits of the first series; beside others they say whose they are. */
export function limitsOfFirst(answer: readonly Pick<TsSeries, 'name' | 'limits'>[]): readonly FrameLimit[] {
  const [first] = answer
  if (!first || answer.length === 1) return first?.limits ?? []
  return first.limits.map((limit) => ({ ...limit, name: `${first.name} ${limit.name}` }))
}

const withNotes = (notes: ReadonlyMap<number, string>) => (notes.size > 0 ? { notes } : {})

/** What must be said about means, by their drawn time: too little data, or an interval that is not over. */
export function pointNotes(series: TsSeries): ReadonlyMap<number, string> {
  const notes = new Map(series.shortMeans.map((mean) => [mean.tsMs, shortMeanText(mean)]))
  const { agg, stepMs, timesMs } = series
  const lastMs = timesMs.at(-1)
  // Longer buckets are not aligned to days.
  if (agg === 'raw' || stepMs > DAY_MS || lastMs === undefined) return notes
  // A mean is drawn at the end of its interval, or at the present while that is still to come.
  const endMs = bucketEnd(lastMs, stepMs)
  return endMs === lastMs ? notes : notes.set(lastMs, `进行中，${formatShortTime(endMs)} 结束`)
}

/** Why an hourly or daily mean is not published: `有效 29 min，不足 45 min`. */
const shortMeanText = ({ coverS, validHours }: TsSeries['shortMeans'][number]): string =>
  validHours === null
    ? `有效 ${Math.floor(coverS / 60)} min，不足 ${VALID_HOUR_S / 60} min`
    : `有效 ${validHours} h，不足 ${VALID_DAY_HOURS} h`

/** First and last time of all series; undefined for a frame without points. */
export function frameRange(frame: ChartFrame): TimeRange | undefined {
  const ends = frame.series.map((series) => timesOf(frame, series)).filter((times) => times.length > 0)
  if (ends.length === 0) return undefined
  return {
    fromMs: Math.min(...ends.map((times) => times[0] ?? 0)),
    toMs: Math.max(...ends.map((times) => times.at(-1) ?? 0)),
  }
}
