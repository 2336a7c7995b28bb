import type { NotifyChannel } from '@natim/contract/mon/notify.resource'
import { isWithin } from '@natim/domain/regions'
import { MINUTE_MS } from '@natim/domain/time'
import type { Db, Tx } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/id.ts'
import { findSilenced } from '../alarm/index.ts'
import { findOnDutyIds } from '../duty/index.ts'
import {
  deleteRepeat,
  findDigestAlarms,
  findToldAlarms,
  findToldWays,
  insertDeliveries,
  markExpanded,
  moveRepeat,
  type NewDelivery,
  type OutboxRow,
  setRepeat,
  type ToldAlarm,
  takeOutbox,
  takeRepeats,
} from './delivery.repository.ts'
import { findPolicies, findReceivers, type Policy } from './policy.repository.ts'
import type { MaySee } from './sight.ts'

const AT_ONCE = 50
/** Policy id of escalation messages that belong to no policy. */
const ESCALATION = 'escalation'
const TO_PEOPLE: readonly NotifyChannel[] = ['console', 'sms', 'mail']

export interface ExpandDeps {
  readonly db: Db
  readonly maySee: MaySee
}

type Told = Pick<OutboxRow, 'id' | 'alarmId' | 'kind' | 'severity' | 'toRole' | 'toUsers'>

/** Expands outbox rows to deliveries; both are committed in one transaction. @returns number of outbox rows */
export function expandOutbox({ db, maySee }: ExpandDeps, nowMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await takeOutbox(trx, AT_ONCE)
    if (rows.length === 0) return 0
    const alarms = await findToldAlarms(
      trx,
      rows.map(({ alarmId }) => alarmId),
    )
    const policies = await findPolicies(trx)
    for (const row of rows) {
      const alarm = alarms.get(row.alarmId)
      if (alarm === undefined) continue
      if (row.kind === 'historic') await expandDigest(trx, { row, alarm, policies, maySee }, nowMs)
      else await expandOne(trx, { row, alarm, policies, maySee }, nowMs)
    }
    await markExpanded(
      trx,
      rows.map(({ id }) => id),
      new Date(nowMs),
    )
    return rows.length
  })
}

interface Expansion {
  readonly row: Told
  readonly alarm: ToldAlarm
  readonly policies: readonly Policy[]
  readonly maySee: MaySee
}

async function expandOne(trx: Tx, { row, alarm, policies, maySee }: Expansion, nowMs: number): Promise<void> {
  const own = policies.filter((policy) => isMeant(policy, row.severity, alarm))
  const deliveries: NewDelivery[] = []
  for (const policy of own) {
    deliveries.push(...(await deliveriesOf(trx, { policy, row, alarm, maySee, round: 0 }, nowMs)))
    if (policy.repeatMin > 0)
      await setRepeat(trx, {
        outboxId: row.id,
        policyId: policy.id,
        alarmId: row.alarmId,
        dueMs: nowMs + policy.repeatMin * MINUTE_MS,
      })
  }
  if (row.kind === 'escalate' && row.toRole !== null) {
    const channels = new Set<NotifyChannel>(['console', ...own.flatMap((policy) => policy.channels)])
    const escalation = { id: ESCALATION, channels: TO_PEOPLE.filter((way) => channels.has(way)) }
    const tell = (receivers: Receivers) =>
      deliveriesOf(trx, { policy: { ...escalation, ...receivers }, row, alarm, maySee, round: 0 }, nowMs)
    const told = await tell({ ...NOBODY, userIds: row.toUsers ?? [] })
    // If those on duty may no longer see the alarm, all holders of the role are notified.
    deliveries.push(...(told.length > 0 ? told : await tell({ ...NOBODY, toRoles: [row.toRole] })))
  }
  await insertDeliveries(trx, deliveries)
}

/** One message for each user who may see any of its alarms; not urgent, so not repeated. */
async function expandDigest(trx: Tx, { row, policies, maySee }: Expansion, nowMs: number): Promise<void> {
  // Visibility of an alarm depends on its place.
  const places = groupBy(
    await findDigestAlarms(trx, row.id),
    (one) => `${one.regionCode} ${one.sysOrgCode} ${one.ruleId}`,
  )
  const deliveries: NewDelivery[] = []
  for (const [alarm] of places.values())
    for (const policy of policies)
      if (alarm && isMeant(policy, row.severity, alarm))
        deliveries.push(...(await deliveriesOf(trx, { policy, row, alarm, maySee, round: 0 }, nowMs)))
  await insertDeliveries(trx, deliveries)
}

/** Whether a policy applies to an alarm. */
export function isMeant(
  policy: Policy,
  severity: number,
  { ruleId, regionCode }: Pick<ToldAlarm, 'ruleId' | 'regionCode'>,
) {
  const { severities, regionPrefixes, ruleIds } = policy
  return (
    (severities.length === 0 || severities.includes(severity)) &&
    (regionPrefixes.length === 0 || isWithin(regionCode, regionPrefixes)) &&
    (ruleIds.length === 0 || ruleIds.includes(ruleId))
  )
}

interface Receivers extends Pick<Policy, 'toRoles' | 'toUsers' | 'toDuty'> {
  readonly userIds?: readonly string[]
}
const NOBODY = { toRoles: [], toUsers: [], toDuty: [] } as const

interface Wanted {
  readonly policy: Pick<Policy, 'id' | 'channels'> & Receivers
  readonly row: Told
  readonly alarm: ToldAlarm
  readonly maySee: MaySee
  readonly round: number
}

/** A delivery for each receiver who may see the alarm and each channel, and one for each address of the policy. */
async function deliveriesOf(
  trx: Tx,
  { policy, row, alarm, maySee, round }: Wanted,
  nowMs: number,
): Promise<NewDelivery[]> {
  const people: string[] = []
  // Drills are notified on the console only.
  const channels = alarm.drill ? policy.channels.filter((way) => way === 'console') : policy.channels
  const ways = TO_PEOPLE.filter((way) => channels.includes(way))
  if (ways.length > 0)
    for (const userId of await receiversOf(trx, policy, alarm, nowMs))
      if (await maySee(userId, alarm)) people.push(userId)
  const ownWays = channels.filter((way) => !TO_PEOPLE.includes(way))
  const one = (receiver: string, channel: NotifyChannel) => ({
    id: newId(),
    outboxId: row.id,
    alarmId: row.alarmId,
    receiver,
    policyId: policy.id,
    channel,
    round,
    severity: row.severity,
    nextAt: new Date(nowMs),
    createTime: new Date(nowMs),
  })
  const all = [
    ...people.flatMap((userId) => ways.map((way) => one(userId, way))),
    ...ownWays.map((way) => one(policy.id, way)),
  ]
  const told = isFolded(row, alarm) ? await findToldWays(trx, alarm.foldedInto) : undefined
  return told === undefined ? all : all.filter(({ receiver, channel }) => !told.has(`${receiver} ${channel}`))
}

/**
 * Receivers of the parent alarm are not notified of its children unless a child is more severe; escalations are always
 * sent.
 */
const isFolded = (
  { kind, severity }: Told,
  alarm: ToldAlarm,
): alarm is ToldAlarm & { readonly foldedInto: string; readonly parentSeverity: number } =>
  kind !== 'escalate' && alarm.foldedInto !== null && severity >= (alarm.parentSeverity ?? 0)

/** Without duplicates: named users, holders of roles, and users on duty now. */
async function receiversOf(trx: Tx, policy: Receivers, alarm: ToldAlarm, nowMs: number): Promise<ReadonlySet<string>> {
  const named = await findReceivers(trx, policy)
  const onDuty = await findOnDutyIds(trx, policy.toDuty, alarm, nowMs)
  return new Set([...(policy.userIds ?? []), ...named, ...onDuty])
}

/** Repeats messages about unacknowledged alarms. @returns number of due ones */
export function repeatDue({ db, maySee }: ExpandDeps, nowMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await takeRepeats(trx, nowMs, AT_ONCE)
    if (due.length === 0) return 0
    const alarms = await findToldAlarms(
      trx,
      due.map(({ alarmId }) => alarmId),
    )
    const silenced = await findSilenced(trx, [...alarms.values()], nowMs)
    const policies = new Map((await findPolicies(trx)).map((policy) => [policy.id, policy]))
    for (const repeat of due) {
      const alarm = alarms.get(repeat.alarmId)
      const policy = policies.get(repeat.policyId)
      if (
        alarm === undefined ||
        policy === undefined ||
        policy.repeatMin === 0 ||
        alarm.acked ||
        alarm.closedTs !== null
      ) {
        await deleteRepeat(trx, repeat)
        continue
      }
      const waitUntilMs = Math.max(silenced.get(alarm.id) ?? 0, alarm.shelvedUntil?.getTime() ?? 0)
      if (waitUntilMs > nowMs) {
        await moveRepeat(trx, repeat, waitUntilMs, repeat.round)
        continue
      }
      const round = repeat.round + 1
      const row = {
        id: repeat.outboxId,
        alarmId: alarm.id,
        kind: 'raise',
        severity: alarm.severity,
        toRole: null,
        toUsers: null,
      }
      await insertDeliveries(trx, await deliveriesOf(trx, { policy, row, alarm, maySee, round }, nowMs))
      await moveRepeat(trx, repeat, nowMs + policy.repeatMin * MINUTE_MS, round)
    }
    return due.length
  })
}
