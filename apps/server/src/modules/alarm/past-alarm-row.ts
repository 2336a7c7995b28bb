import { CLOSE_CODE } from '@natim/contract/dict'
import { DEFAULT_ESCALATION } from '@natim/domain/alarm/rule'
import { CLOSE_CLEARED_AFTER_MS, type CloseCode } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { SECOND_MS } from '@natim/domain/time'
import type { RuleInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { type LogEntry, SYSTEM } from './alarm-log.ts'
import { evidenceOf } from './engine/apply-steps.ts'
import type { PendingStep } from './engine/target.ts'
import type { PastAlarm } from './past-alarms.ts'
import { placeColumns } from './place-columns.ts'

/** How a user handled the alarm. */
export interface Handling {
  readonly username: string
  readonly name: string
  /** Delay from the alarm to the acknowledgement. */
  readonly afterMs: number
  readonly note: string
  readonly closeCode: CloseCode
  /** Delay from the end to the close by the same user; absent = closed automatically a day later. */
  readonly closesAfterMs?: number
  /** Shelved until then, if still active. */
  readonly shelvedUntilMs?: number
}

export interface Past {
  readonly rule: RuleInForce
  readonly device: DeviceEntry
  readonly nowMs: number
  readonly handling?: Handling | undefined
  /** Escalated while unacknowledged; never for alarms found retrospectively. */
  readonly isEscalated?: boolean
}

export interface Told {
  readonly severityMax: Severity
  /** Null = still active. */
  readonly clearedMs: number | null
  /** When it was reopened after a clear; those times are also in the entries. */
  readonly reopenedMs: readonly number[]
  readonly entries: readonly LogEntry[]
  readonly peak: { readonly tsMs: number; readonly figure: number } | null
}

/** How it ended: acknowledgement and close, and by whom. */
interface Ending {
  readonly by: Pick<LogEntry, 'actor' | 'actorName'>
  readonly ackMs: number | null
  readonly closedMs: number | null
  /** Escalation steps before the acknowledgement. */
  readonly escalated: readonly { readonly tsMs: number; readonly toRole: string }[]
}

const ROLE_NAMES: Readonly<Record<string, string>> = { prov_duty: '省级值班员', nat_duty: '国家值班员' }

export const entryOf = (action: LogEntry['action'], tsMs: number, extra: Partial<LogEntry> = {}): LogEntry => ({
  tsMs,
  ...SYSTEM,
  action,
  ...extra,
})

/** Row and log of a past alarm, as the engine, its timers and its officers would have left them. */
export function toPast(planned: Past, step: PendingStep, told: Told): PastAlarm {
  const { nowMs, handling } = planned
  // Ignore handling in the future.
  const past = handling && step.tsMs + handling.afterMs > nowMs ? { ...planned, handling: undefined } : planned
  const { closesMs, ...ending } = endingOf(past, step, told)
  return {
    row: { ...judgedColumns(past, step, told), ...endColumns(past, ending) },
    entries: entriesOf(past, step, told, ending),
    ...(closesMs !== null && closesMs > nowMs && { closesMs }),
  }
}

function endingOf(
  { rule, handling, nowMs, isEscalated = false }: Past,
  step: PendingStep,
  { clearedMs, severityMax }: Told,
) {
  const isAcked = handling !== undefined || (!rule.body.latch && clearedMs !== null)
  const ackMs = !isAcked ? null : handling ? step.tsMs + handling.afterMs : (clearedMs as number)
  const closesMs =
    ackMs === null || clearedMs === null
      ? null
      : Math.max(clearedMs, ackMs) + (handling?.closesAfterMs ?? CLOSE_CLEARED_AFTER_MS)
  const steps = isEscalated ? (rule.body.escalate?.[severityMax] ?? DEFAULT_ESCALATION[severityMax]) : []
  return {
    by: handling ? { actor: handling.username, actorName: handling.name } : SYSTEM,
    ackMs,
    closesMs,
    closedMs: closesMs !== null && closesMs <= nowMs ? closesMs : null,
    escalated: steps
      .map(({ afterS, toRole }) => ({ tsMs: step.tsMs + afterS * SECOND_MS, toRole }))
      .filter(({ tsMs }) => tsMs < (ackMs ?? nowMs)),
  }
}

function judgedColumns(
  { rule, device, handling }: Past,
  step: PendingStep,
  { severityMax, clearedMs, reopenedMs, peak }: Told,
) {
  const { channel } = step.target
  const clearedTs = clearedMs === null ? null : new Date(clearedMs)
  const last = clearedTs ?? new Date(step.tsMs)
  const againMs = reopenedMs.at(-1)
  const done = handling && { done: true, byName: handling.name, atMs: step.tsMs + handling.afterMs }
  return {
    ruleId: rule.id,
    ruleVersion: rule.version,
    branch: step.branch,
    dedupeKey: step.target.key,
    ...placeColumns(device, step.isOfPlace ? null : channel),
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
    lastTs: last,
    judgedTs: last,
    active: clearedTs === null,
    clearedTs,
    clearReason: clearedTs && 'value',
    reopenCount: reopenedMs.length,
    reopenedTs: againMs === undefined ? null : new Date(againMs),
    checklist: JSON.stringify(rule.checklist.map((text) => ({ text, ...done }))),
    evidence: evidenceOf(step),
  }
}

const endColumns = ({ handling }: Past, { by, ackMs, closedMs, escalated }: Ending) => ({
  acked: ackMs !== null,
  escalateLevel: escalated.length,
  ...(ackMs !== null && {
    ackBy: by.actor,
    ackName: by.actorName,
    ackTs: new Date(ackMs),
    ackNote: handling?.note ?? null,
  }),
  ...(handling?.shelvedUntilMs !== undefined && {
    shelvedUntil: new Date(handling.shelvedUntilMs),
    shelveReason: handling.note,
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
  { entries, clearedMs }: Told,
  { by, ackMs, closedMs, escalated }: Ending,
): LogEntry[] {
  const all = [
    entryOf('raise', step.tsMs, { to: String(step.severity), note: `规则 ${rule.code} v${rule.version}` }),
    ...entries,
    ...escalated.map(({ tsMs, toRole }, index) =>
      entryOf('escalate', tsMs, { to: String(index + 1), note: `无人确认，升级至${ROLE_NAMES[toRole] ?? toRole}` }),
    ),
  ]
  if (clearedMs !== null) all.push(entryOf('clear', clearedMs))
  if (handling && ackMs !== null) {
    all.push(entryOf('ack', ackMs, { ...by, from: 'unack', to: 'acked', note: handling.note }))
    if (handling.shelvedUntilMs !== undefined)
      all.push(entryOf('shelve', ackMs + SECOND_MS, { ...by, from: 'acked', to: 'shelved', note: handling.note }))
  }
  if (closedMs !== null)
    all.push(
      entryOf('close', closedMs, {
        ...by,
        to: 'closed',
        note: handling ? null : '恢复满 24 小时，自动关闭',
        ...(handling && { data: { closeCode: handling.closeCode, text: CLOSE_CODE[handling.closeCode] } }),
      }),
    )
  return all.toSorted((a, b) => a.tsMs - b.tsMs)
}
