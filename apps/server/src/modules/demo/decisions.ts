import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { findSubjectIds, insertReidRequests, insertSuppressions } from './decisions.repository.ts'
import { findPeople } from './duty-roster.repository.ts'
import type { History } from './history.ts'

interface Window {
  readonly name: string
  readonly kind: 'hide' | 'mark'
  readonly scope: object
  /** Of the day of the load, hours from its start; the first one of a repetition. */
  readonly fromH: number
  readonly toH: number
  readonly rrule?: string
  readonly reason: string
}

/** Over, to come, or between two of its times at whatever hour somebody loads: none hides an alarm of the demonstration now. */
const WINDOWS: readonly Window[] = [
  {
    name: '江苏园区有毒气体探测器季度标定',
    kind: 'mark',
    scope: { deviceKinds: ['gas'], regionPrefixes: ['32'] },
    fromH: -6 * 24 + 9,
    toH: -6 * 24 + 12,
    reason: '季度标定通气，产生的报警不外发',
  },
  {
    name: '浙江辐射监测仪主机更换',
    kind: 'hide',
    scope: { deviceKinds: ['rad'], regionPrefixes: ['33'] },
    fromH: -11 * 24 + 14,
    toH: -11 * 24 + 18,
    reason: '厂家更换主机，期间读数无效',
  },
  {
    name: '山东供电检修',
    kind: 'hide',
    scope: { stationTypes: ['park'], regionPrefixes: ['37'] },
    fromH: 2 * 24 + 1,
    toH: 2 * 24 + 5,
    reason: '园区供电检修，设备轮流停电',
  },
]

/** What people of the centre decided beside alarms: windows in which rules are silent, and who may know a person. */
export async function loadDecisions(db: Db, { network, untilMs }: Pick<History, 'network' | 'untilMs'>): Promise<void> {
  const startMs = parseGmt8(`${calendarDayGmt8(untilMs)} 00:00:00`) ?? 0
  const leader = network.staff.find(({ roleCode }) => roleCode === 'nat_duty')?.username ?? 'admin'
  await insertSuppressions(
    db,
    WINDOWS.map(({ scope, fromH, toH, ...window }) => ({
      ...window,
      id: newId(),
      scope: JSON.stringify(scope),
      fromTs: new Date(startMs + fromH * HOUR_MS),
      toTs: new Date(startMs + toH * HOUR_MS),
      createBy: leader,
      createTime: new Date(Math.min(startMs + fromH * HOUR_MS - DAY_MS, untilMs - HOUR_MS)),
    })),
  )
  await loadReidRequests(db, { network, untilMs })
}

const REQUESTS = [
  { daysAgo: 2, state: 'viewed', reason: '疑似阳性受检者未返院复查，需联系本人', decideNote: '情况属实' },
  { daysAgo: 5, state: 'refused', reason: '统计报表需要姓名', decideNote: '统计无需识别本人，请使用受试者码' },
] as const

async function loadReidRequests(db: Db, { network, untilMs }: Pick<History, 'network' | 'untilMs'>): Promise<void> {
  const officers = network.staff.filter(({ roleCode }) => roleCode === 'health_officer')
  const people = await findPeople(
    db,
    officers.map(({ username }) => username),
  )
  const [asking, deciding] = officers.map(({ username }) => people.get(username))
  const subjects = await findSubjectIds(db, REQUESTS.length)
  if (!asking || !deciding) return
  await insertReidRequests(
    db,
    subjects.map(({ id, regionCode, sysOrgCode }, n) => {
      const { daysAgo, state, reason, decideNote } = REQUESTS[n]!
      const askedMs = untilMs - daysAgo * DAY_MS
      return {
        id: newId(),
        subjectId: id,
        regionCode,
        sysOrgCode,
        reason,
        caseNo: `GR-${calendarDayGmt8(askedMs).replaceAll('-', '')}-0${n + 1}`,
        state,
        requestedBy: asking.id,
        requestedName: asking.name,
        requestedAt: new Date(askedMs),
        decidedBy: deciding.id,
        decidedName: deciding.name,
        decidedAt: new Date(askedMs + 12 * MINUTE_MS),
        decideNote,
        viewedAt: state === 'viewed' ? new Date(askedMs + 15 * MINUTE_MS) : null,
      }
    }),
  )
}
