import type { IncidentLevel, IncidentStatus, IncidentType } from '@natim/domain/incident'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { type LinkAuthor, lockForIncident } from '../alarm/index.ts'
import { appendEntries, insertIncident, takeIncidentNo } from './incident.repository.ts'
import { entryOf, join } from './incident.service.ts'

/** An incident from before this database, in its final state. */
export interface PastIncident {
  readonly title: string
  readonly type: IncidentType
  readonly level: IncidentLevel
  readonly status: IncidentStatus
  readonly author: LinkAuthor
  readonly alarmIds: readonly string[]
  readonly said: readonly (readonly [kind: 'note' | 'action' | 'measure', text: string])[]
  readonly atMs: number
}

/** Creates an incident from alarms that are in none. */
export function insertPastIncident(db: Db, given: PastIncident): Promise<void> {
  const { title, type, level, status, author, alarmIds, said, atMs } = given
  return db.transaction().execute(async (trx) => {
    const locked = await lockForIncident(trx, { scope: EVERYTHING }, alarmIds)
    const [first] = locked.named.toSorted((a, b) => a.severity - b.severity)
    if (first === undefined) return
    const id = newId()
    const no = await takeIncidentNo(trx, atMs)
    await insertIncident(trx, {
      id,
      no,
      title,
      type,
      level,
      status,
      leadUser: author.username,
      leadName: author.realname,
      startTs: new Date(Math.min(...locked.named.map(({ triggerTs }) => triggerTs.getTime()))),
      closedTs: status === 'closed' ? new Date(atMs) : null,
      regionCode: first.regionCode,
      sysOrgCode: first.sysOrgCode,
      drill: first.drill,
    })
    await join(trx, author, locked, { id, no, title, entrySeq: 0 }, { note: '', nowMs: atMs })
    const entries = said.map(([kind, text]) => entryOf(author, atMs, kind, text))
    await appendEntries(trx, { id, entrySeq: locked.named.length }, entries)
  })
}
