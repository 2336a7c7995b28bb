import type { Comparison } from '@natim/domain/alarm/comparison'
import { type ActiveAlarm, type ChannelEvaluator, createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { AlarmStep } from '@natim/domain/alarm/step'
import { type ChannelWindows, createWindows, windowNeeds } from '@natim/domain/alarm/window'
import type { PeriodUntil } from '@natim/domain/completeness'
import type { MetricAgg } from '@natim/domain/metrics'
import { alarmValue } from '@natim/domain/rollup'
import { MINUTE_MS } from '@natim/domain/time'

/** An alarm that a rule raised on a channel. */
export interface Fired {
  readonly severity: Comparison['severity']
  readonly triggerMs: number
  readonly endMs: number | null
  readonly value: number
  readonly limitText: string
  /** Found only with late data. */
  readonly isHistoric?: boolean
}

interface RunOptions {
  readonly periodS: number
  /** Earlier sampling periods: past samples are judged by the period in force at the time. */
  readonly before: readonly PeriodUntil[]
  readonly agg: MetricAgg
  readonly range: { readonly lo: number | null; readonly hi: number | null }
  /** Earlier samples only warm up the state. */
  readonly fromMs: number
  /** Where each side stood at `fromMs`, under other settings; absent = alarms that began before are not counted. */
  readonly standing?: readonly Standing[] | undefined
}

/** A side at the end of a span. */
export interface Standing {
  readonly active: ActiveAlarm | undefined
  /** All alarms so far. An alarm active at a change of settings goes on under the new ones, as in live judging. */
  readonly fired: readonly Fired[]
}

/** Nothing is compared from an instant on. */
export const ended = ({ fired }: Standing, atMs: number): Standing => ({
  active: undefined,
  fired: fired.map((one) => (one.endMs === null ? { ...one, endMs: atMs } : one)),
})

/** A rule to judge: the current one, or the version it is compared with. */
export interface Side {
  readonly comparisons: readonly Comparison[]
  readonly autoClear: boolean
}

export interface Nearest {
  readonly tsMs: number
  readonly share: number
}

/** Runs several rules over one channel, sharing its windows as live judging does. */
export function createChannelRun(sides: readonly Side[], options: RunOptions) {
  const needs = windowNeeds(
    sides.flatMap(({ comparisons }) => comparisons),
    options,
  )
  const windows = needs && createWindows(needs)
  const { fromMs, standing } = options
  const tracks = sides.map((side, i) => createTrack(side, windows, options, standing?.[i]))
  const measure = createNearest(sides[0]?.comparisons ?? [], windows)
  // Warmed up by the new settings, each side goes on from what the old ones had told.
  let hasBegun = standing === undefined
  function begin(): void {
    if (hasBegun) return
    hasBegun = true
    for (const [i, { evaluator }] of tracks.entries()) evaluator.adopt(standing?.[i]?.active)
  }
  return {
    take(tsMs: number, raw: number, quality: number): void {
      if (!Number.isFinite(raw)) return
      const value = alarmValue(raw, quality, options.range)
      if (value === undefined) return
      if (tsMs > fromMs) begin()
      const placement = windows?.add(tsMs, value) ?? 'newest'
      for (const { evaluator, tell } of tracks) tell(evaluator.judgeAt(placement, tsMs, value))
      if (tsMs > fromMs) measure.take(tsMs, value)
    },
    takeClock(avgPeriod: string, endMs: number, mean: number | null): void {
      if (endMs > fromMs) begin()
      for (const { evaluator, tell } of tracks) tell(evaluator.takeClock(avgPeriod, endMs, mean))
      if (mean !== null && endMs > fromMs) measure.takeClock(avgPeriod, endMs, mean)
    },
    /** Where each side stands at the end. */
    standing(): Standing[] {
      begin()
      return tracks.map(({ evaluator, fired }) => ({ active: evaluator.active(), fired }))
    },
    nearest: measure.nearest,
  }
}

function createTrack(
  { comparisons, autoClear }: Side,
  windows: ChannelWindows | undefined,
  options: RunOptions,
  standing: Standing | undefined,
) {
  const { periodS, before, agg, range, fromMs } = options
  const evaluator: ChannelEvaluator = createChannelEvaluator({
    comparisons,
    periodS,
    before,
    agg,
    range,
    autoClear,
    ...(windows && { windows }),
  })
  const fired: Fired[] = [...(standing?.fired ?? [])]
  const change = (with_: Partial<Fired>) => {
    const last = fired.at(-1)
    if (last?.endMs === null) fired[fired.length - 1] = { ...last, ...with_ }
  }
  function tell(steps: readonly AlarmStep[]): void {
    for (const step of steps) {
      // An alarm raised before the span is not counted.
      if (step.kind === 'peak' || step.tsMs <= fromMs) continue
      const { severity, tsMs, figure, comparison } = step
      if (step.kind === 'raise')
        fired.push({ severity, triggerMs: tsMs, endMs: null, value: figure, limitText: textOf(comparison) })
      else if (step.kind === 'clear') change({ endMs: tsMs })
      // The severity of an alarm is its gravest one.
      else if (step.kind === 'up') change({ severity, limitText: textOf(comparison) })
    }
  }
  return { evaluator, fired, tell }
}

const textOf = ({ text, op, value }: Comparison) => text ?? `${op} ${Number(value.toPrecision(4))}`

/**
 * How close the figures of a channel come to their limits; means are checked once a minute, as a check costs as much as
 * judging.
 */
function createNearest(comparisons: readonly Comparison[], windows: ChannelWindows | undefined) {
  const upward = comparisons.filter(({ op, value }) => op.startsWith('>') && value > 0)
  let best: Nearest | undefined
  let lookedMs = Number.NEGATIVE_INFINITY
  const offer = (tsMs: number, share: number) => {
    if (Number.isFinite(share) && share > (best?.share ?? 0)) best = { tsMs, share }
  }
  return {
    take(tsMs: number, value: number): void {
      const isDue = tsMs - lookedMs >= MINUTE_MS
      if (isDue) lookedMs = tsMs
      for (const { figure, value: limit } of upward) {
        if (figure.kind === 'sample') offer(tsMs, value / limit)
        else if (isDue && figure.kind === 'mean') offer(tsMs, (windows?.mean(figure.avgS) ?? 0) / limit)
      }
    },
    takeClock(avgPeriod: string, endMs: number, mean: number): void {
      for (const { figure, value: limit } of upward)
        if (figure.kind === 'clock' && figure.avgPeriod === avgPeriod) offer(endMs, mean / limit)
    },
    nearest: () => best,
  }
}
