import { CLOSE_CODE } from '@natim/contract/dict'
import type { ErrorCode } from '@natim/contract/errors'
import {
  type ActionContext,
  type AlarmAction,
  alarmState,
  type CloseCode,
  denialOf,
  MUTE_AFTER_CLOSE_MS,
  needsAckNote,
} from '@natim/domain/alarm/state'
import { MINUTE_MS } from '@natim/domain/time'
import type { LogAction } from '../../db/columns.ts'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { factsOf } from './alarm.mapper.ts'
import { findAssignee, findFolded, isOrderDone, lockAlarms, type StoredAlarm } from './alarm.repository.ts'
import { toLiveEvents } from './alarm-events.ts'
import type { LogEntry } from './alarm-log.ts'
import {
  type AlarmColumns,
  changeAlarms,
  dropTimers,
  setTimers,
  type Timer,
  type WrittenEntry,
} from './alarm-writer.ts'
import { endDrillStep } from './drill.ts'
import { closeTimer } from './follow-ups.ts'

export interface AlarmActionDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
}

interface Target {
  readonly ids: readonly string[]
  readonly version?: number | undefined
  readonly orderId?: string | undefined
}

/** A change of one alarm by a user. */
interface Step {
  readonly set: AlarmColumns
  readonly entry: Pick<LogEntry, 'note' | 'to' | 'data'>
  readonly timers?: readonly Timer[]
  readonly dropsTimers?: readonly Timer['kind'][]
}

const DENIALS: Readonly<Record<NonNullable<ReturnType<typeof denialOf>>, ErrorCode>> = {
  closed: 'alarm.state',
  already_acked: 'alarm.state',
  not_shelved: 'alarm.state',
  code_needs_end: 'alarm.still_active',
  no_drill: 'alarm.state',
  drill_code: 'alarm.drill_code',
  still_active: 'alarm.still_active',
  severity_1: 'alarm.severity_1',
}

/** Actions that also apply to the alarms folded into an alarm, where their state allows it. */
const GOES_WITH_PARENT: ReadonlySet<AlarmAction> = new Set(['ack', 'close'])

const withParent = (step: Step, parentNo: string): Step => ({
  ...step,
  entry: { ...step.entry, note: [`随 ${parentNo} 一并处理`, step.entry.note].filter(Boolean).join('：') },
})

/**
 * User actions on alarms (domain §3.9): applied to all named alarms or to none. A user who acts second is told who was
 * first.
 */
export function createAlarmActions({ db, bus, now }: AlarmActionDeps) {
  async function act(
    user: SessionUser,
    { ids, version, orderId }: Target,
    action: AlarmAction,
    step: (alarm: StoredAlarm, nowMs: number) => Step,
    context: ActionContext = {},
  ): Promise<void> {
    const wanted = [...new Set(ids)]
    const events = await db.transaction().execute(async (trx) => {
      const nowMs = now()
      const following = GOES_WITH_PARENT.has(action) ? await findFolded(trx, user.scope, wanted) : []
      const locked = await lockAlarms(trx, user.scope, [...new Set([...wanted, ...following])])
      const alarms = locked.filter(({ id }) => wanted.includes(id))
      if (alarms.length < wanted.length) throw new AppError('row.not_found')
      // Retry of an order whose response was lost. Checked under the lock, so that the first attempt cannot be in
      // flight.
      if (orderId !== undefined && (await isOrderDone(trx, wanted, orderId))) return []
      for (const alarm of alarms) assertAllowed(alarm, { action, version, nowMs, user, context })
      const numbers = new Map(alarms.map(({ id, no }) => [id, no]))
      const followers = locked.filter(
        (alarm) => !numbers.has(alarm.id) && denialOf(action, factsOf(alarm), nowMs, context) === undefined,
      )
      const steps = [
        ...alarms.map((alarm) => ({ alarm, step: withOrder(step(alarm, nowMs), orderId) })),
        ...followers.map((alarm) => ({
          alarm,
          step: withParent(step(alarm, nowMs), numbers.get(alarm.parentId ?? '') ?? ''),
        })),
      ]
      return write(trx, user, action, steps, nowMs)
    })
    bus.publish('alarms', toLiveEvents(events))
  }

  return {
    ack: (user: SessionUser, { note, ...target }: Target & { readonly note: string }) =>
      act(user, target, 'ack', (alarm, nowMs) => ackStep(alarm, user, note, nowMs)),

    close: (
      user: SessionUser,
      { note, closeCode, ...target }: Target & { readonly note: string; readonly closeCode: CloseCode },
    ) =>
      act(user, target, 'close', (alarm, nowMs) => closeStep(alarm, user, { note, closeCode, nowMs }), {
        mayCloseActive: user.permissions.has('mon:alarm:closeActive'),
        closeCode,
      }),

    shelve: (
      user: SessionUser,
      { minutes, reason, ...target }: Target & { readonly minutes: number; readonly reason: string },
    ) =>
      act(user, target, 'shelve', (_alarm, nowMs) => ({
        set: { shelvedUntil: new Date(nowMs + minutes * MINUTE_MS), shelveReason: reason },
        entry: { note: reason, data: { minutes } },
      })),

    unshelve: (user: SessionUser, { note, ...target }: Target & { readonly note: string }) =>
      act(user, target, 'unshelve', () => ({ set: { shelvedUntil: null, shelveReason: null }, entry: { note } })),

    async assign(user: SessionUser, { username, note, ...target }: Target & { username: string; note: string }) {
      const assignee = username === '' ? undefined : await findAssignee(db, username)
      if (username !== '' && assignee === undefined) throw new AppError('alarm.assignee')
      await act(user, target, 'assign', () => ({
        set: { assignee: assignee?.username ?? null, assigneeName: assignee?.realname ?? null },
        entry: { note, data: { username, name: assignee?.realname ?? '' } },
      }))
    },

    endDrill: (user: SessionUser, { id, note }: { readonly id: string; readonly note: string }) =>
      act(user, { ids: [id] }, 'endDrill', (_alarm, nowMs) => ({
        ...endDrillStep(authorOf(user), note, nowMs),
        dropsTimers: ['escalate', 'drill'],
      })),

    comment: (user: SessionUser, { id, note }: { readonly id: string; readonly note: string }) =>
      act(user, { ids: [id] }, 'comment', (alarm) => ({
        set: { commentCount: alarm.commentCount + 1 },
        entry: { note },
      })),

    check: (
      user: SessionUser,
      { id, index, done }: { readonly id: string; readonly index: number; readonly done: boolean },
    ) => act(user, { ids: [id] }, 'check', (alarm, nowMs) => checkStep(alarm, user, { index, done, nowMs })),
  }
}

/** Stores the order id in the log entry. */
const withOrder = (step: Step, orderId: string | undefined): Step =>
  orderId === undefined ? step : { ...step, entry: { ...step.entry, data: { ...step.entry.data, orderId } } }

function ackStep(alarm: StoredAlarm, user: SessionUser, note: string, nowMs: number): Step {
  if (note === '' && needsAckNote(alarm.severity)) throw new AppError('alarm.note_required')
  const { username, realname } = authorOf(user)
  return {
    set: { acked: true, ackBy: username, ackName: realname, ackTs: new Date(nowMs), ackNote: note || null },
    entry: { note },
    dropsTimers: ['escalate'],
    timers: alarm.active ? [] : [closeTimer(alarm.id, nowMs)],
  }
}

function closeStep(
  alarm: StoredAlarm,
  user: SessionUser,
  { note, closeCode, nowMs }: { readonly note: string; readonly closeCode: CloseCode; readonly nowMs: number },
): Step {
  const { username, realname } = authorOf(user)
  const closedTs = new Date(nowMs)
  return {
    set: {
      closedTs,
      closedBy: username,
      closedName: realname,
      closeCode,
      closeNote: note || null,
      shelvedUntil: null,
      ...(alarm.active && {
        active: false,
        clearedTs: closedTs,
        clearReason: 'closed',
        mutedUntil: new Date(nowMs + MUTE_AFTER_CLOSE_MS),
      }),
    },
    entry: { note, data: { closeCode, text: CLOSE_CODE[closeCode] } },
    dropsTimers: ['escalate', 'verify', 'close', 'drill'],
  }
}

function checkStep(
  alarm: StoredAlarm,
  user: SessionUser,
  { index, done, nowMs }: { readonly index: number; readonly done: boolean; readonly nowMs: number },
): Step {
  const lines = alarm.checklist
  const line = lines[index]
  if (line === undefined) throw new AppError('row.not_found')
  const { realname } = authorOf(user)
  const ticked = { text: line.text, ...(done ? { done, byName: realname, atMs: nowMs } : { done }) }
  return {
    set: { checklist: JSON.stringify(lines.map((held, i) => (i === index ? ticked : held))) },
    entry: { note: line.text, data: { index, done } },
  }
}

interface Asked {
  readonly action: AlarmAction
  readonly version: number | undefined
  readonly nowMs: number
  readonly user: SessionUser
  readonly context: ActionContext
}

function assertAllowed(alarm: StoredAlarm, { action, version, nowMs, user, context }: Asked): void {
  const denial = denialOf(action, factsOf(alarm), nowMs, context)
  const hasMoved = version !== undefined && version !== alarm.version
  // Comments by others are no conflict; decisions by others are.
  const first = denial === 'closed' ? alarm.closedName : alarm.ackName
  const isOwn = (denial === 'closed' ? alarm.closedBy : alarm.ackBy) === user.username
  if ((denial === 'already_acked' || denial === 'closed') && first !== null && !isOwn)
    throw new AppError('alarm.taken', { data: { name: first } })
  if (denial !== undefined) throw new AppError(DENIALS[denial])
  if (hasMoved && action !== 'comment' && action !== 'check') throw new AppError('row.conflict')
}

async function write(
  trx: Tx,
  user: SessionUser,
  action: LogAction & AlarmAction,
  steps: readonly { readonly alarm: StoredAlarm; readonly step: Step }[],
  nowMs: number,
): Promise<WrittenEntry[]> {
  const { username, realname } = authorOf(user)
  const events = await changeAlarms(
    trx,
    steps.map(({ alarm, step }) => {
      const before = alarmState(factsOf(alarm), nowMs)
      const after = alarmState(factsOf({ ...alarm, ...(step.set as Partial<StoredAlarm>) }), nowMs)
      const entry: LogEntry = {
        tsMs: nowMs,
        actor: username,
        actorName: realname,
        action,
        from: before,
        to: after,
        ...step.entry,
        note: step.entry.note || null,
      }
      return { alarm, set: { ...step.set, ...(action !== 'comment' && { lastTs: new Date(nowMs) }) }, entries: [entry] }
    }),
  )
  const ids = steps.map(({ alarm }) => alarm.id)
  const dropped = new Set(steps.flatMap(({ step }) => step.dropsTimers ?? []))
  if (dropped.size > 0) await dropTimers(trx, ids, [...dropped])
  await setTimers(
    trx,
    steps.flatMap(({ step }) => step.timers ?? []),
  )
  return events
}
