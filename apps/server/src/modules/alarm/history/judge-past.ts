import type { Baseline } from '@natim/domain/alarm/baseline'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import { changesBetween, settingsAt } from '@natim/domain/channel-version'
import { earlierPeriods } from '@natim/domain/completeness'
import { element } from '@natim/domain/element'
import type { LimitBook } from '@natim/domain/limits'
import { calendarDayGmt8, HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { channelComparisons, clocksOf, findChannelSamples, type RuleInForce, warmUpMs } from '../../alarm-rule/index.ts'
import type { DeviceEntry } from '../../live/index.ts'

/** Limits and baselines that samples are compared with. */
export interface Judges {
  readonly book: LimitBook
  readonly baselines: ReadonlyMap<number, Baseline>
}

/** In which the settings of the channel do not change. */
export interface PastSpan {
  readonly rule: RuleInForce
  readonly device: DeviceEntry
  readonly channel: DeviceEntry['channels'][number]
  readonly fromMs: number
  /** Other settings applied until `fromMs`. */
  readonly isAfterChange?: boolean
  /** Last changed sample; its effect on windows and holds is judged beyond it. */
  readonly toMs: number
  readonly nowMs: number
}

export interface Judged {
  readonly steps: readonly AlarmStep[]
  /** End of the judged span, epoch ms. */
  readonly untilMs: number
}

/** Judges all samples of a channel over a span by a rule, including late ones, in time order. */
export async function judgePast(db: Db, { book, baselines }: Judges, span: PastSpan): Promise<Judged> {
  const { rule, device, channel, fromMs, nowMs } = span
  const then = settingsAt(channel, fromMs + 1)
  const comparisons = channelComparisons(rule.body, then, book, calendarDayGmt8(fromMs), baselines)
  const reachMs = warmUpMs(comparisons)
  // From the next change on, other settings apply.
  const [changeMs = nowMs] = changesBetween(channel.versions, fromMs, nowMs)
  const untilMs = Math.min(span.toMs + reachMs + HOUR_MS, changeMs, nowMs)
  if (comparisons.length === 0) return { steps: [], untilMs }
  const { agg, periodS, versions } = channel
  const evaluator = createChannelEvaluator({
    comparisons,
    periodS,
    before: earlierPeriods(versions),
    agg,
    range: { lo: then.rangeLo, hi: then.rangeHi },
    autoClear: rule.body.autoClear,
  })
  const key = { deviceNo: device.deviceNo, channelNo: channel.channelNo }
  const startMs = fromMs - reachMs - HOUR_MS
  const steps: AlarmStep[] = []
  const tellClocks = await clocksOf(
    { db, ...key, comparisons, agg, index: channel.index, fromMs: startMs, toMs: untilMs },
    { takeClock: (...clock) => void steps.push(...evaluator.takeClock(...clock)) },
  )
  const { tsMs, v, q } = await findChannelSamples(db, key, startMs, untilMs, 'time')
  for (const [i, ms] of tsMs.entries()) {
    tellClocks(ms)
    steps.push(...evaluator.take(ms, element(v[i]), element(q[i])))
  }
  tellClocks(untilMs)
  const own = span.isAfterChange
    ? begunAnew(
        steps,
        fromMs,
        tsMs.find((ms) => ms > fromMs),
      )
    : steps
  return { steps: ended(own, tsMs.at(-1) ?? untilMs), untilMs }
}

/** Settings hold from their change on: what they would have raised earlier begins with the first sample after it. */
function begunAnew(steps: readonly AlarmStep[], changeMs: number, firstMs: number | undefined): AlarmStep[] {
  const later = steps.filter(({ tsMs }) => tsMs > changeMs)
  const state = steps.findLast((step): step is ChangeStep => step.kind !== 'peak' && step.tsMs <= changeMs)
  if (state === undefined || state.kind === 'clear' || firstMs === undefined) return later
  return [{ ...state, kind: 'raise', tsMs: firstMs }, ...later]
}

/** Ends an alarm that is still active: alarms raised retrospectively are already over. */
function ended(steps: readonly AlarmStep[], lastMs: number): AlarmStep[] {
  const last = steps.findLast((step): step is ChangeStep => step.kind !== 'peak')
  return last === undefined || last.kind === 'clear'
    ? [...steps]
    : [...steps, { ...last, kind: 'clear', tsMs: Math.max(last.tsMs, lastMs) }]
}
