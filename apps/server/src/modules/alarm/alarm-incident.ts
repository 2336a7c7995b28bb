import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { LogEntry } from './alarm-log.ts'
import { findFolded, lockAlarms, type StoredAlarm } from './alarm.repository.ts'
import { changeAlarms, type WrittenEntry } from './alarm-writer.ts'

/** What an alarm is put to, and what is said of it in the log. */
export interface LinkedIncident {
  readonly id: string
  readonly no: string
  readonly title: string
}

/** Who says it, as the log names them. */
export type LinkAuthor = Pick<SessionUser, 'username' | 'realname'>

type IncidentAlarm = Pick<
  StoredAlarm,
  | 'id'
  | 'no'
  | 'title'
  | 'severity'
  | 'regionCode'
  | 'sysOrgCode'
  | 'triggerTs'
  | 'drill'
  | 'incidentId'
  | 'version'
  | 'logSeq'
  | 'logHash'
>

/**
 * Locks alarms that an officer names, and what has folded into them and is in no incident yet. Until the transaction ends
 * nobody else puts them anywhere.
 *
 * @throws AppError row.not_found, also for one out of the scope
 */
export async function lockForIncident(
  trx: Tx,
  user: Pick<SessionUser, 'scope'>,
  ids: readonly string[],
): Promise<{ readonly named: readonly IncidentAlarm[]; readonly folded: readonly IncidentAlarm[] }> {
  const wanted = new Set(ids)
  const following = await findFolded(trx, user.scope, [...wanted])
  const locked = await lockAlarms(trx, user.scope, [...new Set([...wanted, ...following])])
  const named = locked.filter(({ id }) => wanted.has(id))
  if (named.length < wanted.size) throw new AppError('row.not_found')
  return { named, folded: locked.filter(({ id, incidentId }) => !wanted.has(id) && incidentId === null) }
}

/** Puts locked alarms to an incident, or takes them out of it; a line in the log of each says so. */
export function linkAlarms(
  trx: Tx,
  { username, realname }: LinkAuthor,
  alarms: readonly IncidentAlarm[],
  action: 'link' | 'unlink',
  { id, no, title }: LinkedIncident,
  { note, nowMs }: { readonly note: string; readonly nowMs: number },
): Promise<WrittenEntry[]> {
  const entry: LogEntry = {
    tsMs: nowMs,
    actor: username,
    actorName: realname,
    action,
    note: [`${no} ${title}`, note].filter(Boolean).join('：'),
    data: { incidentId: id, incidentNo: no },
  }
  const set = { incidentId: action === 'link' ? id : null, lastTs: new Date(nowMs) }
  return changeAlarms(
    trx,
    alarms.map((alarm) => ({ alarm, set, entries: [entry] })),
  )
}
