import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findFolded, lockAlarms, type StoredAlarm } from './alarm.repository.ts'
import type { LogEntry } from './alarm-log.ts'
import { changeAlarms, type WrittenEntry } from './alarm-writer.ts'

/** The incident that alarms are linked to or unlinked from, as recorded in the log. */
export interface LinkedIncident {
  readonly id: string
  readonly no: string
  readonly title: string
}

/** Author of the log entry. */
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
 * Locks the named alarms, and those folded into them that are in no incident yet. Until the transaction ends nobody
 * else can link them.
 *
 * @throws AppError row.not_found, also for an alarm outside the scope
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

/** Links locked alarms to an incident or unlinks them, with a log entry for each. */
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
