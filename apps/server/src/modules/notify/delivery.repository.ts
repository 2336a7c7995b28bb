import type { NotifyDelivery } from '@natim/contract/mon/notify'
import type { NotifyChannel } from '@natim/contract/mon/notify.resource'
import { type Insertable, sql } from 'kysely'
import type { MonNotifyDelivery } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { IS_FOLDED } from '../alarm/index.ts'

/** Alarm data used in messages. */
const alarms = (db: Db) =>
  db
    .selectFrom('monAlarm as alarm')
    .leftJoin('monDevice as device', 'device.id', 'alarm.deviceId')
    .leftJoin('monStation as station', 'station.id', 'alarm.stationId')
    .leftJoin('monAlarm as parent', (join) => join.onRef('parent.id', '=', 'alarm.parentId').on(IS_FOLDED))
    .select([
      'parent.id as foldedInto',
      'parent.severity as parentSeverity',
      'alarm.id',
      'alarm.no',
      'alarm.ruleId',
      'alarm.deviceId',
      'alarm.channelNo',
      'alarm.title',
      'alarm.severity',
      'alarm.triggerTs',
      'alarm.value',
      'alarm.unit',
      'alarm.limitText',
      'alarm.metricCode',
      'alarm.regionCode',
      'alarm.sysOrgCode',
      'alarm.acked',
      'alarm.closedTs',
      'alarm.shelvedUntil',
      'alarm.drill',
      'device.name as deviceName',
      'station.name as stationName',
    ])
export type ToldAlarm = Awaited<ReturnType<ReturnType<typeof alarms>['execute']>>[number]

export async function findToldAlarms(db: Db, ids: readonly string[]): Promise<Map<string, ToldAlarm>> {
  if (ids.length === 0) return new Map()
  const rows = await alarms(db)
    .where('alarm.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Alarms of a digest raised after the fact, in time order. */
export const findDigestAlarms = (db: Db, outboxId: string): Promise<ToldAlarm[]> =>
  alarms(db).where('alarm.digestId', '=', outboxId).orderBy('alarm.triggerTs').orderBy('alarm.id').execute()

/** Outbox rows not expanded to receivers yet, oldest first; rows locked by other dispatchers are skipped. */
export const takeOutbox = (trx: Tx, limit: number) =>
  trx
    .selectFrom('monAlarmOutbox')
    .selectAll()
    .where('expandedAt', 'is', null)
    // Children wait until the parent's rows are expanded, so that its receivers are known.
    .where(
      sql<boolean>`not exists (select from mon_alarm as child join mon_alarm_outbox as first on first.alarm_id = child.parent_id
        where child.id = mon_alarm_outbox.alarm_id and first.expanded_at is null)`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
export type OutboxRow = Awaited<ReturnType<typeof takeOutbox>>[number]

export async function markExpanded(trx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('monAlarmOutbox')
    .set({ expandedAt: at })
    .where('id', 'in', [...ids])
    .execute()
}

/** Receivers and channels already notified of an alarm, as `receiver channel`. */
export async function findToldWays(trx: Tx, alarmId: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('monNotifyDelivery')
    .select(['receiver', 'channel'])
    .distinct()
    .where('alarmId', '=', alarmId)
    .execute()
  return new Set(rows.map(({ receiver, channel }) => `${receiver} ${channel}`))
}

export type NewDelivery = Insertable<MonNotifyDelivery>

/** Existing rows are kept. */
export async function insertDeliveries(trx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  const ROWS_AT_ONCE = 500
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await trx
      .insertInto('monNotifyDelivery')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['outboxId', 'receiver', 'channel', 'round']).doNothing())
      .execute()
}

export interface Claim {
  readonly id: string
  readonly outboxId: string
  readonly alarmId: string
  readonly receiver: string
  readonly policyId: string
  readonly channel: NotifyChannel
  readonly round: number
  readonly severity: number
  /** Kind of the outbox row. */
  readonly kind: string
  /** Including this try. */
  readonly tries: number
  readonly isQuiet: boolean
}

interface ClaimRules {
  readonly nowMs: number
  readonly limit: number
  /** Messages per receiver, channel and clock minute; further ones become a digest. */
  readonly perMinute: number
  /** A claim without an outcome expires after this time. */
  readonly leaseMs: number
}

const MINUTE_MS = 60_000

/**
 * Claims due messages: each goes to one dispatcher, however many there are. Messages beyond `perMinute` wait for the
 * end of the minute and are sent as `digests` by receiver and channel.
 */
export async function claimDue(db: Db, rules: ClaimRules): Promise<{ singles: Claim[]; digests: Claim[][] }> {
  return db.transaction().execute(async (trx) => {
    // Counting and claiming are atomic across dispatchers.
    await sql`select pg_advisory_xact_lock(hashtext('mon_notify_delivery'))`.execute(trx)
    const singles = await claimSingles(trx, rules)
    const digests = await claimDigests(trx, rules)
    return { singles, digests }
  })
}

async function claimSingles(trx: Tx, { nowMs, limit, perMinute, leaseMs }: ClaimRules): Promise<Claim[]> {
  const now = new Date(nowMs)
  const minute = new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS)
  const minuteEnd = new Date(minute.getTime() + MINUTE_MS)
  const { rows: due } = await sql<{ id: string; isOver: boolean }>`
    with due as (
      select id, receiver, channel, severity, create_time from mon_notify_delivery
      where state = 'waiting' and not is_digest and next_at <= ${now} order by severity, create_time, id limit ${limit}
    ), used as (
      select receiver, channel, count(*) as n from mon_notify_delivery
      where claimed_at >= ${minute} and not is_digest
        and (receiver, channel) in (select receiver, channel from due)
      group by 1, 2
    )
    select due.id, coalesce(used.n, 0) + row_number() over (
      partition by due.receiver, due.channel order by due.severity, due.create_time, due.id) > ${perMinute} as is_over
    from due left join used using (receiver, channel)`.execute(trx)
  const over = due.filter(({ isOver }) => isOver).map(({ id }) => id)
  if (over.length > 0)
    await trx
      .updateTable('monNotifyDelivery')
      .set({ isDigest: true, nextAt: minuteEnd })
      .where('id', 'in', over)
      .execute()
  const taken = due.filter(({ isOver }) => !isOver).map(({ id }) => id)
  return taken.length === 0
    ? []
    : claim(trx, sql`id = any(${taken}::text[]) and state = 'waiting' and next_at <= ${now}`, now, leaseMs)
}

async function claimDigests(trx: Tx, { nowMs, leaseMs }: ClaimRules): Promise<Claim[][]> {
  const now = new Date(nowMs)
  const taken = await claim(trx, sql`state = 'waiting' and is_digest and next_at <= ${now}`, now, leaseMs)
  const groups = new Map<string, Claim[]>()
  for (const row of taken) {
    const key = `${row.receiver} ${row.channel}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

async function claim(trx: Tx, where: ReturnType<typeof sql>, now: Date, leaseMs: number): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with taken as (
      update mon_notify_delivery set claimed_at = ${now}, tries = tries + 1, next_at = ${new Date(now.getTime() + leaseMs)}
      where ${where} returning *
    )
    select taken.id, taken.outbox_id, taken.alarm_id, taken.receiver, taken.policy_id, taken.channel, taken.round,
      taken.severity, taken.tries, taken.is_quiet, outbox.kind
    from taken join mon_alarm_outbox as outbox on outbox.id = taken.outbox_id
    order by taken.severity, taken.create_time, taken.id`.execute(trx)
  return rows
}

export interface Outcome {
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped'
  readonly error?: string
  /** For state waiting. */
  readonly nextMs?: number
  /** Waiting for the end of quiet hours does not count as a try. */
  readonly isQuiet?: boolean
}

const MAX_ERROR = 300

/** Records the outcome of messages still waiting. @returns number of messages */
export async function settle(db: Db, ids: readonly string[], outcome: Outcome, at: Date): Promise<number> {
  const { state, error, nextMs, isQuiet = false } = outcome
  const { numUpdatedRows } = await db
    .updateTable('monNotifyDelivery')
    .set((eb) => ({
      state,
      lastError: error?.slice(0, MAX_ERROR) ?? null,
      ...(state === 'sent' && { sentAt: at }),
      ...(nextMs !== undefined && { nextAt: new Date(nextMs) }),
      ...(isQuiet && { isQuiet: true, tries: eb('tries', '-', 1) }),
    }))
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function setRepeat(
  trx: Tx,
  repeat: { readonly outboxId: string; readonly policyId: string; readonly alarmId: string; readonly dueMs: number },
): Promise<void> {
  const { dueMs, ...row } = repeat
  // A new message about the alarm replaces its pending repetition.
  await trx
    .deleteFrom('monNotifyRepeat')
    .where('alarmId', '=', row.alarmId)
    .where('policyId', '=', row.policyId)
    .where('outboxId', '!=', row.outboxId)
    .execute()
  await trx
    .insertInto('monNotifyRepeat')
    .values({ ...row, dueAt: new Date(dueMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const takeRepeats = (trx: Tx, nowMs: number, limit: number) =>
  trx
    .selectFrom('monNotifyRepeat')
    .selectAll()
    .where('dueAt', '<=', new Date(nowMs))
    .orderBy('dueAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

type RepeatKey = Pick<Awaited<ReturnType<typeof takeRepeats>>[number], 'outboxId' | 'policyId'>

const repeatOf = ({ outboxId, policyId }: RepeatKey) =>
  sql<boolean>`outbox_id = ${outboxId} and policy_id = ${policyId}`

export async function deleteRepeat(trx: Tx, key: RepeatKey): Promise<void> {
  await trx.deleteFrom('monNotifyRepeat').where(repeatOf(key)).execute()
}

export async function moveRepeat(trx: Tx, key: RepeatKey, dueMs: number, round: number): Promise<void> {
  await trx
    .updateTable('monNotifyRepeat')
    .set({ dueAt: new Date(dueMs), round })
    .where(repeatOf(key))
    .execute()
}

const MAX_SHOWN = 200

const shown = (db: Db) =>
  db
    .selectFrom('monNotifyDelivery as delivery')
    .innerJoin('monAlarmOutbox as outbox', 'outbox.id', 'delivery.outboxId')
    .innerJoin('monAlarm as alarm', 'alarm.id', 'delivery.alarmId')
    .leftJoin('sysUser as person', 'person.id', 'delivery.receiver')
    .leftJoin('monNotifyPolicy as policy', 'policy.id', 'delivery.policyId')
    .selectAll('delivery')
    .select(['outbox.kind', 'person.realname', 'policy.name as policyName', 'alarm.no as alarmNo', 'alarm.title'])
    .limit(MAX_SHOWN)
type Shown = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

const toDelivery = (row: Shown): NotifyDelivery => ({
  id: row.id,
  alarmId: row.alarmId,
  alarmNo: row.alarmNo,
  title: row.title,
  channel: row.channel,
  receiverName: row.realname ?? row.policyName ?? '',
  policyName: row.policyName ?? '升级',
  kind: row.kind,
  round: row.round,
  state: row.state,
  tries: row.tries,
  lastError: row.lastError,
  createMs: row.createTime.getTime(),
  nextMs: row.nextAt.getTime(),
  sentMs: row.sentAt?.getTime() ?? null,
})

/** Messages about an alarm, oldest first, at most 200; none if the alarm is outside the scope. */
export const findDeliveries = async (db: Db, scope: DataScope, alarmId: string): Promise<NotifyDelivery[]> =>
  (
    await shown(db)
      .where('delivery.alarmId', '=', alarmId)
      .where(scopeFilter(scope, 'alarm'))
      .orderBy('delivery.createTime')
      .orderBy('delivery.id')
      .execute()
  ).map(toDelivery)

/** The newest messages about alarms in a scope, at most 200. */
export const findNewestDeliveries = async (db: Db, scope: DataScope): Promise<NotifyDelivery[]> =>
  (
    await shown(db)
      .where(scopeFilter(scope, 'alarm'))
      .orderBy('delivery.createTime', 'desc')
      .orderBy('delivery.id', 'desc')
      .execute()
  ).map(toDelivery)
