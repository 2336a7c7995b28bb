import { goesOn, needsAckNote } from '@natim/domain/alarm/state'
import { milder } from '@natim/domain/limit'
import type { Severity } from '@natim/domain/limits'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { Evidence } from '../../../db/columns.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { newId } from '../../../platform/id.ts'
import { lockNewest, type StoredAlarm } from '../alarm.repository.ts'
import { type LogEntry, SYSTEM } from '../alarm-log.ts'
import {
  type AlarmChange,
  type AlarmColumns,
  changeAlarms,
  dropTimers,
  insertAlarms,
  insertOutbox,
  type NewAlarm,
  type Outgoing,
  setTimers,
  type Timer,
  takeNumbers,
  type WrittenEntry,
} from '../alarm-writer.ts'
import { closeTimer, escalationTimers, verifyTimer } from '../follow-ups.ts'
import { placeColumns } from '../place-columns.ts'
import type { PendingStep } from './target.ts'

export interface StepContext {
  readonly nowMs: number
  /** Whether a `mark` window suppresses notifications of the step. */
  readonly isMarked: (step: PendingStep) => boolean
}

/** Writes of one round of steps, at most one per key. */
interface Round {
  readonly inserts: (Omit<NewAlarm, 'no'> & { readonly dayGmt8: string })[]
  readonly changes: AlarmChange[]
  readonly timers: Timer[]
  /** Alarms whose escalation restarts. */
  readonly dropped: string[]
  readonly outbox: Outgoing[]
}

/**
 * Writes engine steps, in order per key. Steps written before are recognised by their time and ignored, so that
 * replaying steps after a crash is safe.
 */
export async function applySteps(
  trx: Tx,
  steps: readonly PendingStep[],
  context: StepContext,
): Promise<WrittenEntry[]> {
  const written: WrittenEntry[] = []
  for (const round of roundsOf(steps)) {
    const held = await lockNewest(
      trx,
      round.map(({ target }) => target.key),
    )
    const work: Round = { inserts: [], changes: [], timers: [], dropped: [], outbox: [] }
    for (const step of round) decide(step, held.get(step.target.key), context, work)
    written.push(...(await write(trx, work)))
  }
  return written
}

/** Splits steps into rounds with at most one step per key. */
function roundsOf(steps: readonly PendingStep[]): PendingStep[][] {
  const rounds: PendingStep[][] = []
  const counts = new Map<string, number>()
  for (const step of steps) {
    const index = counts.get(step.target.key) ?? 0
    counts.set(step.target.key, index + 1)
    ;(rounds[index] ??= []).push(step)
  }
  return rounds
}

async function write(trx: Tx, { inserts, changes, timers, dropped, outbox }: Round): Promise<WrittenEntry[]> {
  const byDay = groupBy(inserts, ({ dayGmt8 }) => dayGmt8)
  const numbered: NewAlarm[] = []
  for (const [day, rows] of byDay) {
    const first = await takeNumbers(trx, day, rows.length)
    for (const [i, { dayGmt8: _day, ...row }] of rows.entries())
      numbered.push({ ...row, no: `A${day.replaceAll('-', '')}-${String(first + i).padStart(6, '0')}` })
  }
  const written = [
    ...(numbered.length > 0 ? await insertAlarms(trx, numbered) : []),
    ...(changes.length > 0 ? await changeAlarms(trx, changes) : []),
  ]
  await dropTimers(trx, dropped, ['escalate', 'verify'])
  await setTimers(trx, timers)
  await insertOutbox(trx, outbox)
  return written
}

function decide(step: PendingStep, held: StoredAlarm | undefined, context: StepContext, work: Round): void {
  // Repeated, or older than the last judgement.
  if (held && step.tsMs <= held.judgedTs.getTime()) return
  if (step.kind === 'raise') return raise(step, held, context, work)
  if (!held?.active) return
  if (step.kind === 'clear') clear(step, held, context, work)
  else if (step.severity < held.severity) rise(step, held, context, work)
  else if (step.severity > held.severity) fall(step, held, context, work)
}

function raise(step: PendingStep, held: StoredAlarm | undefined, context: StepContext, work: Round): void {
  if (held?.active) {
    if (step.severity < held.severity) rise(step, held, context, work)
    return
  }
  if (held && isMuted(step, held)) return
  const clearedMs = held?.clearedTs?.getTime()
  const isSoon = clearedMs !== undefined && goesOn(clearedMs, step.tsMs)
  if (held && held.closedTs === null && isSoon) reopen(step, held, context, work)
  else insert(step, held, context, work)
}

/** A user closed the alarm while it was active: repetitions are muted, graver steps are not. */
const isMuted = (step: PendingStep, held: StoredAlarm) =>
  held.mutedUntil !== null && held.mutedUntil.getTime() > step.tsMs && step.severity >= held.severityMax

function insert(step: PendingStep, held: StoredAlarm | undefined, context: StepContext, work: Round): void {
  const { rule, device } = step.target
  const channel = step.isOfPlace ? null : step.target.channel
  const { corroborate, escalate } = rule.body
  const id = newId()
  // Uncorroborated: the severity is capped.
  const isCapped = corroborate != null && !step.isCluster && step.severity < corroborate.capSeverity
  const severity = isCapped ? corroborate.capSeverity : step.severity
  const isQuiet = context.isMarked(step)
  const { nowMs } = context
  const { triggerTs: _trigger, ...judgement } = judgementOf(step)
  work.inserts.push({
    id,
    dayGmt8: calendarDayGmt8(step.tsMs),
    ruleId: rule.id,
    ruleVersion: rule.version,
    dedupeKey: step.target.key,
    ...placeColumns(device, channel),
    metricCode: channel?.metricCode ?? step.metricCode ?? null,
    severity,
    severityMax: severity,
    triggerTs: new Date(step.tsMs),
    raisedTs: new Date(nowMs),
    lastTs: new Date(step.tsMs),
    peakValue: step.figure,
    peakTs: step.figure === null ? null : new Date(step.tsMs),
    doubtful: step.isDoubtful,
    isCluster: step.isCluster ?? false,
    corroboration: isCapped ? 'pending' : 'plain',
    marked: isQuiet,
    previousId: held?.mutedUntil ? held.id : null,
    checklist: JSON.stringify(rule.checklist.map((text) => ({ text }))),
    ...judgement,
    evidence: evidenceOf(step, isCapped ? step.severity : undefined),
    entries: [entryOf('raise', step, { to: String(severity), note: `规则 ${rule.code} v${rule.version}` })],
  })
  if (isCapped) work.timers.push(verifyTimer(id, corroborate.verifyS, nowMs))
  if (isQuiet) return
  work.timers.push(...escalationTimers(id, severity, escalate, nowMs))
  work.outbox.push({ id: newId(), alarmId: id, kind: 'raise', severity })
}

function rise(step: PendingStep, held: StoredAlarm, context: StepContext, work: Round): void {
  const { rule } = step.target
  const cap = held.corroboration === 'pending' ? (rule.body.corroborate?.capSeverity ?? 1) : 1
  const severity = milder(step.severity, cap)
  const isGraver = severity < held.severity
  // An alarm raised within a window is notified when it grows after the window.
  const isQuiet = context.isMarked(step)
  change(step, held, work, {
    severity,
    severityMax: Math.min(held.severityMax, severity),
    ...(isGraver && { acked: false, ...(needsAckNote(severity) && { shelvedUntil: null, shelveReason: null }) }),
    evidence: evidenceOf(step, severity > step.severity ? step.severity : undefined),
    marked: isQuiet,
    kind: 'up',
    from: String(held.severity),
    to: String(severity),
  })
  if (!isGraver || isQuiet) return
  work.dropped.push(held.id)
  work.timers.push(...escalationTimers(held.id, severity, rule.body.escalate, context.nowMs))
  work.outbox.push({ id: newId(), alarmId: held.id, kind: 'up', severity })
}

function fall(step: PendingStep, held: StoredAlarm, _context: StepContext, work: Round): void {
  change(step, held, work, {
    severity: step.severity,
    kind: 'down',
    from: String(held.severity),
    to: String(step.severity),
  })
}

function clear(step: PendingStep, held: StoredAlarm, context: StepContext, work: Round): void {
  const { rule } = step.target
  // A non-latching alarm acknowledges itself when cleared.
  const acksItself = !rule.body.latch && !held.acked
  const reason = held.ruleVersion === rule.version ? (step.clearReason ?? 'value') : 'rule_changed'
  work.changes.push({
    alarm: held,
    set: {
      active: false,
      silent: false,
      clearedTs: new Date(step.tsMs),
      clearReason: reason,
      judgedTs: new Date(step.tsMs),
      lastTs: new Date(step.tsMs),
      ...(acksItself && {
        acked: true,
        ackBy: SYSTEM.actor,
        ackName: SYSTEM.actorName,
        ackTs: new Date(context.nowMs),
      }),
    },
    entries: [entryOf('clear', step, { data: { reason, value: step.figure } })],
  })
  if (!held.acked && !acksItself) return
  work.dropped.push(held.id)
  work.timers.push(closeTimer(held.id, context.nowMs))
}

function reopen(step: PendingStep, held: StoredAlarm, context: StepContext, work: Round): void {
  const { rule } = step.target
  const isQuiet = context.isMarked(step)
  change(step, held, work, {
    active: true,
    acked: false,
    clearedTs: null,
    clearReason: null,
    severity: step.severity,
    severityMax: Math.min(held.severityMax, step.severity),
    reopenCount: held.reopenCount + 1,
    reopenedTs: new Date(step.tsMs),
    evidence: evidenceOf(step),
    marked: isQuiet,
    kind: 'reopen',
    to: String(step.severity),
  })
  if (isQuiet) return
  work.dropped.push(held.id)
  work.timers.push(...escalationTimers(held.id, step.severity, rule.body.escalate, context.nowMs))
  work.outbox.push({ id: newId(), alarmId: held.id, kind: 'reopen', severity: step.severity })
}

interface Told {
  readonly kind: 'up' | 'down' | 'reopen'
  readonly from?: string
  readonly to: string
}

/** Continues the alarm under another judgement. */
function change(
  step: PendingStep,
  held: StoredAlarm,
  work: Round,
  { kind, from, to, ...set }: AlarmColumns & Told,
): void {
  const { triggerTs: _trigger, ...judgement } = judgementOf(step)
  work.changes.push({
    alarm: held,
    set: { ...judgement, lastTs: new Date(step.tsMs), ruleVersion: step.target.rule.version, ...set },
    entries: [entryOf(kind, step, { ...(from !== undefined && { from }), to })],
  })
}

/** Device event names have no length limit. */
const MAX_TITLE = 200

const judgementOf = (step: PendingStep) => ({
  triggerTs: new Date(step.tsMs),
  branch: step.branch,
  title: step.title.slice(0, MAX_TITLE),
  value: step.figure,
  limitValue: step.limitValue,
  limitText: step.limitText.slice(0, MAX_TITLE),
  op: step.op,
  judgedTs: new Date(step.tsMs),
})

/** Evidence of a judgement beyond the columns. */
export const evidenceOf = (step: PendingStep, targetSeverity?: Severity) =>
  JSON.stringify({
    text: step.text,
    avgS: step.avgS,
    forS: step.forS,
    sinceMs: step.sinceMs,
    samples: step.samples,
    limitSet: step.limitSet,
    ...(targetSeverity !== undefined && { targetSeverity }),
  } satisfies Evidence)

const entryOf = (
  action: LogEntry['action'],
  step: PendingStep,
  extra: Partial<Pick<LogEntry, 'from' | 'to' | 'note' | 'data'>>,
): LogEntry => ({
  tsMs: step.tsMs,
  ...SYSTEM,
  action,
  data: { value: step.figure, limit: step.limitText },
  ...extra,
})
