import type { DemoNetwork } from '@natim/demo/network'
import { addDays, isOnDuty, shiftSpan } from '@natim/domain/duty'
import { calendarDayGmt8, DAY_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { type DutyRows, findPeople, insertDutyRows, insertPastHandover } from './duty-roster.repository.ts'
import type { History } from './history.ts'

/** Days planned before and after the load. */
const DAYS = 14
/** Besides the national team: regions of the scripted incidents and their neighbours. */
const PROVINCES = ['32', '37', '44', '33', '13']
const ON_DUTY_POSTS = ['duty_leader', 'duty_officer']

const THREE = [
  ['夜', 0, 480],
  ['早', 480, 480],
  ['中', 960, 480],
] as const
const TWO = [
  ['夜', 1_200, 720],
  ['日', 480, 720],
] as const
/** The shift without an assignee: days from now, position of the team. */
const HOLE = { day: 1, team: 2 }

interface Team {
  readonly id: string
  readonly name: string
  readonly level: 'national' | 'province'
  readonly orgCode: string
  readonly regionCode: string
  readonly shifts: readonly {
    readonly id: string
    readonly name: string
    readonly startMin: number
    readonly lengthMin: number
  }[]
  readonly usernames: readonly string[]
}

/**
 * Duty teams with two weeks of roster on both sides of now, a pending swap, and the handover of the previous shift. No
 * timers: demonstration people never sign in, and each shift would be reported as late.
 */
export async function loadDutyRoster(
  db: Db,
  { network, untilMs }: Pick<History, 'network' | 'untilMs'>,
): Promise<void> {
  const teams = planTeams(network)
  if (teams.length === 0) return
  const people = await findPeople(
    db,
    teams.flatMap(({ usernames }) => usernames),
  )
  const today = calendarDayGmt8(untilMs)
  const assignments = teams.flatMap((team, place) =>
    planOf(team, today, place).flatMap(({ username, ...row }) => {
      const person = people.get(username)
      return person ? [{ ...row, userId: person.id, name: person.name }] : []
    }),
  )
  const own = assignments.filter(({ teamId }) => teamId === teams[0]?.id)
  await insertDutyRows(db, {
    teams: teams.map(({ id, name, level, orgCode, regionCode }, index) => ({
      id,
      name,
      level,
      sysOrgCode: orgCode,
      regionCode,
      sortNo: index + 1,
      createBy: 'demo',
    })),
    shifts: teams.flatMap(({ id: teamId, shifts }) => shifts.map((shift) => ({ ...shift, teamId }))),
    assignments: assignments.map(({ name: _name, shiftName: _shift, ...row }) => row),
    swaps: swapOf(own, addDays(today, 2), untilMs),
  })
  const current = own.findIndex(({ fromTs, toTs }) =>
    isOnDuty({ fromMs: fromTs.getTime(), toMs: toTs.getTime() }, untilMs),
  )
  const [before, now] = [own[current - 1], own[current]]
  const [team] = teams
  if (team && before && now) await insertPastHandover(db, pastHandover(team, before, now))
}

function planTeams({ departs, staff }: DemoNetwork): Team[] {
  const national = departs.filter(({ parentOrgCode }) => parentOrgCode === null)
  const provinces = PROVINCES.flatMap((prefix) =>
    departs.filter(({ regionCode }) => regionCode?.startsWith(prefix)).slice(0, 1),
  )
  return [...national, ...provinces].flatMap(({ orgCode, departName, regionCode, parentOrgCode }) => {
    const isNational = parentOrgCode === null
    const usernames = staff
      .filter((person) => person.orgCode === orgCode && ON_DUTY_POSTS.includes(person.post))
      .map(({ username }) => username)
    if (usernames.length < 2) return []
    return {
      id: newId(),
      name: isNational ? '监测值班一处' : `${departName.slice(0, 2)}值班`,
      level: isNational ? ('national' as const) : ('province' as const),
      orgCode,
      regionCode: regionCode?.slice(0, 2) ?? '',
      shifts: (isNational ? THREE : TWO).map(([name, startMin, lengthMin]) => ({
        id: newId(),
        name,
        startMin,
        lengthMin,
      })),
      usernames,
    }
  })
}

/** Rotation; two people sharing a day each keep their shift, so that both rest. */
const planOf = ({ id: teamId, shifts, usernames }: Team, today: string, place: number) =>
  Array.from({ length: 2 * DAYS + 1 }, (_, index) => index).flatMap((index) =>
    shifts.flatMap(({ id: shiftId, name: shiftName, startMin, lengthMin }, turn) => {
      if (place === HOLE.team && index - DAYS === HOLE.day && turn === 0) return []
      const day = addDays(today, index - DAYS)
      const { fromMs, toMs } = shiftSpan(day, startMin, lengthMin)
      const username = usernames[(index * shifts.length + turn) % usernames.length] ?? ''
      return {
        id: newId(),
        teamId,
        shiftId,
        shiftName,
        day,
        username,
        fromTs: new Date(fromMs),
        toTs: new Date(toMs),
        updateBy: 'demo',
      }
    }),
  )

type Planned = Omit<ReturnType<typeof planOf>[number], 'username'> & { readonly userId: string; readonly name: string }

/** Requests an exchange of the first and last shift of a day. */
function swapOf(own: readonly Planned[], day: string, nowMs: number): DutyRows['swaps'][number][] {
  const [give, , take] = own.filter((row) => row.day === day)
  if (!give || !take || give.userId === take.userId) return []
  return [
    {
      id: newId(),
      giveId: give.id,
      takeId: take.id,
      askerId: give.userId,
      partnerId: take.userId,
      reason: '家人就医',
      state: 'agreed',
      agreedAt: new Date(nowMs - 90 * MINUTE_MS),
      createTime: new Date(nowMs - DAY_MS / 2),
    },
  ]
}

const pastHandover = (team: Team, before: Planned, now: Planned) => ({
  row: {
    id: newId(),
    assignmentId: before.id,
    teamId: team.id,
    teamName: team.name,
    sysOrgCode: team.orgCode,
    regionCode: team.regionCode,
    shiftName: before.shiftName,
    fromTs: before.fromTs,
    toTs: before.toTs,
    fromUser: before.userId,
    fromName: before.name,
    toUser: now.userId,
    toName: now.name,
    note: '离线设备已通知运维单位，两台网关在查线路；未见新的毒性超标，接班后继续盯守。',
    updateTime: before.toTs,
  },
  account: '已通知运维，接班后跟进',
  takenAt: new Date(before.toTs.getTime() + 3 * MINUTE_MS),
})
