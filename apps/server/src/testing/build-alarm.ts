import type { Insertable } from 'kysely'
import type { MonAlarm } from '../db/types.ts'
import { insertAlarms, insertOutbox, setTimers } from '../modules/alarm/alarm-writer.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/id.ts'

/** An unacknowledged alarm, by default in 苏州 of the root department. */
export async function buildAlarm(db: Db, given: Partial<Insertable<MonAlarm>> = {}): Promise<string> {
  const id = given.id ?? newId()
  const now = new Date()
  await db.transaction().execute((trx) =>
    insertAlarms(trx, [
      {
        id,
        no: `A${id}`,
        ruleId: 'rule-1',
        ruleVersion: 1,
        branch: 0,
        dedupeKey: `key-${id}`,
        regionCode: '320500',
        sysOrgCode: 'A01',
        severity: 2,
        severityMax: 2,
        title: '氯气超 AEGL-2',
        triggerTs: now,
        raisedTs: now,
        lastTs: now,
        judgedTs: now,
        ...given,
        entries: [{ tsMs: now.getTime(), actor: 'system', actorName: '系统', action: 'raise' }],
      },
    ]),
  )
  return id
}

interface OutboxRow {
  readonly id?: string
  readonly kind?: 'raise' | 'up' | 'reopen' | 'escalate' | 'historic'
  readonly severity?: number
  readonly toRole?: string
  readonly step?: number
}

/** An outbox row of the alarm; returns its id. */
export async function buildOutbox(db: Db, alarmId: string, given: OutboxRow = {}): Promise<string> {
  const id = given.id ?? newId()
  await db.transaction().execute((trx) => insertOutbox(trx, [{ alarmId, kind: 'raise', severity: 2, ...given, id }]))
  return id
}

/** An escalation step due at that time. */
export const buildEscalation = (
  db: Db,
  alarmId: string,
  dueMs: number,
  toRole: string,
  step = 1,
  toDuty?: string,
): Promise<void> =>
  db
    .transaction()
    .execute((trx) => setTimers(trx, [{ alarmId, kind: 'escalate', step, dueMs, toRole, toDuty: toDuty ?? null }]))
