import type { ParsedNoticeForm } from '@natim/contract/system/notice'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { columnsOf } from './notice.mapper.ts'
import {
  findWritten,
  insertNotice,
  type lockManageable,
  type NoticeColumns,
  updateNotices,
} from './notice.repository.ts'
import { addressEverybody, countUsers, findExisting, replaceAddressees, resetReceipts } from './send.repository.ts'

const MAX_ADDRESSEES = 1_000
/** Database name, as used in the log and versions. */
export const NOTICE_TABLE = 'sys_announcement'
export const PUBLISHED = '1'
export const REVOKED = '2'
export const EVERYBODY = 'ALL'

export type LockedNotice = Awaited<ReturnType<typeof lockManageable>>[number]

const log = (trx: Tx, actor: Actor, before: LockedNotice | undefined, after: LockedNotice | undefined) => {
  const { id = '', title: name = '' } = after ?? before ?? {}
  return writeChange(trx, actor, { table: NOTICE_TABLE, id, entityLabel: '通告', name, before, after })
}

/** Creates a draft. @throws AppError notice.* */
export async function createNotice(
  trx: Tx,
  actor: Actor,
  form: ParsedNoticeForm,
  linkHosts: readonly string[],
): Promise<LockedNotice> {
  const columns = columnsOf(form)
  assertSound(columns, linkHosts)
  const { id } = await insertNotice(trx, { ...columns, title: columns.title ?? '' }, actor.user.username)
  if (form.msgType !== EVERYBODY) await replaceAddressees(trx, id, await addresseesOf(trx, form.userIds))
  const after = await findWritten(trx, id)
  await log(trx, actor, undefined, after)
  return after
}

export async function updateNotice(
  trx: Tx,
  actor: Actor,
  row: LockedNotice | undefined,
  { id, ...form }: Partial<ParsedNoticeForm> & { readonly id: string },
  linkHosts: readonly string[],
): Promise<void> {
  if (!row || row.sendStatus === PUBLISHED) throw new AppError('notice.published')
  const columns = columnsOf(form)
  assertSound({ ...row, ...columns }, linkHosts)
  const msgType = columns.msgType ?? row.msgType
  if (msgType === EVERYBODY) {
    if (row.msgType !== EVERYBODY) await replaceAddressees(trx, id, [])
  } else if (form.userIds != null || row.msgType === EVERYBODY) {
    await replaceAddressees(trx, id, await addresseesOf(trx, form.userIds))
  }
  await updateNotices(trx, [id], columns, actor.user.username)
  await log(trx, actor, row, await findWritten(trx, id))
}

/** Soft deletion. */
export async function removeNotices(trx: Tx, actor: Actor, rows: readonly LockedNotice[]): Promise<void> {
  if (rows.some((row) => row.sendStatus === PUBLISHED)) throw new AppError('notice.published')
  const ids = rows.map(({ id }) => id)
  await updateNotices(trx, ids, { delFlag: '1' }, actor.user.username)
  for (const row of rows) await log(trx, actor, row, undefined)
}

/** Columns restored from a version; state and publishing times are not. */
const RESTORED = [
  'title',
  'msgContent',
  'msgAbstract',
  'startTime',
  'endTime',
  'priority',
  'msgCategory',
  'msgType',
  'busType',
  'busId',
  'openType',
  'openPage',
] as const

/** Restores a version or a deleted announcement. Deleted addressees are left out. */
export async function restoreNotice(
  trx: Tx,
  actor: Actor,
  row: LockedNotice | undefined,
  content: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!row || row.sendStatus === PUBLISHED) throw new AppError('notice.published')
  const columns = Object.fromEntries(RESTORED.filter((key) => key in content).map((key) => [key, content[key]]))
  const userIds = content['msgType'] === EVERYBODY ? [] : idsOf(content['userIds'] as string | null)
  await replaceAddressees(trx, row.id, await findExisting(trx, userIds))
  await updateNotices(trx, [row.id], { ...columns, delFlag: '0' }, actor.user.username)
  await log(trx, actor, row.delFlag === '1' ? undefined : row, await findWritten(trx, row.id))
}

export async function publishNotice(
  trx: Tx,
  { user }: Actor,
  row: LockedNotice | undefined,
  at: Date,
): Promise<LockedNotice> {
  if (!row || row.sendStatus === PUBLISHED) throw new AppError('notice.already_published')
  if (row.msgType === EVERYBODY) await addressEverybody(trx, row.id, row.endTime)
  await resetReceipts(trx, row.id)
  const published = { sendStatus: PUBLISHED, sendTime: at, cancelTime: null, sender: user.username } as const
  await updateNotices(trx, [row.id], published, user.username)
  return row
}

export async function revokeNotice(
  trx: Tx,
  { user }: Actor,
  row: LockedNotice | undefined,
  at: Date,
): Promise<LockedNotice> {
  if (row?.sendStatus !== PUBLISHED) throw new AppError('notice.not_published')
  await updateNotices(trx, [row.id], { sendStatus: REVOKED, cancelTime: at }, user.username)
  return row
}

function assertSound(columns: Partial<NoticeColumns>, linkHosts: readonly string[]): void {
  const { title, startTime, endTime, openPage } = columns
  const isOutside = openPage?.startsWith('https:') === true
  if (isOutside && !(URL.canParse(openPage) && linkHosts.includes(new URL(openPage).host))) {
    throw new AppError('notice.link_refused')
  }
  if (title === '') throw new AppError('request.invalid', { data: { detail: '标题：不能为空' } })
  if (startTime && endTime && endTime <= startTime) throw new AppError('notice.time_inverted')
}

const idsOf = (list: string | null | undefined) => [...new Set((list ?? '').split(',').filter((id) => id !== ''))]

async function addresseesOf(trx: Tx, userIds: string | null | undefined): Promise<string[]> {
  const ids = idsOf(userIds)
  if (ids.length === 0) throw new AppError('notice.no_addressee')
  if (ids.length > MAX_ADDRESSEES || (await countUsers(trx, ids)) !== ids.length) {
    throw new AppError('notice.unknown_addressee')
  }
  return ids
}
