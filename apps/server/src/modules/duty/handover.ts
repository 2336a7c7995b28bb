import type { DutyHandover } from '@natim/contract/mon/duty'
import { handoverPhase } from '@natim/domain/duty'
import { formatGmt8, MINUTE_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import {
  findAssignmentsById,
  findBegun,
  findCandidates,
  findNames,
  findNext,
  findTeam,
  OVERDUE_MS,
  type StoredAssignment,
  type StoredTeam,
} from './duty.repository.ts'
import { toNewHandover, toOpenItem, toSigned, toUnsigned } from './handover.mapper.ts'
import {
  findFigures,
  findHandovers,
  findItems,
  findLeftOver,
  findSigned,
  insertHandover,
  type LeftOver,
  lockHandover,
  replaceItems,
  type StoredHandover,
  updateHandover,
} from './handover.repository.ts'

/** Alarms raised while the officer was writing are passed on without an account, but not ones left unhandled. */
const WRITING_MS = 10 * MINUTE_MS
const UNSEEN = '签字时新增，由接班人处理'

interface Deps {
  readonly db: Db
  readonly now: () => number
}

interface Draft {
  readonly assignmentId: string
  readonly note: string
  readonly items: readonly { readonly alarmId: string; readonly account: string }[]
}

interface Taker {
  readonly userId: string
  readonly isHere: boolean
}

/** 交接班: the draft until the first signature, the alarms left over, and both signatures. */
export const createHandovers = ({ db, now }: Deps) => ({
  async current(user: SessionUser, teamId: string): Promise<DutyHandover | null> {
    const team = await findTeam(db, user.scope, teamId)
    if (team === undefined) throw new AppError('row.not_found')
    const nowMs = now()
    const begun = await findBegun(db, teamId, nowMs, nowMs - OVERDUE_MS)
    const stored = new Map(
      (
        await findHandovers(
          db,
          begun.map(({ id }) => id),
        )
      ).map((row) => [row.assignmentId, row]),
    )
    const held = begun.find(({ id }) => stored.get(id)?.takenAt == null) ?? begun.at(-1)
    if (held === undefined) return null
    const row = stored.get(held.id)
    if (row !== undefined && row.givenAt !== null)
      return withSuccessor(db, toSigned(row, await findItems(db, [row.id])), held)
    return unsigned(db, team, held, row, nowMs)
  },

  async signed(user: SessionUser, teamId: string): Promise<DutyHandover[]> {
    const rows = await findSigned(db, user.scope, teamId)
    const items = await findItems(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => toSigned(row, items))
  },

  saveDraft: (actor: Actor, draft: Draft) =>
    db.transaction().execute(async (trx) => {
      const { team, row } = await openDraft(trx, actor, draft.assignmentId)
      const accounts = accountsOf(draft)
      const items = (await findLeftOver(trx, team)).filter(({ id }) => accounts.has(id))
      await write(trx, row, { accounts, items, nowMs: now() })
      await updateHandover(trx, row.id, { note: draft.note, updateTime: new Date(now()) })
    }),

  give: (actor: Actor, draft: Draft & { readonly asOfMs: number }) =>
    db.transaction().execute(async (trx) => {
      const nowMs = now()
      const { team, held, row } = await openDraft(trx, actor, draft.assignmentId)
      if (handoverPhase(held.toTs.getTime(), nowMs) === 'early') throw new AppError('duty.too_early')
      const accounts = accountsOf(draft)
      const items = await findLeftOver(trx, team)
      const seenMs = Math.max(draft.asOfMs, nowMs - WRITING_MS)
      for (const alarm of items)
        if (!accounts.get(alarm.id) && alarm.raisedTs.getTime() > seenMs) accounts.set(alarm.id, UNSEEN)
      assertAccounts(items, accounts)
      await write(trx, row, { accounts, items, nowMs })
      const span = { fromTs: held.fromTs, toTs: new Date(Math.min(nowMs, held.toTs.getTime())) }
      const figures = { ...(await findFigures(trx, team, span.fromTs, span.toTs)), open: items.length }
      const at = new Date(nowMs)
      const columns = { note: draft.note, figures: JSON.stringify(figures), givenAt: at, updateTime: at }
      await updateHandover(trx, row.id, columns)
      await noteOf(trx, actor, row, '交班签字')
    }),

  take: (actor: Actor, assignmentId: string, { userId, isHere }: Taker) =>
    db.transaction().execute(async (trx) => {
      const { held, team } = await subjectOf(trx, actor, assignmentId)
      const row = await lockHandover(trx, assignmentId)
      if (row === undefined || row.givenAt === null) throw new AppError('duty.not_given')
      if (row.takenAt !== null) throw signed(row.toName, row.takenAt)
      if (userId === row.fromUser) throw new AppError('duty.same_person')
      const next = await findNext(trx, held)
      if (next !== undefined && next.userId !== userId)
        throw new AppError('duty.successor', { data: { name: next.name } })
      const toName = await findNames(trx, userId)
      if ((await findCandidates(trx, team, [userId])).length === 0)
        throw new AppError('duty.person', { data: { name: toName, team: team.name } })
      const at = new Date(now())
      await updateHandover(trx, row.id, { toUser: userId, toName, takenAt: at, takenHere: isHere, updateTime: at })
      await noteOf(trx, actor, { ...row, toName }, '接班签字')
    }),
})

async function unsigned(
  db: Db,
  team: StoredTeam,
  held: StoredAssignment,
  draft: StoredHandover | undefined,
  nowMs: number,
) {
  const [open, written, next, counted] = await Promise.all([
    findLeftOver(db, team),
    draft === undefined ? [] : findItems(db, [draft.id]),
    findNext(db, held),
    findFigures(db, team, held.fromTs, new Date(Math.min(nowMs, held.toTs.getTime()))),
  ])
  const accounts = new Map(written.map(({ alarmId, account }) => [alarmId, account]))
  const items = open.map((alarm) => toOpenItem(alarm, accounts.get(alarm.id) ?? '', nowMs))
  return toUnsigned({ held, next, draft, figures: { ...counted, open: items.length }, items, nowMs })
}

/** Until the second signature the expected receiver comes from the roster. */
async function withSuccessor(db: Db, handover: DutyHandover, held: StoredAssignment): Promise<DutyHandover> {
  const next = await findNext(db, held)
  const names = { nextShiftName: next?.shiftName ?? null }
  return handover.takenMs === null
    ? { ...handover, ...names, toUser: next?.userId ?? null, toName: next?.name ?? null }
    : { ...handover, ...names }
}

async function subjectOf(trx: Tx, actor: Actor, assignmentId: string) {
  const [held] = await findAssignmentsById(trx, [assignmentId])
  const team = held && (await findTeam(trx, actor.user.scope, held.teamId))
  if (!held || !team) throw new AppError('row.not_found')
  return { held, team }
}

/** The draft of a shift, locked, for the person on duty. @throws AppError duty.not_yours, duty.signed */
async function openDraft(trx: Tx, actor: Actor, assignmentId: string) {
  const { held, team } = await subjectOf(trx, actor, assignmentId)
  if (held.userId !== actor.user.userId) throw new AppError('duty.not_yours', { data: { name: held.name } })
  await insertHandover(trx, toNewHandover(newId(), team, held))
  const row = (await lockHandover(trx, assignmentId)) as StoredHandover
  if (row.givenAt !== null) throw signed(row.fromName, row.givenAt)
  // A draft may have been created by another person before a roster change.
  const giver = { fromUser: held.userId, fromName: held.name }
  await updateHandover(trx, row.id, giver)
  return { held, team, row: { ...row, ...giver } }
}

const signed = (name: string | null, at: Date) =>
  new AppError('duty.signed', { data: { name: name ?? '', time: formatGmt8(at.getTime()).slice(5, 16) } })

const accountsOf = ({ items }: Draft) => new Map(items.map(({ alarmId, account }) => [alarmId, account]))

/** @throws AppError duty.accounts */
function assertAccounts(items: readonly LeftOver[], accounts: ReadonlyMap<string, string>): void {
  const missing = items.filter(({ id }) => !accounts.get(id))
  const [first] = missing
  if (first) throw new AppError('duty.accounts', { data: { count: missing.length, title: first.title } })
}

interface Written {
  readonly accounts: ReadonlyMap<string, string>
  readonly items: readonly LeftOver[]
  readonly nowMs: number
}

function write(trx: Tx, row: StoredHandover, { accounts, items, nowMs }: Written): Promise<void> {
  const rows = items.map((alarm) => {
    const { alarmId, severity, title, site, state, account } = toOpenItem(alarm, accounts.get(alarm.id) ?? '', nowMs)
    return { alarmId, severity, title, site, state, account }
  })
  return replaceItems(trx, row.id, rows)
}

const noteOf = (trx: Tx, actor: Actor, { id, teamName, shiftName, fromName, toName }: StoredHandover, verb: string) =>
  writeOperation(trx, actor, {
    content: `${verb}：${teamName} ${shiftName} ${fromName}${toName ? ` → ${toName}` : ''}`,
    objectId: id,
    operateType: OPERATE.edit,
  })
