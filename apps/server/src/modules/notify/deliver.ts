import type { NotifyPreference } from '@natim/contract/mon/notify'
import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { postSystemNotice } from '../notice/index.ts'
import { type Channels, failureText, Undeliverable } from './channels.ts'
import {
  type Claim,
  claimDue,
  findDigestAlarms,
  findToldAlarms,
  type Outcome,
  settle,
  type ToldAlarm,
} from './delivery.repository.ts'
import { isMeant } from './expand.ts'
import { alarmMessage, digestMessage, historicMessage, htmlOf, type Message, priorityOf } from './message.ts'
import { findAddress, findPreference } from './person.repository.ts'
import { findPolicy } from './policy.repository.ts'
import { quietUntilMs } from './quiet-hours.ts'
import type { MaySee } from './sight.ts'

/** Delay after each failed try. */
const RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS] as const
const CLAIMS_AT_ONCE = 50
const SENDS_AT_ONCE = 8
const PER_MINUTE = 20
const LEASE_MS = 2 * MINUTE_MS
/** Severities up to this one ignore preferences and quiet hours. */
const GRAVE = 2

export interface DeliverDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly channels: Channels
  readonly maySee: MaySee
  readonly now: () => number
}

/** Sends due messages. @returns number of messages accepted */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  const { db, now } = deps
  const { singles, digests } = await claimDue(db, {
    nowMs: now(),
    limit: CLAIMS_AT_ONCE,
    perMinute: PER_MINUTE,
    leaseMs: LEASE_MS,
  })
  const groups = [...singles.map((claim) => [claim]), ...digests]
  const alarms = await findToldAlarms(
    db,
    groups.flat().map(({ alarmId }) => alarmId),
  )
  for (let i = 0; i < groups.length; i += SENDS_AT_ONCE)
    await Promise.all(groups.slice(i, i + SENDS_AT_ONCE).map((group) => deliver(deps, group, alarms)))
  return groups.length
}

/** A person's preference, of which any channel may be asked for. */
type Preference = Omit<NotifyPreference, 'channels'> & { readonly channels: readonly Claim['channel'][] }

const isToPerson = ({ channel }: Claim) => channel === 'console' || channel === 'sms' || channel === 'mail'

/** Sends one message: for one delivery, or for several with the same receiver and channel. */
async function deliver(deps: DeliverDeps, group: readonly Claim[], alarms: ReadonlyMap<string, ToldAlarm>) {
  const { db, now, log } = deps
  const left: { readonly claim: Claim; readonly alarm: ToldAlarm; readonly all: readonly ToldAlarm[] }[] = []
  for (const claim of group) {
    const all = claim.kind === 'historic' ? await visibleOf(deps, claim) : []
    const alarm = all[0] ?? alarms.get(claim.alarmId)
    const hindrance = alarm === undefined ? drop('报警不存在') : await hindranceOf(deps, claim, alarm)
    if (hindrance !== undefined) await settle(db, [claim.id], hindrance, new Date(now()))
    else if (alarm !== undefined) left.push({ claim, alarm, all })
  }
  const [first] = left
  if (first === undefined) return
  const { claim, alarm, all } = first
  const message =
    left.length === 1
      ? all.length > 0
        ? historicMessage(claim.id, claim.outboxId, all)
        : alarmMessage(claim.id, alarm, claim.kind, claim.round)
      : digestMessage(
          claim.id,
          left.map((one) => one.alarm),
        )
  const ids = left.map((one) => one.claim.id)
  try {
    if (claim.channel === 'console') await postToConsole(deps, ids, claim.receiver, message)
    else {
      await send(deps, claim, message)
      await settle(db, ids, { state: 'sent' }, new Date(now()))
    }
  } catch (error) {
    log.warn({ err: error, channel: claim.channel, tries: claim.tries }, 'alarm notification not accepted')
    await settle(db, ids, outcomeOf(error, claim.tries, now()), new Date(now()))
  }
}

/**
 * Alarms of a digest that the receiver may see when it is sent; an address of a policy gets all that match the policy.
 */
async function visibleOf({ db, maySee }: DeliverDeps, claim: Claim): Promise<ToldAlarm[]> {
  const all = await findDigestAlarms(db, claim.outboxId)
  const policy = isToPerson(claim) ? undefined : await findPolicy(db, claim.policyId)
  const shown: ToldAlarm[] = []
  for (const alarm of all)
    if (policy ? isMeant(policy, claim.severity, alarm) : await maySee(claim.receiver, alarm)) shown.push(alarm)
  return shown
}

const drop = (error: string): Outcome => ({ state: 'dropped', error })

/** Why a message is not sent now; checked at the time of sending. */
async function hindranceOf(deps: DeliverDeps, claim: Claim, alarm: ToldAlarm): Promise<Outcome | undefined> {
  if (!isToPerson(claim)) return undefined
  if (!(await deps.maySee(claim.receiver, alarm))) return drop('接收人无权查看该报警')
  // Receivers in quiet hours are not notified of alarms handled meanwhile.
  if (claim.isQuiet && (alarm.acked || alarm.closedTs !== null)) return drop('静默时段内已处理')
  if (claim.severity <= GRAVE || claim.channel === 'console') return undefined
  const { channels, quietFrom, quietTo }: Preference = await findPreference(deps.db, claim.receiver)
  if (!channels.includes(claim.channel)) return drop('本人已关闭该通知方式')
  const nextMs = quietUntilMs(quietFrom, quietTo, deps.now())
  return nextMs === undefined ? undefined : { state: 'waiting', nextMs, isQuiet: true, error: '静默时段' }
}

/** The notice and its sent state are committed in one transaction. */
async function postToConsole({ db, bus, now }: DeliverDeps, ids: readonly string[], userId: string, message: Message) {
  const at = new Date(now())
  const told = await db.transaction().execute(async (trx) => {
    const settled = await settle(trx, ids, { state: 'sent' }, at)
    if (settled === 0) return undefined
    const { title, severity, path: openPage, alarms } = message
    const [alarm] = alarms
    return postSystemNotice(
      trx,
      {
        userIds: [userId],
        title,
        html: htmlOf(message),
        priority: priorityOf(severity),
        busType: 'alarm',
        busId: alarm?.id ?? '',
        openPage,
      },
      at,
    )
  })
  if (told !== undefined) bus.publish('notice', told)
}

async function send({ db, channels, now }: DeliverDeps, claim: Claim, message: Message): Promise<void> {
  if (claim.channel === 'sms' || claim.channel === 'mail') {
    const address = await findAddress(db, claim.receiver)
    if (claim.channel === 'sms') await channels.sms(address?.phone ?? null, message)
    else await channels.mail(address?.email ?? null, message)
    return
  }
  const policy = await findPolicy(db, claim.policyId)
  if (policy === undefined) throw new Undeliverable('通知策略已删除')
  if (claim.channel === 'webhook') await channels.webhook(policy, message, now())
  else await channels.wechat(policy, message)
}

function outcomeOf(error: unknown, tries: number, nowMs: number): Outcome {
  if (error instanceof Undeliverable) return drop(error.message)
  const text = failureText(error)
  const waitMs = RETRY_MS[tries - 1]
  return waitMs === undefined
    ? { state: 'failed', error: text }
    : { state: 'waiting', error: text, nextMs: nowMs + waitMs }
}
