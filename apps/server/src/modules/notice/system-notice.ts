import type { Tx } from '../../platform/db/db.ts'
import type { BusMessages } from '../../platform/bus.ts'
import { insertNotice, updateNotices } from './notice.repository.ts'
import { replaceAddressees } from './send.repository.ts'

/** A message of the program itself to some people. */
export interface SystemNotice {
  readonly userIds: readonly string[]
  readonly title: string
  /** HTML that the program made. */
  readonly html: string
  readonly priority: 'H' | 'M' | 'L'
  /** What it is about. */
  readonly busType: string
  readonly busId: string
  /** Where it leads, within the console. */
  readonly openPage: string
}

const MAX_TITLE = 100
const SENDER = 'system'

/**
 * Publishes it, unread, within a wider change; nobody writes it, so the journal does not know it.
 *
 * @returns what the bus is to carry after the commit
 */
export async function postSystemNotice(trx: Tx, notice: SystemNotice, at: Date): Promise<BusMessages['notice']> {
  const { userIds, html, priority, busType, busId, openPage } = notice
  const title = notice.title.slice(0, MAX_TITLE)
  const columns = { msgContent: html, msgAbstract: title, priority, msgCategory: '2', msgType: 'USER' } as const
  const row = await insertNotice(trx, { title, ...columns, busType, busId, openType: 'url', openPage }, SENDER)
  await replaceAddressees(trx, row.id, userIds)
  await updateNotices(trx, [row.id], { sendStatus: '1', sendTime: at, sender: SENDER }, SENDER)
  return { userIds: [...userIds], message: { cmd: 'user', msgId: row.id, msgTxt: title } }
}
