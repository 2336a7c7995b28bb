import { INCIDENT_STATUS } from '@natim/contract/dict'
import type { ListQuery } from '@natim/contract/fields'
import type { IncidentDetail, incidentEndpoints } from '@natim/contract/mon/incident'
import { nextIncidentStates } from '@natim/domain/incident'
import type { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import {
  type AlarmService,
  type LinkAuthor,
  type LinkedIncident,
  linkAlarms,
  lockForIncident,
  toLiveEvents,
  type WrittenEntry,
} from '../alarm/index.ts'
import { toEntry, toIncidentRow } from './incident.mapper.ts'
import {
  appendEntries,
  countActive,
  findEntries,
  findEntry,
  findIncident,
  findIncidentPage,
  findLinker,
  INCIDENT_FIELDS,
  INCIDENT_LIST,
  insertIncident,
  lockIncident,
  type NewEntry,
  type StoredIncident,
  takeIncidentNo,
  updateIncident,
} from './incident.repository.ts'

export interface IncidentDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly alarms: Pick<AlarmService, 'list'>
}

type Body<K extends 'add' | 'link' | 'unlink' | 'entry' | 'move'> = z.output<(typeof incidentEndpoints)[K]['body']>
type Locked = Awaited<ReturnType<typeof lockForIncident>>
type LockedAlarm = Locked['named'][number]

/** Maximum alarms shown on a page. */
const MAX_ALARMS_SHOWN = 200

/** Incidents and their alarms. An alarm belongs to at most one incident: a later caller is told who linked it. */
export function createIncidents({ db, bus, now, alarms }: IncidentDeps) {
  async function change<T>(
    work: (trx: Tx, nowMs: number) => Promise<{ readonly result: T; readonly events?: readonly WrittenEntry[] }>,
  ): Promise<T> {
    const { result, events = [] } = await db.transaction().execute((trx) => work(trx, now()))
    if (events.length > 0) bus.publish('alarms', toLiveEvents(events))
    return result
  }

  return {
    async list({ scope }: SessionUser, query: ListQuery) {
      const request = parseListRequest(query, INCIDENT_FIELDS, INCIDENT_LIST)
      const { records, total } = await findIncidentPage(db, scope, request)
      return toPage(records.map(toIncidentRow), total, request)
    },

    async detail(user: SessionUser, id: string): Promise<IncidentDetail> {
      const incident = await findIncident(db, user.scope, id)
      if (incident === undefined) throw new AppError('row.not_found')
      const [entries, linked] = await Promise.all([
        findEntries(db, user.scope, id),
        alarms.list(user, { view: 'all', incidentId: id, pageSize: MAX_ALARMS_SHOWN }),
      ])
      return { incident: toIncidentRow(incident), entries: entries.map(toEntry), alarms: linked.records }
    },

    add: (user: SessionUser, body: Body<'add'>) => change((trx, nowMs) => makeIncident(trx, user, body, nowMs)),

    link: (user: SessionUser, { id, ids, note }: Body<'link'>) =>
      change(async (trx, nowMs) => {
        const incident = await lockOpen(trx, user, id)
        const locked = await lockForIncident(trx, user, ids)
        const { drill } = await assertFree(trx, locked)
        if (drill !== incident.drill) throw new AppError('incident.drill_mix')
        const events = await join(trx, authorOf(user), locked, incident, { note, nowMs })
        return { result: { id, no: incident.no }, events }
      }),

    unlink: (user: SessionUser, { id, ids, note }: Body<'unlink'>) =>
      change(async (trx, nowMs) => {
        const incident = await lockOpen(trx, user, id)
        const { named } = await lockForIncident(trx, user, ids)
        if (named.some(({ incidentId }) => incidentId !== id)) throw new AppError('incident.not_in')
        const events = await linkAlarms(trx, authorOf(user), named, 'unlink', incident, { note, nowMs })
        await appendEntries(
          trx,
          incident,
          named.map((alarm) => alarmEntry(authorOf(user), nowMs, alarm, `移出 ${alarm.no} ${alarm.title}：${note}`)),
        )
        return { result: null, events }
      }),

    entry: (user: SessionUser, { id, kind, text, corrects }: Body<'entry'>) =>
      change(async (trx, nowMs) => {
        const incident = await lockSeen(trx, user, id)
        // Generated entries cannot be corrected.
        const old = corrects === undefined ? undefined : await findEntry(trx, id, corrects)
        if (corrects !== undefined && (old === undefined || old.kind === 'alarm')) throw new AppError('row.not_found')
        await appendEntries(trx, incident, [
          { ...entryOf(authorOf(user), nowMs, kind, text), corrects: corrects ?? null },
        ])
        return { result: null }
      }),

    move: (user: SessionUser, body: Body<'move'>) => change((trx, nowMs) => moveIncident(trx, user, body, nowMs)),
  }
}

async function makeIncident(trx: Tx, user: SessionUser, { ids, title, type, level, note }: Body<'add'>, nowMs: number) {
  const locked = await lockForIncident(trx, user, ids)
  const first = await assertFree(trx, locked)
  const id = newId()
  const no = await takeIncidentNo(trx, nowMs)
  const { username, realname } = authorOf(user)
  await insertIncident(trx, {
    id,
    no,
    title,
    type,
    level,
    leadUser: username,
    leadName: realname,
    startTs: new Date(Math.min(...locked.named.map(({ triggerTs }) => triggerTs.getTime()))),
    regionCode: first.regionCode,
    sysOrgCode: first.sysOrgCode,
    drill: first.drill,
  })
  const events = await join(trx, authorOf(user), locked, { id, no, title, entrySeq: 0 }, { note, nowMs })
  return { result: { id, no }, events }
}

async function moveIncident(trx: Tx, user: SessionUser, { id, version, status, note }: Body<'move'>, nowMs: number) {
  const incident = await lockOpen(trx, user, id)
  if (incident.version !== version) throw new AppError('row.conflict')
  if (!nextIncidentStates(incident.status).includes(status)) throw new AppError('row.conflict')
  if (status === 'closed') await assertOver(trx, id)
  await updateIncident(trx, id, {
    status,
    version: version + 1,
    closedTs: status === 'closed' ? new Date(nowMs) : null,
  })
  await appendEntries(trx, incident, [
    entryOf(authorOf(user), nowMs, 'action', `转为${INCIDENT_STATUS[status]}：${note}`),
  ])
  return { result: { status, version: version + 1 } }
}

async function lockSeen(trx: Tx, user: SessionUser, id: string): Promise<StoredIncident> {
  const incident = await lockIncident(trx, user.scope, id)
  if (incident === undefined) throw new AppError('row.not_found')
  return incident
}

async function lockOpen(trx: Tx, user: SessionUser, id: string): Promise<StoredIncident> {
  const incident = await lockSeen(trx, user, id)
  if (incident.status === 'closed') throw new AppError('incident.closed')
  return incident
}

/**
 * Checks that none is in an incident, and that they are either all drills or all real. @returns the gravest, which
 * determines the incident's owner.
 */
async function assertFree(trx: Tx, { named }: Locked): Promise<LockedAlarm> {
  const taken = named.find(({ incidentId }) => incidentId !== null)
  if (taken !== undefined) {
    const linker = await findLinker(trx, taken.id)
    const name = linker?.actorName ?? linker?.leadName ?? ''
    throw new AppError('alarm.in_incident', { data: { name, no: linker?.no ?? '' } })
  }
  const [first] = named.toSorted((a, b) => a.severity - b.severity || a.triggerTs.getTime() - b.triggerTs.getTime())
  if (first === undefined) throw new AppError('row.not_found')
  if (named.some(({ drill }) => drill !== first.drill)) throw new AppError('incident.drill_mix')
  return first
}

async function assertOver(trx: Tx, id: string): Promise<void> {
  const count = await countActive(trx, id)
  if (count > 0) throw new AppError('incident.alarms_active', { data: { count: String(count) } })
}

/** Writes both sides of the link: the log of each alarm, and the timeline. */
export async function join(
  trx: Tx,
  author: LinkAuthor,
  { named, folded }: Locked,
  incident: LinkedIncident & Pick<StoredIncident, 'entrySeq'>,
  told: { readonly note: string; readonly nowMs: number },
): Promise<WrittenEntry[]> {
  const events = await linkAlarms(trx, author, [...named, ...folded], 'link', incident, told)
  const lines = named
    .toSorted((a, b) => a.triggerTs.getTime() - b.triggerTs.getTime())
    .map((alarm) => alarmEntry(author, told.nowMs, alarm, `${alarm.no} ${alarm.title} 转入事件`))
  const said = told.note === '' ? [] : [entryOf(author, told.nowMs, 'note', told.note)]
  await appendEntries(trx, incident, [...lines, ...said])
  return events
}

export function entryOf(
  { username, realname }: LinkAuthor,
  nowMs: number,
  kind: NewEntry['kind'],
  text: string,
): NewEntry {
  return { ts: new Date(nowMs), kind, text, author: username, authorName: realname }
}

const alarmEntry = (author: LinkAuthor, nowMs: number, { id }: LockedAlarm, text: string): NewEntry => ({
  ...entryOf(author, nowMs, 'alarm', text),
  alarmId: id,
})
