import { type PeriodUntil, periodAt, type Sampling } from '../completeness.ts'
import type { Severity } from '../limit.ts'
import type { MetricAgg } from '../metric.ts'
import { alarmValue } from '../rollup.ts'
import { SECOND_MS } from '../time.ts'
import { type Comparison, clockStepS } from './comparison.ts'
import { createReplay, forgetState, keepState, type Replay, replay, tellOwed } from './replay.ts'
import { type Judging, NO_STEPS, settle, UNTOLD } from './settle.ts'
import type { AlarmStep } from './step.ts'
import { createWatch, judge, restartHolds, type Watch } from './watch.ts'
import { type ChannelWindows, createWindows, type Placement, windowNeeds } from './window.ts'

/** An alarm that is already active, from the database. */
export interface ActiveAlarm {
  readonly severity: Severity
  /** Index in the rule's branches. */
  readonly branch: number
  /** Undefined = unknown: the next figure is reported as a peak; the receiver keeps the greater one. */
  readonly peak?: number
}

/** One channel under one rule. */
export interface ChannelEvaluatorOptions {
  readonly comparisons: readonly Comparison[]
  /** Nominal sampling period, s; 0 = none. */
  readonly periodS: number
  /** As `WindowNeeds.before`; absent where only new samples are judged. */
  readonly before?: readonly PeriodUntil[] | undefined
  readonly agg: MetricAgg
  /** False: only a person ends the alarm, and it does not step down automatically. */
  readonly autoClear: boolean
  /** Range of the instrument, in the metric's unit. */
  readonly range: { readonly lo: number | null; readonly hi: number | null }
  readonly active?: ActiveAlarm
  /** Windows shared by the rules of one channel: their owner adds each sample once and calls `judgeAt`. */
  readonly windows?: ChannelWindows
}

/** Judges the samples of one channel by one rule, in event time; deterministic. */
export interface ChannelEvaluator {
  /** Takes a sample with its quality bits. */
  take(tsMs: number, value: number, quality: number): readonly AlarmStep[]
  /** Judges a value that was added to shared windows with the given placement. */
  judgeAt(placement: Placement, tsMs: number, value: number): readonly AlarmStep[]
  /** Takes the mean of a full clock hour or day; null = not valid, not judged. The same end again replaces it. */
  takeClock(avgPeriod: string, endMs: number, mean: number | null): readonly AlarmStep[]
  /** Adopts the state in the database: after warming, and when a person ended the alarm. */
  adopt(active: ActiveAlarm | undefined): void
  /** The alarm that is active now. */
  active(): ActiveAlarm | undefined
  /** True while no comparison is true and no alarm is active. */
  isIdle(): boolean
}

const GAP_PERIODS = 2.5
const MIN_GAP_S = 60

/** Starts with nothing judged, and with the active alarm if there is one. */
export const createChannelEvaluator = (options: ChannelEvaluatorOptions): ChannelEvaluator => new Evaluator(options)

/** A class because tens of thousands are kept: methods cost no memory per instance. */
class Evaluator implements ChannelEvaluator, Judging {
  readonly range: ChannelEvaluatorOptions['range']
  readonly autoClear: boolean
  /** A longer silence between two samples restarts the holds, ms. */
  gapMs: number
  readonly sampling: Required<Sampling>
  readonly windows: ChannelWindows | undefined
  /** Gravest first. */
  readonly watches: readonly Watch[]
  newestMs = Number.NEGATIVE_INFINITY
  /** The comparison by which the alarm is active. */
  current: Watch | undefined = undefined
  severity: Severity | undefined = undefined
  peak = Number.NaN
  toldMs = Number.NEGATIVE_INFINITY
  gravest = UNTOLD
  /** Undefined when no single reading is compared. */
  readonly replay: Replay | undefined

  constructor({ comparisons, periodS, before = [], agg, autoClear, range, active, windows }: ChannelEvaluatorOptions) {
    this.range = range
    this.autoClear = autoClear
    this.sampling = { periodS, before }
    this.gapMs = gapOf(periodS)
    const needs = windowNeeds(comparisons, { periodS, before, agg })
    this.windows = windows ?? (needs && createWindows(needs))
    this.watches = comparisons
      .toSorted((a, b) => a.severity - b.severity || a.branch - b.branch)
      .map((comparison) => createWatch(comparison))
    this.replay = createReplay(this)
    this.adopt(active)
  }

  take(tsMs: number, value: number, quality: number): readonly AlarmStep[] {
    return take(this, tsMs, value, quality)
  }

  judgeAt(placement: Placement, tsMs: number, value: number): readonly AlarmStep[] {
    return judgeAt(this, placement, tsMs, value)
  }

  takeClock(avgPeriod: string, endMs: number, mean: number | null): readonly AlarmStep[] {
    return takeClock(this, avgPeriod, endMs, mean)
  }

  adopt(active: ActiveAlarm | undefined): void {
    adopt(this, active)
  }

  active(): ActiveAlarm | undefined {
    const { severity, current } = this
    return severity === undefined || !current ? undefined : { severity, branch: current.comparison.branch }
  }

  isIdle(): boolean {
    return this.severity === undefined && !this.watches.some(({ isTrue }) => isTrue)
  }
}

const gapOf = (periodS: number): number => Math.max(GAP_PERIODS * periodS, MIN_GAP_S) * SECOND_MS

/** Where the period changed between two samples, the longer one decides the gap. */
function followPeriod(evaluator: Evaluator, tsMs: number): void {
  const { sampling, newestMs } = evaluator
  if (sampling.before.length === 0) return
  evaluator.gapMs = gapOf(Math.max(periodAt(sampling, tsMs), periodAt(sampling, Math.min(newestMs, tsMs))))
}

function take(evaluator: Evaluator, tsMs: number, raw: number, quality: number): readonly AlarmStep[] {
  if (!Number.isFinite(raw) || !Number.isFinite(tsMs)) return NO_STEPS
  const value = alarmValue(raw, quality, evaluator.range)
  if (value === undefined) return NO_STEPS
  const { windows } = evaluator
  return windows ? judgeAt(evaluator, windows.add(tsMs, value), tsMs, value) : NO_STEPS
}

function judgeAt(evaluator: Evaluator, placement: Placement, tsMs: number, value: number): readonly AlarmStep[] {
  if (placement === 'ignored') return NO_STEPS
  const isNewest = placement === 'newest'
  if (isNewest) {
    if (evaluator.replay) keepState(evaluator, evaluator.replay, evaluator.newestMs, tsMs)
    followPeriod(evaluator, tsMs)
    const isGap = tsMs - evaluator.newestMs > evaluator.gapMs
    evaluator.newestMs = tsMs
    if (isGap) for (const watch of evaluator.watches) if (watch.comparison.figure.kind !== 'clock') restartHolds(watch)
  }
  const { watches, newestMs } = evaluator
  for (const watch of watches) judgeNow(evaluator, watch, value, isNewest)
  const { replay: kept } = evaluator
  if (isNewest) return kept?.owed ? tellOwed(evaluator, kept) : settle(evaluator, newestMs, false)
  const steps = kept ? replay(evaluator, kept, tsMs) : NO_STEPS
  // At most one change per instant; the next sample reports the rest.
  return newestMs > evaluator.toldMs ? [...steps, ...settle(evaluator, newestMs, true)] : steps
}

/** Judges at the watermark; a late sample changes running figures but no reading. */
function judgeNow(evaluator: Evaluator, watch: Watch, value: number, isNewest: boolean): void {
  if (watch.also.length > 0)
    for (const { watches } of watch.also) for (const other of watches) judgeNow(evaluator, other, value, isNewest)
  const { figure } = watch.comparison
  if (figure.kind === 'sample') {
    if (isNewest) judge(watch, value, evaluator.newestMs)
  } else if (figure.kind !== 'clock') {
    const running =
      figure.kind === 'mean' ? evaluator.windows?.mean(figure.avgS) : evaluator.windows?.rate(figure.overS)
    if (running !== undefined) judge(watch, running, evaluator.newestMs)
  }
}

function takeClock(evaluator: Evaluator, avgPeriod: string, endMs: number, mean: number | null): readonly AlarmStep[] {
  if (mean === null || !Number.isFinite(mean)) return NO_STEPS
  let isJudged = false
  for (const watch of evaluator.watches) {
    const { figure } = watch.comparison
    if (figure.kind !== 'clock' || figure.avgPeriod !== avgPeriod || endMs < watch.judgedMs) continue
    const gapMs = GAP_PERIODS * (clockStepS(avgPeriod) ?? 0) * SECOND_MS
    if (endMs - watch.judgedMs > gapMs) restartHolds(watch)
    judge(watch, mean, endMs)
    isJudged = true
  }
  return isJudged ? settle(evaluator, endMs, false) : NO_STEPS
}

function adopt(evaluator: Evaluator, active: ActiveAlarm | undefined): void {
  const isChange = active?.severity !== evaluator.severity
  evaluator.severity = active?.severity
  evaluator.gravest = Math.min(evaluator.gravest, active?.severity ?? UNTOLD)
  evaluator.peak = active?.peak ?? Number.NaN
  evaluator.current = undefined
  if (active) goOnWith(evaluator, active)
  if (isChange && evaluator.replay) forgetState(evaluator, evaluator.replay, evaluator.newestMs)
}

function goOnWith(evaluator: Evaluator, active: ActiveAlarm): void {
  const { watches } = evaluator
  evaluator.current =
    watches.find(({ comparison }) => comparison.branch === active.branch) ??
    watches.find(({ comparison }) => comparison.severity >= active.severity) ??
    watches.at(-1)
  // Comparisons that saw neither may have fired as well: each counts until its own clear condition has held.
  for (const watch of watches) {
    if (watch === evaluator.current || (watch.comparison.severity >= active.severity && !watch.isCertain))
      watch.isOn = true
  }
}
