import type { BusMessages } from '../../platform/bus.ts'
import type { Tx } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/html.ts'
import { findHolders, findUserId, postSystemNotice } from '../notice/index.ts'

interface Message {
  readonly id: string
  readonly no: string
  readonly title: string
  readonly text: string
}

type Told = BusMessages['notice']

async function post(
  trx: Tx,
  userIds: readonly string[],
  { id, no, title, text }: Message,
  nowMs: number,
): Promise<Told[]> {
  if (userIds.length === 0) return []
  const line = `卫星任务 ${no} ${text}`
  const told = await postSystemNotice(
    trx,
    {
      userIds: [...userIds],
      title: line,
      html: `<p>${escapeHtml(`${line}：${title}`)}</p>`,
      priority: 'M',
      busType: 'satTask',
      busId: id,
      openPage: `/mon/sat/task/${id}`,
    },
    new Date(nowMs),
  )
  return [told]
}

/** Notifies the requester. */
export async function tellRequester(
  trx: Tx,
  username: string | null,
  message: Message,
  nowMs: number,
): Promise<Told[]> {
  const id = username === null ? undefined : await findUserId(trx, username)
  return id === undefined ? [] : post(trx, [id], message, nowMs)
}

/** Notifies users who may approve it, except its authors. */
export async function tellApprovers(
  trx: Tx,
  task: {
    readonly sysOrgCode: string
    readonly regionCode: string
    readonly createBy: string | null
    readonly updateBy: string | null
  },
  message: Message,
  nowMs: number,
): Promise<Told[]> {
  const authors = [task.createBy, task.updateBy].filter((name) => name !== null)
  const holders = await findHolders(trx, 'mon:sat:approve', task, authors)
  return post(trx, holders, message, nowMs)
}
