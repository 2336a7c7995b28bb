import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { REQUESTS, WINDOWS } from './decisions.data.ts'
import { findFirstSubjects, insertReidRequests, insertSuppressions } from './decisions.repository.ts'
import { findPeople } from './duty-roster.repository.ts'
import type { History } from './history.ts'

/** Decisions of the centre besides alarms: suppression windows, and access to personal data. */
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

type Person = { readonly id: string; readonly name: string }

async function loadReidRequests(db: Db, { network, untilMs }: Pick<History, 'network' | 'untilMs'>): Promise<void> {
  const officers = network.staff.filter(({ roleCode }) => roleCode === 'health_officer')
  const people = await findPeople(
    db,
    officers.map(({ username }) => username),
  )
  const [asking, deciding] = officers.map(({ username }) => people.get(username))
  const subjects = await findFirstSubjects(db, REQUESTS.length)
  if (!asking || !deciding) return
  await insertReidRequests(
    db,
    subjects.flatMap((subject, n) => {
      const request = REQUESTS[n]
      return request === undefined ? [] : [requestOf(request, subject, { n, untilMs, asking, deciding })]
    }),
  )
}

interface Hands {
  readonly n: number
  readonly untilMs: number
  readonly asking: Person
  readonly deciding: Person
}

function requestOf(
  { daysAgo, state, reason, decideNote }: (typeof REQUESTS)[number],
  subject: Awaited<ReturnType<typeof findFirstSubjects>>[number],
  { n, untilMs, asking, deciding }: Hands,
) {
  const askedMs = untilMs - daysAgo * DAY_MS
  return {
    ...subject,
    id: newId(),
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
}
