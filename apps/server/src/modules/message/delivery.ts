import { MESSAGE_CHANNEL } from '@natim/contract/dict'
import { noticeForm } from '@natim/contract/system/notice'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import type { NoticeService } from '../notice/index.ts'
import { findUserIds } from './message.repository.ts'

export interface Message {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** User names, separated by commas. */
  readonly receivers: string
  readonly channel: string
}

const MAX_TITLE = 100

/** Delivers messages. Only system messages are supported; other channels are refused. */
export function createDelivery(db: Db, notices: NoticeService) {
  /**
   * Delivers within a transaction shared with `record`; readers are notified after the commit.
   *
   * @throws AppError message.channel_off, message.receiver_unknown
   */
  return async function deliver(actor: Actor, message: Message, record: (trx: Tx) => Promise<void>): Promise<void> {
    if (message.channel !== 'system')
      throw new AppError('message.channel_off', { data: { channel: captionOf(message.channel) } })
    const userIds = await idsOf(message.receivers)
    const form = noticeForm.parse({
      title: message.title.slice(0, MAX_TITLE),
      msgContent: message.content,
      msgCategory: '2',
      msgType: 'USER',
      userIds,
    })
    const notice = await db.transaction().execute(async (trx) => {
      await record(trx)
      return notices.publishIn(trx, actor, form)
    })
    await notices.announce(notice)
  }

  async function idsOf(receivers: string): Promise<string> {
    const names = [...new Set(receivers.split(',').map((name) => name.trim()))].filter((name) => name !== '')
    const ids = await findUserIds(db, names)
    const unknown = names.filter((name) => !ids.has(name))
    if (unknown.length > 0)
      throw new AppError('message.receiver_unknown', { data: { names: unknown.slice(0, 10).join('、') } })
    return [...ids.values()].join(',')
  }
}

const captionOf = (channel: string) => MESSAGE_CHANNEL[channel as keyof typeof MESSAGE_CHANNEL] ?? channel
