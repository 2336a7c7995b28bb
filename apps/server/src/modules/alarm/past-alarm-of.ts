import type { WatchedStatus } from '@natim/domain/alarm/rule'
import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import type { Severity } from '@natim/domain/limits'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { LogEntry } from './alarm-log.ts'
import { statusStep } from './engine/conditions.ts'
import { toPending } from './engine/step-words.ts'
import { channelKey, type ChannelTarget, deviceKey } from './engine/target.ts'
import { entryOf, type Past, toPast } from './past-alarm-row.ts'
import type { PastAlarm } from './past-alarms.ts'

interface StatusSpan {
  readonly status: WatchedStatus
  readonly fellMs: number
  /** Null = it lasts. */
  readonly backMs: number | null
}

/** A device that was off the line, or told of a fault; none for less than the rule waits. */
export function pastStatus({ status, fellMs, backMs, ...past }: Past & StatusSpan): PastAlarm[] {
  const { rule, device, nowMs } = past
  const target = { key: deviceKey(rule.id, device.deviceNo), rule, device, channel: null }
  const raised = statusStep(target, { deviceNo: device.deviceNo, status, sinceMs: fellMs }, backMs ?? nowMs)
  if (!raised) return []
  return [toPast(past, raised, { severityMax: raised.severity, clearedMs: backMs, entries: [], peak: null })]
}

/** What an evaluator told about one channel, as alarms; the last one is active where its end was not told. */
export function pastAlarmOf({
  channel,
  steps,
  ...past
}: Past & { readonly channel: ChannelTarget['channel']; readonly steps: readonly AlarmStep[] }): PastAlarm[] {
  const { rule, device } = past
  const target: ChannelTarget = {
    key: channelKey(rule.id, channel.channelNo),
    rule,
    device,
    channel,
    comparisons: [],
    signature: '',
    evaluator: createChannelEvaluator({
      comparisons: [],
      periodS: 0,
      agg: 'avg',
      autoClear: true,
      range: { lo: null, hi: null },
    }),
  }
  const alarms: PastAlarm[] = []
  let open: ChangeStep | undefined
  let told: { peak: AlarmStep | undefined; severity: Severity; severityMax: Severity; entries: LogEntry[] } | undefined
  for (const step of steps) {
    if (step.kind === 'peak') {
      if (told) told.peak = step
    } else if (step.kind === 'raise') {
      open = step
      told = { peak: step, severity: step.severity, severityMax: step.severity, entries: [] }
    } else if (open && told && step.kind === 'clear') {
      const raised = toPending(target, open, 0)
      alarms.push(toPast(past, raised, { ...told, clearedMs: step.tsMs, peak: told.peak ?? null }))
      open = undefined
    } else if (told) {
      told.entries.push(entryOf(step.kind, step.tsMs, { from: String(told.severity), to: String(step.severity) }))
      // The gravest judgement is what an alarm is known by.
      const isGravest = step.severity < told.severityMax
      told.severityMax = Math.min(told.severityMax, step.severity) as Severity
      told.severity = step.severity
      if (isGravest) open = { ...step, kind: 'raise', tsMs: open?.tsMs ?? step.tsMs }
    }
  }
  if (open && told)
    alarms.push(toPast(past, toPending(target, open, 0), { ...told, clearedMs: null, peak: told.peak ?? null }))
  return alarms
}
