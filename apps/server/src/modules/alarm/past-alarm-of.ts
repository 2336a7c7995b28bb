import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import { spanText } from '@natim/domain/alarm/comparison'
import { CLOSE_CLEARED_AFTER_MS, type CloseCode } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { SECOND_MS } from '@natim/domain/time'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { RuleInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { type LogEntry, SYSTEM } from './alarm-log.ts'
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
  readonly peak: AlarmStep | null
}

function toPast(
  { rule, device, nowMs, handling }: Past,
  step: PendingStep,
  { severityMax, clearedMs, entries, peak }: Told,
): PastAlarm {
  const acksItself = !rule.body.latch && !handling
  const ackMs = handling ? step.tsMs + handling.afterMs : clearedMs
  const closesMs = Math.max(clearedMs, ackMs) + CLOSE_CLEARED_AFTER_MS
  const isClosed = closesMs <= nowMs
  const by = handling ? { actor: 'duty', actorName: handling.name } : SYSTEM
  const isAcked = acksItself || handling !== undefined
  const closed = { closedTs: new Date(closesMs), closedBy: by.actor, closedName: by.actorName }
  return {
    row: {
      ruleId: rule.id,
      ruleVersion: rule.version,
      branch: step.branch,
      dedupeKey: step.target.key,
      deviceId: device.id,
      deviceNo: device.deviceNo,
      channelNo: step.target.channel?.channelNo ?? null,
      stationId: device.station?.id ?? null,
      regionCode: device.regionCode,
      sysOrgCode: device.sysOrgCode,
      metricCode: step.target.channel?.metricCode ?? null,
      unit: step.target.channel?.unit ?? null,
      severity: severityMax,
      severityMax,
      title: step.title,
      value: step.figure,
      limitValue: step.limitValue,
      limitText: step.limitText,
      op: step.op,
      peakValue: peak && 'figure' in peak ? Number(peak.figure.toPrecision(6)) : null,
      peakTs: peak ? new Date(peak.tsMs) : null,
      triggerTs: new Date(step.tsMs),
      raisedTs: new Date(step.tsMs + SECOND_MS),
      lastTs: new Date(clearedMs),
      judgedTs: new Date(clearedMs),
      active: false,
      clearedTs: new Date(clearedMs),
      clearReason: 'value',
      acked: isAcked,
      ...(isAcked && {
        ackBy: by.actor,
        ackName: by.actorName,
        ackTs: new Date(ackMs),
        ackNote: handling?.note ?? null,
      }),
      ...(isAcked && isClosed && { ...closed, closeCode: handling?.closeCode ?? 'other' }),
      checklist: JSON.stringify(
        rule.checklist.map((text) => ({ text, ...(handling && { done: true, byName: handling.name, atMs: ackMs }) })),
      ),
      evidence: JSON.stringify({
        text: step.text,
        avgS: step.avgS,
        forS: step.forS,
        sinceMs: step.sinceMs,
        samples: step.samples,
        limitSet: step.limitSet,
      }),
    },
    entries: [
      entryOf('raise', step.tsMs, { to: String(step.severity), note: `规则 ${rule.code} v${rule.version}` }),
      ...entries,
      ...(handling ? [entryOf('ack', ackMs, { ...by, from: 'unack', to: 'acked', note: handling.note })] : []),
      entryOf('clear', clearedMs),
      ...(isAcked && isClosed
        ? [
            entryOf('close', closesMs, {
              ...by,
              to: 'closed',
              note: handling ? null : `恢复满 ${spanText(CLOSE_CLEARED_AFTER_MS / SECOND_MS)}，自动关闭`,
            }),
          ]
        : []),
    ].toSorted((a, b) => a.tsMs - b.tsMs),
    ...(isAcked && !isClosed && { closesMs }),
  }
}
