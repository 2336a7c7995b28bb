import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import { CLOSE_CLEARED_AFTER_MS, type CloseCode } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { SECOND_MS } from '@natim/domain/time'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { RuleInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { type LogEntry, SYSTEM } from './alarm-log.ts'
import { evidenceOf } from './engine/apply-steps.ts'
import { statusStep } from './engine/conditions.ts'
import { toPending } from './engine/step-words.ts'
import { channelKey, deviceKey, type ChannelTarget, type PendingStep } from './engine/target.ts'
import type { PastAlarm } from './past-alarms.ts'

/** What a person did about it. */
export interface Handling {
  readonly name: string
  /** From the alarm to the acknowledgement. */
  readonly afterMs: number
  readonly note: string
  readonly closeCode: CloseCode
}

interface Past {
  readonly rule: RuleInForce
  readonly device: DeviceEntry
  readonly nowMs: number
  readonly handling?: Handling | undefined
}

/** A device that was off the line and came back; none for less than the rule waits. */
export function pastOffline({
  fellMs,
  backMs,
  ...past
}: Past & { readonly fellMs: number; readonly backMs: number }): PastAlarm[] {
  const { rule, device } = past
  const target = { key: deviceKey(rule.id, device.deviceNo), rule, device, channel: null }
  const raised = statusStep(target, { deviceNo: device.deviceNo, status: 'offline', sinceMs: fellMs }, backMs)
  if (!raised) return []
  return [toPast(past, raised, { severityMax: raised.severity, clearedMs: backMs, entries: [], peak: null })]
}

/** What an evaluator told about one channel, as alarms; those that had not ended by then are left out. */
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
  return alarms
}

const entryOf = (action: LogEntry['action'], tsMs: number, extra: Partial<LogEntry> = {}): LogEntry => ({
  tsMs,
  ...SYSTEM,
  action,
  ...extra,
})

interface Told {
  readonly severityMax: Severity
  readonly clearedMs: number
  readonly entries: readonly LogEntry[]
  readonly peak: { readonly tsMs: number; readonly figure: number } | null
}

function toPast(past: Past, step: PendingStep, told: Told): PastAlarm {
  const { rule, nowMs, handling } = past
  const { clearedMs } = told
  const isAcked = !rule.body.latch || handling !== undefined
  const ackMs = handling ? step.tsMs + handling.afterMs : clearedMs
  const closesMs = Math.max(clearedMs, ackMs) + CLOSE_CLEARED_AFTER_MS
  const ending: Ending = {
    by: handling ? { actor: 'duty', actorName: handling.name } : SYSTEM,
    ackMs: isAcked ? ackMs : null,
    closedMs: isAcked && closesMs <= nowMs ? closesMs : null,
  }
  return {
    row: { ...judgedColumns(past, step, told), ...endColumns(past, ending) },
    entries: entriesOf(past, step, told, ending),
    ...(isAcked && closesMs > nowMs && { closesMs }),
  }
}

/** How it ended: when it was acknowledged and closed, and by whom. */
interface Ending {
  readonly by: Pick<LogEntry, 'actor' | 'actorName'>
  readonly ackMs: number | null
  readonly closedMs: number | null
}

function judgedColumns({ rule, device, handling }: Past, step: PendingStep, { severityMax, clearedMs, peak }: Told) {
  const { channel } = step.target
  const clearedTs = new Date(clearedMs)
  const done = handling && { done: true, byName: handling.name, atMs: step.tsMs + handling.afterMs }
  return {
    ruleId: rule.id,
    ruleVersion: rule.version,
    branch: step.branch,
    dedupeKey: step.target.key,
    deviceId: device.id,
    deviceNo: device.deviceNo,
    channelNo: channel?.channelNo ?? null,
    stationId: device.station?.id ?? null,
    regionCode: device.regionCode,
    sysOrgCode: device.sysOrgCode,
    metricCode: channel?.metricCode ?? null,
    unit: channel?.unit ?? null,
    severity: severityMax,
    severityMax,
    title: step.title,
    value: step.figure,
    limitValue: step.limitValue,
    limitText: step.limitText,
    op: step.op,
    peakValue: peak && Number(peak.figure.toPrecision(6)),
    peakTs: peak && new Date(peak.tsMs),
    triggerTs: new Date(step.tsMs),
    raisedTs: new Date(step.tsMs + SECOND_MS),
    lastTs: clearedTs,
    judgedTs: clearedTs,
    active: false,
    clearedTs,
    clearReason: 'value',
    checklist: JSON.stringify(rule.checklist.map((text) => ({ text, ...done }))),
    evidence: evidenceOf(step),
  }
}

const endColumns = ({ handling }: Past, { by, ackMs, closedMs }: Ending) => ({
  acked: ackMs !== null,
  ...(ackMs !== null && {
    ackBy: by.actor,
    ackName: by.actorName,
    ackTs: new Date(ackMs),
    ackNote: handling?.note ?? null,
  }),
  ...(closedMs !== null && {
    closedTs: new Date(closedMs),
    closedBy: by.actor,
    closedName: by.actorName,
    closeCode: handling?.closeCode ?? 'other',
  }),
})

function entriesOf(
  { rule, handling }: Past,
  step: PendingStep,
  told: Told,
  { by, ackMs, closedMs }: Ending,
): LogEntry[] {
  const entries = [
    entryOf('raise', step.tsMs, { to: String(step.severity), note: `规则 ${rule.code} v${rule.version}` }),
    ...told.entries,
    entryOf('clear', told.clearedMs),
  ]
  if (handling && ackMs !== null)
    entries.push(entryOf('ack', ackMs, { ...by, from: 'unack', to: 'acked', note: handling.note }))
  if (closedMs !== null)
    entries.push(
      entryOf('close', closedMs, { ...by, to: 'closed', note: handling ? null : '恢复满 24 小时，自动关闭' }),
    )
  return entries.toSorted((a, b) => a.tsMs - b.tsMs)
}
