import type { DutyAssignment, DutyBoard, DutySwap, DutyTeam } from '@natim/contract/mon/duty'
import { addDays, mondayOf } from '@natim/domain/duty'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  findAssignments,
  findAssignmentsById,
  findPresent,
  findShifts,
  findTeams,
  type StoredAssignment,
  type StoredShift,
  type StoredTeam,
} from './duty.repository.ts'
import { findOpenSwaps } from './swap.repository.ts'
import { restAfterSwap } from './swaps.ts'

type Present = Awaited<ReturnType<typeof findPresent>>[number]

/** A week of the visible teams, who is on duty now, and the pending swaps. */
export async function loadBoard(
  db: Db,
  user: SessionUser,
  anyDay: string | undefined,
  nowMs: number,
): Promise<DutyBoard> {
  const week = mondayOf(anyDay ?? calendarDayGmt8(nowMs))
  const teams = await findTeams(db, user.scope)
  const ids = teams.map(({ id }) => id)
  const [shifts, assignments, present, swaps] = await Promise.all([
    findShifts(db, ids),
    findAssignments(db, ids, week, addDays(week, 6)),
    findPresent(db, ids, nowMs),
    loadSwaps(db, ids),
  ])
  return {
    nowMs,
    week,
    teams: teams.map((team) => toTeam(team, shifts, present)),
    assignments: assignments.map(toAssignment),
    swaps,
  }
}

const toTeam = (team: StoredTeam, shifts: readonly StoredShift[], present: readonly Present[]): DutyTeam => {
  const { id, name, level, sysOrgCode, regionCode, sortNo } = team
  const here = present.find(({ teamId }) => teamId === id)
  return {
    id,
    name,
    level: level as DutyTeam['level'],
    sysOrgCode,
    regionCode,
    sortNo,
    shifts: shifts
      .filter(({ teamId }) => teamId === id)
      .map(({ id: shiftId, name: shiftName, startMin, lengthMin }) => ({
        id: shiftId,
        name: shiftName,
        startMin,
        lengthMin,
      })),
    onDuty: here === undefined ? null : toOnDuty(here),
  }
}

const toOnDuty = ({ userId, name, shiftName, toTs, phone, load, waitingSince }: Present) => ({
  userId,
  name,
  shiftName,
  toMs: toTs.getTime(),
  phone: phone && masked(phone),
  load,
  waitingSinceMs: waitingSince?.getTime() ?? null,
})

const masked = (phone: string) => (phone.length < 8 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`)

const toAssignment = ({ id, teamId, shiftId, day, userId, name, fromTs, toTs }: StoredAssignment): DutyAssignment => ({
  id,
  teamId,
  shiftId,
  day,
  userId,
  name,
  fromMs: fromTs.getTime(),
  toMs: toTs.getTime(),
})

async function loadSwaps(db: Db, teamIds: readonly string[]): Promise<DutySwap[]> {
  const swaps = await findOpenSwaps(db, teamIds)
  if (swaps.length === 0) return []
  const rows = await findAssignmentsById(
    db,
    swaps.flatMap(({ giveId, takeId }) => [giveId, takeId]),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sides = async (mine: StoredAssignment, other: StoredAssignment) => ({
    ...toAssignment(mine),
    teamName: mine.teamName,
    shiftName: mine.shiftName,
    restMs: await restAfterSwap(db, mine.userId, other, [mine.id, other.id]),
  })
  const shown: DutySwap[] = []
  for (const { id, giveId, takeId, reason, state, agreedAt } of swaps) {
    const [give, take] = [byId.get(giveId), byId.get(takeId)]
    if (!give || !take) continue
    const both = { give: await sides(give, take), take: await sides(take, give) }
    shown.push({ id, state: state as DutySwap['state'], reason, ...both, agreedMs: agreedAt?.getTime() ?? null })
  }
  return shown
}
