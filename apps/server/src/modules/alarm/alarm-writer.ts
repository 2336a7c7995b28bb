import { type Insertable, sql, type Updateable } from 'kysely'
import type { MonAlarm } from '../../db/types.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { StoredAlarm } from './alarm.repository.ts'
import { type LogEntry, type SealedEntry, seal } from './alarm-log.ts'

/** Changed columns of an alarm. */
export type AlarmColumns = Updateable<MonAlarm>
/** A new alarm with its first log entries. */
export type NewAlarm = Insertable<MonAlarm> & { readonly entries: readonly LogEntry[] }

/** Changed columns of an alarm with their log entries, in order. */
export interface AlarmChange {
  readonly alarm: Pick<StoredAlarm, 'id' | 'logSeq' | 'logHash' | 'version'>
  readonly set: AlarmColumns
  readonly entries: readonly LogEntry[]
}

/** A log entry with its number in the live feed. */
export interface WrittenEntry {
  readonly eid: number
  readonly alarmId: string
  readonly action: LogEntry['action']
}

const ROWS_AT_ONCE = 500

/** Inserts new alarms with their first log entries. */
export async function insertAlarms(trx: Tx, alarms: readonly NewAlarm[]): Promise<WrittenEntry[]> {
  const sealed: SealedEntry[] = []
  const rows = alarms.map(({ entries, ...row }) => {
    const end = sealAll({ id: row.id, logSeq: 0, logHash: null }, entries, sealed)
    return { ...row, logSeq: end.logSeq, logHash: end.logHash }
  })
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await trx
      .insertInto('monAlarm')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
  }
  return insertLog(trx, sealed)
}

/** Changes locked rows, incrementing their versions, and writes their log entries. */
export async function changeAlarms(trx: Tx, changes: readonly AlarmChange[]): Promise<WrittenEntry[]> {
  const sealed: SealedEntry[] = []
  for (const { alarm, set, entries } of changes) {
    const end = sealAll(alarm, entries, sealed)
    await trx
      .updateTable('monAlarm')
      .set({ ...set, version: alarm.version + 1, logSeq: end.logSeq, logHash: end.logHash })
      .where('id', '=', alarm.id)
      .execute()
  }
  return insertLog(trx, sealed)
}

function sealAll(
  alarm: { readonly id: string; readonly logSeq: number; readonly logHash: Buffer | null },
  entries: readonly LogEntry[],
  into: SealedEntry[],
) {
  let end = { id: alarm.id, logSeq: alarm.logSeq, logHash: alarm.logHash }
  for (const entry of entries) {
    const next = seal(end, entry)
    into.push(next)
    end = { id: alarm.id, logSeq: next.seq, logHash: next.hash }
  }
  return end
}

async function insertLog(trx: Tx, entries: readonly SealedEntry[]): Promise<WrittenEntry[]> {
  const written: WrittenEntry[] = []
  for (let i = 0; i < entries.length; i += ROWS_AT_ONCE) {
    const rows = await trx
      .insertInto('monAlarmLog')
      .values(
        entries.slice(i, i + ROWS_AT_ONCE).map(({ tsMs, from, to, note, data, ...entry }) => ({
          ...entry,
          ts: new Date(tsMs),
          fromVal: from ?? null,
          toVal: to ?? null,
          note: note ?? null,
          data: JSON.stringify(data ?? {}),
        })),
      )
      .returning(['eid', 'alarmId', 'action'])
      .execute()
    written.push(...rows.map(({ eid, alarmId, action }) => ({ eid: Number(eid), alarmId, action })))
  }
  return written
}

/**
 * Updates the peaks of active alarms. A peak only moves further in the direction of the condition, so that repeating it
 * is idempotent.
 */
export async function raisePeaks(
  trx: Tx,
  peaks: readonly { readonly dedupeKey: string; readonly value: number; readonly tsMs: number }[],
): Promise<void> {
  await sql`
    update mon_alarm as held set peak_value = p.value, peak_ts = p.ts, last_ts = greatest(held.last_ts, p.ts)
    from (select * from unnest(${peaks.map((peak) => peak.dedupeKey)}::text[], ${peaks.map((peak) => peak.value)}::float8[],
      ${peaks.map((peak) => new Date(peak.tsMs))}::timestamptz[]) as p (key, value, ts)) as p
    where held.dedupe_key = p.key and held.active and not held.historic
      and (held.peak_value is null or case when held.op in ('<', '<=') then p.value < held.peak_value else p.value > held.peak_value end)`.execute(
    trx,
  )
}

/** Whether any alarm exists. */
export const hasAlarms = async (trx: Tx): Promise<boolean> =>
  (await trx.selectFrom('monAlarm').select('id').limit(1).executeTakeFirst()) !== undefined

/** Reserves `count` consecutive alarm numbers of a day. @returns the first */
export async function takeNumbers(trx: Tx, dayGmt8: string, count: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into mon_alarm_number (day, n) values (${dayGmt8}::date, ${count})
    on conflict (day) do update set n = mon_alarm_number.n + excluded.n returning n`.execute(trx)
  return (rows[0]?.n ?? count) - count + 1
}

export interface Timer {
  readonly alarmId: string
  readonly kind: 'escalate' | 'verify' | 'close' | 'drill'
  readonly step: number
  readonly dueMs: number
  readonly toRole?: string | null
  /** A level of duty teams, or one team; `toRole` is notified when none has anybody on duty. */
  readonly toDuty?: string | null
}

export async function setTimers(trx: Tx, timers: readonly Timer[]): Promise<void> {
  if (timers.length === 0) return
  await trx
    .insertInto('monAlarmTimer')
    .values(
      timers.map(({ alarmId, kind, step, dueMs, toRole, toDuty }) => ({
        alarmId,
        kind,
        step,
        dueAt: new Date(dueMs),
        toRole: toRole ?? null,
        toDuty: toDuty ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['alarmId', 'kind', 'step']).doUpdateSet((eb) => ({
        dueAt: eb.ref('excluded.dueAt'),
        toRole: eb.ref('excluded.toRole'),
        toDuty: eb.ref('excluded.toDuty'),
      })),
    )
    .execute()
}

/** @param kinds default: all */
export async function dropTimers(
  trx: Tx,
  alarmIds: readonly string[],
  kinds?: readonly Timer['kind'][],
): Promise<void> {
  if (alarmIds.length === 0) return
  await trx
    .deleteFrom('monAlarmTimer')
    .where('alarmId', 'in', [...alarmIds])
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .execute()
}

export interface Outgoing {
  readonly id: string
  readonly alarmId: string
  readonly kind: 'raise' | 'up' | 'reopen' | 'escalate' | 'historic'
  readonly severity: number
  readonly step?: number
  readonly toRole?: string | null
  /** Ids of the users on duty at that time; the role is notified when none of them may see the alarm. */
  readonly toUsers?: readonly string[]
}

/** Notifications to send; durable with the change itself. Deduplicated by id. */
export async function insertOutbox(trx: Tx, rows: readonly Outgoing[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('monAlarmOutbox')
      .values(rows.map(({ toUsers, ...row }) => ({ ...row, toUsers: toUsers ? JSON.stringify(toUsers) : null })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}
