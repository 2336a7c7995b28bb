import type { DutyTeamForm } from '@natim/contract/mon/duty'
import { addDays, type DutySpan, mondayOf, shiftHours, shiftSpan } from '@natim/domain/duty'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { type DataScope, isScopeWithin } from '../../platform/scope.ts'
import {
  findAround,
  findAssignmentOf,
  findAssignments,
  findCandidates,
  findNames,
  findShift,
  findShifts,
  findTeams,
  isTeamNameTaken,
  lockRoster,
  lockTeam,
  type StoredTeam,
} from './duty.repository.ts'
import * as writer from './roster-writer.ts'
import { deleteAssignment, insertAssignment, updatePerson } from './roster-writer.ts'

const DAY_MIN = 1_440

interface Deps {
  readonly db: Db
  readonly now: () => number
}

interface Cell {
  readonly shiftId: string
  readonly day: string
  readonly userId: string | null
  /** The assignee the planner saw. */
  readonly expected: string | null
}

/** Changes of teams and their roster. */
export const createRoster = ({ db, now }: Deps) => ({
  saveTeam: (actor: Actor, form: DutyTeamForm) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      assertShifts(form.shifts)
      assertOwn(actor.user.scope, form)
      if (await isTeamNameTaken(trx, form.name, form.id)) throw new AppError('duty.team_name')
      return saveTeam(trx, actor, form, now())
    }),

  deleteTeam: (actor: Actor, id: string) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      const team = await lockTeam(trx, actor.user.scope, id)
      if (team === undefined) throw new AppError('row.not_found')
      const shifts = await findShifts(trx, [id])
      await writer.retireShifts(
        trx,
        shifts.map((shift) => shift.id),
        now(),
      )
      await writer.updateTeam(trx, id, { delFlag: 1 })
      await note(trx, actor, { content: `删除值班组：${team.name}`, objectId: id, operateType: OPERATE.delete })
    }),

  assign: (actor: Actor, cell: Cell) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      await assign(trx, actor, cell, now())
    }),

  copyWeek: (actor: Actor, anyDay: string) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      return copyWeek(trx, actor, mondayOf(anyDay), now())
    }),
})

const note = writeOperation

async function saveTeam(trx: Tx, actor: Actor, form: DutyTeamForm, nowMs: number): Promise<{ id: string }> {
  const { id = newId(), shifts, sortNo = 10, name, level, sysOrgCode, regionCode } = form
  const columns = { name, level, sysOrgCode, regionCode, sortNo }
  const { username } = actor.user
  if (form.id === undefined) await writer.insertTeam(trx, { id, ...columns, createBy: username })
  else {
    if ((await lockTeam(trx, actor.user.scope, id)) === undefined) throw new AppError('row.not_found')
    await writer.updateTeam(trx, id, { ...columns, updateBy: username, updateTime: new Date(nowMs) })
  }
  const held = await findShifts(trx, [id])
  const kept = new Set(shifts.map((shift) => shift.id))
  await writer.retireShifts(
    trx,
    held.filter((shift) => !kept.has(shift.id)).map((shift) => shift.id),
    nowMs,
  )
  for (const { id: shiftId, ...times } of shifts) {
    if (shiftId === undefined) await writer.insertShift(trx, { id: newId(), teamId: id, ...times })
    else if (!held.some((shift) => shift.id === shiftId)) throw new AppError('row.not_found')
    else await writer.updateShift(trx, shiftId, times, nowMs)
  }
  const verb = form.id === undefined ? '新增' : '编辑'
  const operateType = form.id === undefined ? OPERATE.add : OPERATE.edit
  await note(trx, actor, { content: `${verb}值班组：${name}`, objectId: id, operateType })
  return { id }
}

/** Rejects overlapping shifts of a team, which would leave the responsibility open. @throws AppError duty.shifts */
function assertShifts(shifts: DutyTeamForm['shifts']): void {
  const spans = shifts.flatMap(({ startMin, lengthMin }): [number, number][] => [
    [startMin, startMin + lengthMin],
    [startMin + DAY_MIN, startMin + DAY_MIN + lengthMin],
  ])
  const sorted = spans.toSorted(([a], [b]) => a - b)
  for (const [index, [from, to]] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before === undefined || before[1] <= from) continue
    const detail = `班次时间重叠：${shiftHours(before[0] % DAY_MIN, before[1] - before[0])} 与 ${shiftHours(from % DAY_MIN, to - from)}！`
    throw new AppError('duty.shifts', { data: { detail } })
  }
}

/** Planners are limited to visible departments and regions. @throws AppError row.not_found */
function assertOwn(
  scope: DataScope,
  { sysOrgCode, regionCode }: Pick<DutyTeamForm, 'sysOrgCode' | 'regionCode'>,
): void {
  const team = { orgCode: sysOrgCode, regionPrefixes: [regionCode === '' ? '*' : regionCode] }
  if (!isScopeWithin(team, scope)) throw new AppError('row.not_found')
}

async function assign(trx: Tx, actor: Actor, { shiftId, day, userId, expected }: Cell, nowMs: number): Promise<void> {
  const found = await findShift(trx, actor.user.scope, shiftId)
  if (found === undefined) throw new AppError('row.not_found')
  const { shift, team } = found
  const span = shiftSpan(day, shift.startMin, shift.lengthMin)
  if (span.toMs <= nowMs) throw new AppError('duty.past')
  const held = await findAssignmentOf(trx, shiftId, day)
  if ((held?.userId ?? null) !== expected)
    throw new AppError('duty.changed', { data: { name: held?.name ?? '无人值班' } })
  if (userId === expected) return
  if (userId !== null) await assertFree(trx, { userId, team, span, exceptIds: held ? [held.id] : [] })
  const at = new Date(nowMs)
  if (userId === null) {
    if (held) await deleteAssignment(trx, held.id)
  } else if (held) await updatePerson(trx, held.id, userId, actor.user.username, at)
  else await insertAssignment(trx, assignmentOf(shift, day, span, { userId, by: actor.user.username }))
  const name = userId === null ? '无人值班' : await findNames(trx, userId)
  const content = `排班：${team.name} ${day} ${shift.name} ${held?.name ?? '无人值班'} → ${name}`
  await note(trx, actor, { content, objectId: team.id, operateType: OPERATE.edit })
}

const assignmentOf = (
  shift: { readonly id: string; readonly teamId: string },
  day: string,
  { fromMs, toMs }: DutySpan,
  { userId, by }: { readonly userId: string; readonly by: string },
) => ({
  id: newId(),
  teamId: shift.teamId,
  shiftId: shift.id,
  day,
  userId,
  fromTs: new Date(fromMs),
  toTs: new Date(toMs),
  updateBy: by,
})

interface Wanted {
  readonly userId: string
  readonly team: StoredTeam
  readonly span: DutySpan
  readonly exceptIds: readonly string[]
}

/** @throws AppError duty.person, duty.overlap */
async function assertFree(trx: Tx, { userId, team, span, exceptIds }: Wanted): Promise<void> {
  const [person] = await findCandidates(trx, team, [userId])
  if (person === undefined) {
    const name = (await findNames(trx, userId)) || '该用户'
    throw new AppError('duty.person', { data: { name, team: team.name } })
  }
  const [other] = await findAround(trx, userId, span.fromMs, span.toMs, exceptIds)
  if (other)
    throw new AppError('duty.overlap', {
      data: { name: person.name, team: other.teamName, shift: `${other.day} ${other.shiftName}` },
    })
}

/**
 * Fills empty, unexpired cells of the week from the week before; people who are busy or no longer eligible are skipped.
 */
async function copyWeek(trx: Tx, actor: Actor, monday: string, nowMs: number) {
  const teams = await findTeams(trx, actor.user.scope)
  const byId = new Map(teams.map((team) => [team.id, team]))
  const shifts = new Map((await findShifts(trx, [...byId.keys()])).map((shift) => [shift.id, shift]))
  const before = await findAssignments(trx, [...byId.keys()], addDays(monday, -7), addDays(monday, -1))
  const held = new Set(
    (await findAssignments(trx, [...byId.keys()], monday, addDays(monday, 6))).map(
      ({ shiftId, day }) => `${shiftId} ${day}`,
    ),
  )
  let copied = 0
  let skipped = 0
  for (const row of before) {
    const day = addDays(row.day, 7)
    const shift = shifts.get(row.shiftId)
    const team = byId.get(row.teamId)
    if (shift === undefined || team === undefined || held.has(`${row.shiftId} ${day}`)) continue
    const span = shiftSpan(day, shift.startMin, shift.lengthMin)
    if (span.toMs <= nowMs) continue
    if (await isFree(trx, { userId: row.userId, team, span, exceptIds: [] })) {
      await insertAssignment(trx, assignmentOf(shift, day, span, { userId: row.userId, by: actor.user.username }))
      copied++
    } else skipped++
  }
  await note(trx, actor, { content: `复制上周排班：${monday}，${copied} 个班次`, operateType: OPERATE.edit })
  return { copied, skipped }
}

async function isFree(trx: Tx, wanted: Wanted): Promise<boolean> {
  const { userId, team, span, exceptIds } = wanted
  const [person] = await findCandidates(trx, team, [userId])
  return person !== undefined && (await findAround(trx, userId, span.fromMs, span.toMs, exceptIds)).length === 0
}
