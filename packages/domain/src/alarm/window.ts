import type { PeriodUntil } from '../completeness.ts'
import { ENOUGH_OF_WINDOW } from '../mean-window.ts'
import type { MetricAgg } from '../metric.ts'
import { energyMeanDb } from '../rollup.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { type Comparison, withAlso } from './comparison.ts'
import {
  addToMinute,
  advanceTo,
  countOf,
  createMinuteBuckets,
  createSpan,
  type MinuteBuckets,
  readSpan,
  type Span,
  setMinute,
} from './minute-buckets.ts'
import { ratePerMinute } from './rate.ts'
import { appendSample, createRawSamples, firstAfter, insertSample, type RawSamples } from './raw-samples.ts'

/** Up to this length a mean is exact over its samples; longer ones are built from minutes. */
export const MAX_EXACT_S = 600
/** Samples at most this late still enter the windows. */
export const DISORDER_MS = 5 * MINUTE_MS
/**
 * Minimum retention of samples: minute totals are re-summed in time order, and readings are replayed from a state that
 * may be twice the disorder old.
 */
const KEPT_MS = 2 * DISORDER_MS
/** Room for a device that reports more often than declared. */
const MIN_ROOM = 1_024
const ROOM_FACTOR = 4

/** What happened to a sample: it is the newest, it entered behind the newest, or it was ignored. */
export type Placement = 'newest' | 'disordered' | 'ignored'

/** Figures that the windows have to provide. */
export interface WindowNeeds {
  /** Nominal sampling period, s; with 0 the expected sample count is unknown and nothing is judged. */
  readonly periodS: number
  /** Earlier periods, for judging the past; a sample counts with the period in force at its time. */
  readonly before?: readonly PeriodUntil[] | undefined
  readonly agg: MetricAgg
  readonly avgS: readonly number[]
  readonly overS: readonly number[]
}

/**
 * Running windows of one channel. Values come from `alarmValue`; the same samples in any order give the same windows.
 */
export interface ChannelWindows {
  /** Time of the newest sample; −Infinity before the first. */
  watermarkMs(): number
  add(tsMs: number, value: number): Placement
  /** Figure of the window `(watermark − avgS, watermark]`; undefined with less than 75 % of its samples. */
  mean(avgS: number): number | undefined
  /** Number of samples in that window. */
  count(avgS: number): number
  /** Change per minute over the last `overS`; undefined where samples cover less than 75 % of it. */
  rate(overS: number): number | undefined
  /** Visits the samples after an instant in time order; false if some of them are no longer kept. */
  visitAfter(afterMs: number, visit: (tsMs: number, value: number) => void): boolean
  /**
   * Sets a whole minute from its rollup, before samples are added.
   *
   * @param endMs end of the minute
   * @param total sum of its alarm-valid values: of 10^(L/10) for levels; the maximum for `max` metrics
   * @param sampleS seconds each sample counted for, by the period in force then
   */
  seedMinute(endMs: number, total: number, n: number, sampleS?: number | null): void
}

const minuteOf = (tsMs: number) => Math.ceil(tsMs / MINUTE_MS)
const minutesIn = (seconds: number) => Math.ceil(seconds / 60)

/** The figures that comparisons need from the windows; undefined when only clock means are compared. */
export function windowNeeds(
  comparisons: readonly Comparison[],
  { periodS, before, agg }: Pick<WindowNeeds, 'periodS' | 'before' | 'agg'>,
): WindowNeeds | undefined {
  const figures = withAlso(comparisons).map(({ figure }) => figure)
  const avgS = figures.flatMap((figure) => (figure.kind === 'mean' ? [figure.avgS] : []))
  const overS = figures.flatMap((figure) => (figure.kind === 'rate' ? [figure.overS] : []))
  return figures.some(({ kind }) => kind !== 'clock') ? { periodS, before, agg, avgS, overS } : undefined
}

/** Windows sized for the given needs. */
export const createWindows = (needs: WindowNeeds): ChannelWindows => new Windows(needs)

/** A class because ten thousand are kept: methods cost no memory per instance. */
class Windows implements ChannelWindows {
  readonly agg: MetricAgg
  readonly periodS: number
  readonly before: readonly PeriodUntil[]
  readonly raw: RawSamples
  readonly depthMs: number
  /** Undefined when all means are short. */
  readonly minutes: MinuteBuckets | undefined
  readonly spans: readonly Span[]
  newestMs = Number.NEGATIVE_INFINITY
  /** Minutes up to this one come from rollups and accept no samples. */
  seededMinute = -1
  /** First minute built from samples. */
  firstMinute = Number.MAX_SAFE_INTEGER

  constructor({ periodS, before = [], agg, avgS, overS }: WindowNeeds) {
    const lengths = [...new Set(avgS)]
    const long = lengths.filter((seconds) => seconds > MAX_EXACT_S)
    const exact = [...lengths.filter((seconds) => seconds <= MAX_EXACT_S), ...overS]
    this.agg = agg
    this.periodS = periodS
    this.before = before
    this.depthMs = Math.max(KEPT_MS, ...exact.map((seconds) => seconds * SECOND_MS)) + 1
    const shortestS = Math.min(...[periodS, ...before.map((then) => then.periodS)].filter((s) => s > 0))
    const expected = Number.isFinite(shortestS) ? Math.ceil(this.depthMs / SECOND_MS / shortestS) : 0
    this.raw = createRawSamples(Math.max(expected * ROOM_FACTOR, MIN_ROOM))
    this.minutes = long.length > 0 ? createMinuteBuckets(minutesIn(Math.max(...long)), agg) : undefined
    this.spans = lengths.map((seconds) => createSpan(seconds, seconds > MAX_EXACT_S ? minutesIn(seconds) : 0))
  }

  watermarkMs(): number {
    return this.newestMs
  }

  add(tsMs: number, value: number): Placement {
    return add(this, tsMs, this.agg === 'energy' ? 10 ** (value / 10) : value)
  }

  mean(avgS: number): number | undefined {
    return mean(this, avgS)
  }

  count(avgS: number): number {
    return spanOf(this, avgS).n
  }

  rate(overS: number): number | undefined {
    return rate(this, overS)
  }

  visitAfter(afterMs: number, visit: (tsMs: number, value: number) => void): boolean {
    return visitAfter(this, afterMs, visit)
  }

  seedMinute(endMs: number, total: number, n: number, sampleS?: number | null): void {
    const times = n > 0 ? samplesNow(this.periodS, n, sampleS) / n : 1
    seed(this, minuteOf(endMs), this.agg === 'avg' || this.agg === 'energy' ? total * times : total, n * times)
  }
}

function add(windows: Windows, tsMs: number, addend: number): Placement {
  const { raw, newestMs } = windows
  if (tsMs > newestMs) {
    windows.newestMs = tsMs
    appendSample(raw, tsMs, addend, tsMs - windows.depthMs)
    if (windows.minutes) addNewest(windows, windows.minutes, minuteOf(tsMs), addend)
    return 'newest'
  }
  if (tsMs < newestMs - DISORDER_MS) return 'ignored'
  if (!insertSample(raw, tsMs, addend, newestMs - windows.depthMs)) return 'ignored'
  if (windows.minutes) redoMinute(windows, windows.minutes, minuteOf(tsMs), addend)
  return 'disordered'
}

function addNewest(windows: Windows, minutes: MinuteBuckets, minute: number, addend: number): void {
  advanceTo(minutes, minute)
  if (minute <= windows.seededMinute) return
  windows.firstMinute = Math.min(windows.firstMinute, minute)
  addToMinute(minutes, minute, addend)
}

/** Re-sums a minute in time order, as its rollup does, so that both agree to the last bit. */
function redoMinute(windows: Windows, minutes: MinuteBuckets, minute: number, addend: number): void {
  if (minute <= windows.seededMinute) return
  windows.firstMinute = Math.min(windows.firstMinute, minute)
  const { raw, spans } = windows
  for (const span of spans) span.closedHead = -1
  const startMs = (minute - 1) * MINUTE_MS
  if (raw.cutMs > startMs) return addToMinute(minutes, minute, addend)
  const from = firstAfter(raw, startMs)
  const to = firstAfter(raw, minute * MINUTE_MS)
  setMinute(minutes, minute, totalOf(raw, from, to, minutes.agg), to - from)
}

/** Converts `n` samples taken at a longer period to the number due at the current one. */
const samplesNow = (periodS: number, n: number, sampleS: number | null | undefined): number =>
  periodS > 0 && typeof sampleS === 'number' && sampleS > periodS ? Math.round((n * sampleS) / periodS) : n

function seed(windows: Windows, minute: number, total: number, n: number): void {
  const { minutes, spans } = windows
  if (!minutes || minute >= windows.firstMinute) return
  advanceTo(minutes, minute)
  setMinute(minutes, minute, total, n)
  windows.seededMinute = Math.max(windows.seededMinute, minute)
  for (const span of spans) span.closedHead = -1
}

function totalOf({ values }: RawSamples, from: number, to: number, agg: MetricAgg): number {
  if (from >= to) return 0
  let total = values[from] ?? 0
  if (agg === 'max') for (let i = from + 1; i < to; i += 1) total = Math.max(total, values[i] ?? 0)
  else for (let i = from + 1; i < to; i += 1) total += values[i] ?? 0
  return total
}

const NO_SPAN: Pick<Span, 'total' | 'n'> = { total: 0, n: 0 }

function spanOf({ minutes, raw, newestMs, agg, spans }: Windows, avgS: number): Pick<Span, 'total' | 'n'> {
  const span = spans.find((one) => one.seconds === avgS)
  if (!span) return NO_SPAN
  if (span.minutes > 0 && minutes) {
    readSpan(minutes, span)
  } else {
    const from = firstAfter(raw, newestMs - avgS * SECOND_MS)
    span.n = raw.end - from
    span.total = totalOf(raw, from, raw.end, agg)
  }
  return span
}

function mean(windows: Windows, avgS: number): number | undefined {
  const { agg } = windows
  if (agg === 'circular') return undefined
  const { total, n } = spanOf(windows, avgS)
  if (n === 0 || coveredS(windows, avgS, n) < avgS * ENOUGH_OF_WINDOW) return undefined
  switch (agg) {
    case 'energy':
      return energyMeanDb(total, n)
    case 'sum':
    case 'max':
      return total
    case 'last':
      return newest(windows)
    default:
      return total / n
  }
}

/** Seconds covered by the samples of a window, each counted with the period of its time. */
function coveredS(windows: Windows, avgS: number, n: number): number {
  const { before, periodS, newestMs } = windows
  const startMs = newestMs - avgS * SECOND_MS
  const within = before.filter(({ untilMs }) => untilMs > startMs)
  const [first] = within
  // One period for the whole window, the usual case.
  if (!first || first.untilMs >= newestMs) return n * (first?.periodS ?? periodS)
  let covered = 0
  let atMs = startMs
  for (const { untilMs, periodS: then } of [...within, { untilMs: newestMs, periodS }]) {
    const endMs = Math.min(untilMs, newestMs)
    if (endMs <= atMs) continue
    covered += then * countBetween(windows, avgS, atMs, endMs)
    atMs = endMs
  }
  return covered
}

/** Samples in (afterMs, untilMs]; for long windows counted in whole minutes. */
function countBetween({ raw, minutes }: Windows, avgS: number, afterMs: number, untilMs: number): number {
  if (avgS > MAX_EXACT_S && minutes) return countOf(minutes, minuteOf(afterMs), minuteOf(untilMs))
  return firstAfter(raw, untilMs) - firstAfter(raw, afterMs)
}

const newest = ({ raw }: Windows) => raw.values[raw.end - 1]

/** A level is converted to power and back: further digits are noise. */
const LEVEL_DIGITS = 12

function visitAfter({ raw, agg }: Windows, afterMs: number, visit: (tsMs: number, value: number) => void): boolean {
  if (raw.cutMs > afterMs) return false
  for (let i = firstAfter(raw, afterMs); i < raw.end; i += 1) {
    const value = raw.values[i] ?? 0
    visit(raw.timesMs[i] ?? 0, agg === 'energy' ? Number((10 * Math.log10(value)).toPrecision(LEVEL_DIGITS)) : value)
  }
  return true
}

function rate({ raw, agg, newestMs }: Windows, overS: number): number | undefined {
  const overMs = overS * SECOND_MS
  // The sample exactly `overS` ago is the ideal partner.
  const from = firstAfter(raw, newestMs - overMs - 1)
  if (raw.end - from < 2 || agg === 'circular') return undefined
  const level = (value = 0) => (agg === 'energy' ? 10 * Math.log10(value) : value)
  const spanMs = newestMs - (raw.timesMs[from] ?? newestMs)
  return ratePerMinute(level(raw.values[from]), level(raw.values[raw.end - 1]), spanMs, overMs)
}
