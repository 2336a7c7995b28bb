import type { WatchedStatus } from '@natim/domain/alarm/rule'
import { goesOn } from '@natim/domain/alarm/state'
import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import type { Severity } from '@natim/domain/limits'
import type { LogEntry } from './alarm-log.ts'
import { statusStep } from './engine/conditions.ts'
import { toPending } from './engine/step-words.ts'
import { type ChannelEntry, channelKey, deviceKey } from './engine/target.ts'
import { entryOf, type Past, type Told, toPast } from './past-alarm-row.ts'
import type { PastAlarm } from './past-alarms.ts'

interface StatusSpan {
  readonly status: WatchedStatus
  readonly fellMs: number
  /** Null = still in that status. */
  readonly backMs: number | null
}

/** Alarm of a device that was offline or faulty; none when shorter than the rule's delay. */
export function pastStatus({ status, fellMs, backMs, ...past }: Past & StatusSpan): PastAlarm[] {
  const { rule, device, nowMs } = past
  const target = { key: deviceKey(rule.id, device.deviceNo), rule, device, channel: null }
  const raised = statusStep(target, { deviceNo: device.deviceNo, status, sinceMs: fellMs }, backMs ?? nowMs)
  if (!raised) return []
  return [
    toPast(past, raised, {
      severityMax: raised.severity,
      clearedMs: backMs,
      reopenedMs: [],
      entries: [],
      peak: null,
    }),
  ]
}

/** Turns evaluator steps of one channel into alarms; the last one is active when it has no end. */
export function pastAlarmOf({
  channel,
  steps,
  ...past
}: Past & { readonly channel: ChannelEntry; readonly steps: readonly AlarmStep[] }): PastAlarm[] {
  const { rule, device } = past
  const target = { key: channelKey(rule.id, channel.channelNo), rule, device, channel }
  const courses: Course[] = []
  for (const step of steps) {
    const last = courses.at(-1)
    if (step.kind === 'raise') {
      if (last?.clearedMs != null && goesOn(last.clearedMs, step.tsMs)) reopen(last, step)
      else courses.push(begin(step))
    } else if (last?.clearedMs === null) {
      if (step.kind === 'peak') last.peak = further(last, step)
      else if (step.kind === 'clear') last.clearedMs = step.tsMs
      else turn(last, step)
    }
  }
  return courses.map(({ judged, ...told }) => toPast(past, toPending(target, judged, 0), told))
}

/** One alarm from its first step to its last, including times it was cleared in between. */
type Course = { -readonly [Key in keyof Told]: Told[Key] } & {
  /** The gravest judgement, with the time of the first: it determines the alarm's title and texts. */
  judged: ChangeStep
  readonly entries: LogEntry[]
  severity: Severity
  peak: Pick<AlarmStep, 'tsMs' | 'figure'>
}

const begin = (step: ChangeStep): Course => ({
  judged: step,
  peak: step,
  severity: step.severity,
  severityMax: step.severity,
  clearedMs: null,
  reopenedMs: [],
  entries: [],
})

function reopen(course: Course, step: ChangeStep): void {
  course.entries.push(entryOf('clear', course.clearedMs ?? step.tsMs))
  course.clearedMs = null
  course.reopenedMs = [...course.reopenedMs, step.tsMs]
  course.peak = further(course, step)
  turn(course, step, 'reopen')
}

function turn(course: Course, step: ChangeStep, action: LogEntry['action'] = step.kind): void {
  const from = action === 'reopen' ? {} : { from: String(course.severity) }
  course.entries.push(entryOf(action, step.tsMs, { ...from, to: String(step.severity) }))
  course.severity = step.severity
  if (step.severity >= course.severityMax) return
  course.severityMax = step.severity
  course.judged = { ...step, kind: 'raise', tsMs: course.judged.tsMs }
}

/** The step further beyond its limit. */
function further({ judged, peak }: Course, step: AlarmStep): Course['peak'] {
  const isBelow = judged.comparison.op.startsWith('<')
  return (isBelow ? step.figure < peak.figure : step.figure > peak.figure) ? step : peak
}
