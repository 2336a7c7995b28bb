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

/** Up to this length a mean is exact over its samples; longer ones are made of minutes. */
export const MAX_EXACT_S = 600
/** A sample so far behind the newest one still enters the windows. */
export const DISORDER_MS = 5 * MINUTE_MS
/**
 * Samples are kept for so long at least: the total of a minute is added up again in order of time, and readings are judged again
 * from a state that may be twice the disorder old.
 */
const KEPT_MS = 2 * DISORDER_MS
/** Room for a device that reports more often than it says. */
const MIN_ROOM = 1_024
const ROOM_FACTOR = 4

/** Where a sample went: it is the newest, it entered behind the newest, or it changed nothing. */
export type Placement = 'newest' | 'disordered' | 'ignored'

/** Which figures are asked of the windows. */
export interface WindowNeeds {
  /** Nominal sampling period, s; at 0 nobody can say how many samples a window should hold: nothing is judged. */
  readonly periodS: number
  /** Periods that were in force before, of which the past is judged; a sample speaks for the one it was taken in. */
  readonly before?: readonly PeriodUntil[] | undefined
  readonly agg: MetricAgg
  readonly avgS: readonly number[]
  readonly overS: readonly number[]
}

/** Running windows of one channel. Values are those of `alarmValue`; the same samples in any order give the same windows. */
export interface ChannelWindows {
  /** Time of the newest sample; −Infinity before the first. */
  watermarkMs(): number
  add(tsMs: number, value: number): Placement
  /** Figure of the window `(watermark − avgS, watermark]`; undefined with less than 75 % of its samples. */
  mean(avgS: number): number | undefined
  /** Samples in that window. */
  count(avgS: number): number
  /** Change a minute over the last `overS`; undefined where samples cover less than 75 % of it. */
  rate(overS: number): number | undefined
  /** The samples after an instant, in order of time; false when some of them are not kept any more. */
  visitAfter(afterMs: number, visit: (tsMs: number, value: number) => void): boolean
  /**
   * Sets a whole minute from its rollup, before samples are added.
   *
   * @param endMs end of the minute
   * @param total sum of its alarm-valid values: of 10^(L/10) for levels; the greatest one for `max` metrics
   * @param sampleS seconds each of them spoke for, by the period in force then
   */
  seedMinute(endMs: number, total: number, n: number, sampleS?: number | null): void
}

const minuteOf = (tsMs: number) => Math.ceil(tsMs / MINUTE_MS)
const minutesIn = (seconds: number) => Math.ceil(seconds / 60)

/** The figures that comparisons ask of the windows; undefined when only clock means are compared. */
export function windowNeeds(
  comparisons: readonly Comparison[],
  { periodS, before, agg }: Pick<WindowNeeds, 'periodS' | 'before' | 'agg'>,
): WindowNeeds | undefined {
  const figures = withAlso(comparisons).map(({ figure }) => figure)
  const avgS = figures.flatMap((figure) => (figure.kind === 'mean' ? [figure.avgS] : []))
  const overS = figures.flatMap((figure) => (figure.kind === 'rate' ? [figure.overS] : []))
  return figures.some(({ kind }) => kind !== 'clock') ? { periodS, before, agg, avgS, overS } : undefined
}

/** Windows with room for what is needed and no more. */
export const createWindows = (needs: WindowNeeds): ChannelWindows => new Windows(needs)

/** A class, for ten thousand of them are kept: methods cost nothing each. */
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
  /** Minutes up to this one come from rollups and take no samples. */
  seededMinute = -1
  /** First minute with samples of its own. */
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

/** A minute's total is added up in order of time, as its rollup is: then both agree to the last bit. */
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

/** As many samples as are due now for the time that `n` spoke for when they were taken more rarely. */
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

/** Seconds that the samples of a window speak for, each for the period it was taken in. */
function coveredS(windows: Windows, avgS: number, n: number): number {
  const { before, periodS, newestMs } = windows
  const startMs = newestMs - avgS * SECOND_MS
  const within = before.filter(({ untilMs }) => untilMs > startMs)
  const [first] = within
  // One period for all of it, as nearly always.
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

/** Samples in (afterMs, untilMs]; of long windows those of whole minutes. */
function countBetween({ raw, minutes }: Windows, avgS: number, afterMs: number, untilMs: number): number {
  if (avgS > MAX_EXACT_S && minutes) return countOf(minutes, minuteOf(afterMs), minuteOf(untilMs))
  return firstAfter(raw, untilMs) - firstAfter(raw, afterMs)
}

const newest = ({ raw }: Windows) => raw.values[raw.end - 1]

/** A level goes through its power and back: the digits behind are nobody's. */
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
  // The sample exactly `overS` ago is the best partner there is.
  const from = firstAfter(raw, newestMs - overMs - 1)
  if (raw.end - from < 2 || agg === 'circular') return undefined
  const level = (value = 0) => (agg === 'energy' ? 10 * Math.log10(value) : value)
  const spanMs = newestMs - (raw.timesMs[from] ?? newestMs)
  return ratePerMinute(level(raw.values[from]), level(raw.values[raw.end - 1]), spanMs, overMs)
}
