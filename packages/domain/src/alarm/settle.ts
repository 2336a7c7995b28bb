import type { Severity } from '../limit.ts'
import { isSameFigure } from './comparison.ts'
import { isUpward, reaches } from './hysteresis.ts'
import type { AlarmStep, ChangeStep } from './step.ts'
import type { Watch } from './watch.ts'
import type { ChannelWindows } from './window.ts'

/** Alarm state of an evaluator. All times are event time, epoch ms. */
export interface Judging {
  readonly autoClear: boolean
  readonly windows: ChannelWindows | undefined
  /** Gravest first. */
  readonly watches: readonly Watch[]
  /** The comparison by which the alarm is active. */
  current: Watch | undefined
  severity: Severity | undefined
  peak: number
  /** Time of the last change; −Infinity before the first. */
  toldMs: number
  /** The gravest severity reported since the latest state kept for replay. */
  gravest: number
}

/** Milder than any severity. */
export const UNTOLD = 6

/** Shared empty array: nearly every sample produces no step. */
export const NO_STEPS: readonly AlarmStep[] = Object.freeze([])

/** Steps that follow from the figures judged at an instant; only comparisons judged at that instant can raise. */
export function settle(judging: Judging, tsMs: number, isLate: boolean): readonly AlarmStep[] {
  const { watches, severity, current } = judging
  for (const watch of watches) {
    if (severity !== undefined && watch.comparison.severity >= severity) break
    if (watch.isFiring && watch.judgedMs === tsMs) {
      return [enter(judging, watch, severity === undefined ? 'raise' : 'up', tsMs, isLate)]
    }
  }
  if (severity === undefined || !current) return NO_STEPS
  if (!current.isOn && judging.autoClear) return leave(judging, current, severity, tsMs, isLate)
  return peakOf(judging, current, tsMs)
}

/**
 * Switches to the gravest other comparison that is true or has not cleared since it fired; if there is none, the alarm
 * clears.
 */
function leave(
  judging: Judging,
  current: Watch,
  severity: Severity,
  tsMs: number,
  isLate: boolean,
): readonly AlarmStep[] {
  const next = judging.watches.find(
    ({ comparison, isOn, isTrue, judgedMs }) =>
      comparison.severity >= severity && (isOn || isTrue) && !Number.isNaN(judgedMs),
  )
  if (next && next.comparison.severity > severity) return [enter(judging, next, 'down', tsMs, isLate)]
  if (next) {
    follow(judging, next)
    return peakOf(judging, next, tsMs)
  }
  judging.current = undefined
  judging.severity = undefined
  judging.toldMs = tsMs
  return [stepOf(judging, current, 'clear', tsMs, isLate)]
}

function enter(
  judging: Judging,
  watch: Watch,
  kind: 'raise' | 'up' | 'down',
  tsMs: number,
  isLate: boolean,
): ChangeStep {
  follow(judging, watch)
  judging.severity = watch.comparison.severity
  judging.toldMs = tsMs
  judging.gravest = Math.min(judging.gravest, watch.comparison.severity)
  judging.peak = isBeyond(watch, judging.peak) ? watch.figure : judging.peak
  return stepOf(judging, watch, kind, tsMs, isLate)
}

/** A peak belongs to one figure: a 10 min mean is no peak of an 8 h mean. */
function follow(judging: Judging, watch: Watch): void {
  const from = judging.current?.comparison
  const to = watch.comparison
  if (!from || !isSameFigure(from.figure, to.figure) || isUpward(from.op) !== isUpward(to.op)) judging.peak = Number.NaN
  judging.current = watch
  watch.isOn = true
}

/** Whether a figure is worse than the peak so far. */
export const isBeyond = ({ comparison, figure }: Pick<Watch, 'comparison' | 'figure'>, peak: number) =>
  Number.isNaN(peak) || reaches(figure, isUpward(comparison.op) ? '>' : '<', peak)

function peakOf(judging: Judging, watch: Watch, tsMs: number): readonly AlarmStep[] {
  if (watch.judgedMs !== tsMs || !isBeyond(watch, judging.peak)) return NO_STEPS
  judging.peak = watch.figure
  return [{ kind: 'peak', tsMs, figure: watch.figure }]
}

/** A step with the details of its judgement. */
export function stepOf(
  { windows }: Judging,
  { comparison, figure, value, holdSinceMs, clearSinceMs }: Watch,
  kind: ChangeStep['kind'],
  tsMs: number,
  isLate: boolean,
): ChangeStep {
  const sinceMs = kind === 'clear' ? clearSinceMs : holdSinceMs
  const { severity, branch, figure: about } = comparison
  return {
    kind,
    tsMs,
    severity,
    branch,
    figure,
    value,
    // Inside the hysteresis no hold is running.
    sinceMs: Number.isNaN(sinceMs) ? tsMs : sinceMs,
    n: about.kind === 'mean' ? (windows?.count(about.avgS) ?? 0) : 1,
    comparison,
    isLate,
  }
}
