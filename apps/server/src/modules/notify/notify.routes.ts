import { notifyEndpoints } from '@natim/contract/mon/notify'
import { type NotifyChannel, notifyPolicy } from '@natim/contract/mon/notify.resource'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { newId } from '../../platform/id.ts'
import { actorOf, writeOperation } from '../../platform/journal.ts'
import type { Log } from '../../platform/logger.ts'
import { postSystemNotice } from '../notice/index.ts'
import { createResource, resourceHandlers } from '../resource/index.ts'
import { type Channels, createChannels, createPolicySealer, failureText } from './channels.ts'
import { findDeliveries, findNewestDeliveries } from './delivery.repository.ts'
import { htmlOf, testMessage } from './message.ts'
import { findAddress, findPreference, savePreference } from './person.repository.ts'
import { findPolicy, type Policy } from './policy.repository.ts'
import { policyWith } from './policy.resource.ts'

interface NotifyDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly config: Config
  readonly log: Log
}

/** 通知策略, sent messages, and personal preferences. */
export function registerNotifyRoutes(api: FastifyInstance, { db, bus, now, config, log }: NotifyDeps): void {
  const policies = createResource(db, policyWith({ sealer: createPolicySealer(config), hosts: config.webhookHosts }))
  const channels = createChannels(config, log)
  implement(api, notifyPolicy.endpoints, resourceHandlers(db, notifyPolicy, policies))
  implement(api, notifyEndpoints, {
    async test({ body: { id }, ctx }) {
      await policies.get(ctx.user, id)
      const policy = await findPolicy(db, id)
      if (policy === undefined) throw new AppError('row.not_found')
      await writeOperation(db, actorOf(ctx), { content: `发送测试通知：${policy.name}`, objectId: id })
      const results = await Promise.all(
        policy.channels.map(async (channel) => ({
          channel,
          error: await sendTest({ db, bus, channels, nowMs: now() }, { policy, channel, userId: ctx.user.userId }),
        })),
      )
      const failed = results.filter(({ error }) => error !== null).length
      return withMessage(results, failed === 0 ? '测试消息已发送' : `${failed} 种方式发送失败`)
    },
    deliveries: ({ ctx }) => findNewestDeliveries(db, ctx.user.scope),
    async ofAlarm({ query, ctx: { user } }) {
      const deliveries = await findDeliveries(db, user.scope, query.id)
      // Failures contain hosts and addresses: shown only to those who manage policies.
      return user.permissions.has('mon:notify:view')
        ? deliveries
        : deliveries.map((row) => ({ ...row, lastError: null }))
    },
    preference: ({ ctx }) => findPreference(db, ctx.user.userId),
    async savePreference({ body, ctx }) {
      await savePreference(db, ctx.user.userId, body, new Date(now()))
      return withMessage(null, '已保存')
    },
  })
}

interface TestWays {
  readonly db: Db
  readonly bus: Bus
  readonly channels: Channels
  readonly nowMs: number
}

interface Test {
  readonly policy: Policy
  readonly channel: NotifyChannel
  /** The user who requested the test. */
  readonly userId: string
}

/** Sends one message by one channel. @returns why it was not accepted; null = accepted */
async function sendTest({ db, bus, channels, nowMs }: TestWays, { policy, channel, userId }: Test) {
  const message = testMessage(newId(), policy.name, nowMs)
  const { title, path: openPage } = message
  try {
    const person = await findAddress(db, userId)
    switch (channel) {
      case 'console': {
        const notice = { userIds: [userId], title, html: htmlOf(message), priority: 'L', openPage } as const
        const told = await db
          .transaction()
          .execute((trx) => postSystemNotice(trx, { ...notice, busType: 'test', busId: policy.id }, new Date(nowMs)))
        bus.publish('notice', told)
        break
      }
      case 'sms':
        await channels.sms(person?.phone ?? null, message)
        break
      case 'mail':
        await channels.mail(person?.email ?? null, message)
        break
      case 'webhook':
        await channels.webhook(policy, message, nowMs)
        break
      default:
        await channels.wechat(policy, message)
    }
    return null
  } catch (error) {
    return failureText(error)
  }
}
