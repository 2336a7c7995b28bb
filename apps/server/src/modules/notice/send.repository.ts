import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import { NOTICE_FIELDS, senderName } from './notice.repository.ts'

export interface MyNoticeFilter {
  readonly title?: string | undefined
  readonly sender?: string | undefined
  readonly readFlag?: '0' | '1' | undefined
  readonly msgCategory?: '1' | '2' | undefined
  readonly busType?: string | undefined
  /** Condition over {@link MY_NOTICE_FIELDS}. */
  readonly advanced?: Expression<SqlBool> | undefined
}

/**
 * Published announcements for a user, with their send row if any. Those for all users that ended before the user was
 * created are excluded (contract/20 §12).
 */
function mine(db: Db, userId: string) {
  return db
    .selectFrom('sysAnnouncement as notice')
    .innerJoin('sysUser as reader', (join) => join.on('reader.id', '=', userId))
    .leftJoin('sysAnnouncementSend as send', (join) =>
      join.onRef('send.announcementId', '=', 'notice.id').on('send.userId', '=', userId),
    )
    .where('notice.delFlag', '=', '0')
    .where('notice.sendStatus', '=', '1')
    .where(
      sql<boolean>`(send.id is not null
        or (notice.msg_type = 'ALL' and coalesce(notice.end_time, notice.send_time) >= reader.create_time))`,
    )
}

const readFlag = sql<'0' | '1'>`coalesce(send.read_flag, '0')`
const isUnread = sql<boolean>`coalesce(send.read_flag, '0') = '0'`
const holds = (column: string, part: string) =>
  sql<boolean>`strpos(lower(coalesce(${sql.ref(column)}, '')), lower(${part})) > 0`

/** Matches the sender's user name or the displayed real name. */
const isSentBy = (part: string) =>
  sql<boolean>`(${holds('notice.sender', part)} or strpos(lower(coalesce(${senderName}, '')), lower(${part})) > 0)`

/** Newest first. */
export function findUnread(db: Db, userId: string, category: '1' | '2', limit: number) {
  return mine(db, userId)
    .where(isUnread)
    .where('notice.msgCategory', '=', category)
    .selectAll('notice')
    .select(senderName.as('senderName'))
    .orderBy('notice.sendTime', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(limit)
    .execute()
}

/** Number of unread announcements per category. */
export async function countUnread(db: Db, userId: string): Promise<Record<'1' | '2', number>> {
  const rows = await mine(db, userId)
    .where(isUnread)
    .select(['notice.msgCategory', sql<number>`count(*)::int`.as('total')])
    .groupBy('notice.msgCategory')
    .execute()
  const of = (category: string) => rows.find((row) => row.msgCategory === category)?.total ?? 0
  return { 1: of('1'), 2: of('2') }
}

/** Fields for an advanced query over the user's own announcements. */
export const MY_NOTICE_FIELDS: ListFields = {
  ...NOTICE_FIELDS,
  readFlag: { expression: readFlag, type: 'text' },
  readTime: { expression: sql.ref('send.readTime'), type: 'time' },
}

export interface Slice {
  readonly offset: number
  readonly limit: number
}

export type MyNoticeRecord = Awaited<ReturnType<typeof findMine>>['records'][number]

/** Unread first, then the newest. */
export async function findMine(db: Db, userId: string, filter: MyNoticeFilter, { offset, limit }: Slice) {
  const filtered = mine(db, userId)
    .where(allOf(filter.advanced ? [filter.advanced] : []))
    .$if(!!filter.title, (query) => query.where(holds('notice.title', filter.title ?? '')))
    .$if(!!filter.sender, (query) => query.where(isSentBy(filter.sender ?? '')))
    .$if(filter.readFlag !== undefined, (query) => query.where(sql<boolean>`${readFlag} = ${filter.readFlag}`))
    .$if(filter.msgCategory !== undefined, (query) => query.where('notice.msgCategory', '=', filter.msgCategory ?? ''))
    .$if(!!filter.busType, (query) => query.where('notice.busType', '=', filter.busType ?? ''))
  const [records, count] = await Promise.all([
    filtered
      .selectAll('notice')
      .select([sql<string>`coalesce(send.id, notice.id)`.as('sendId'), readFlag.as('readFlag'), 'send.readTime'])
      .select(senderName.as('senderName'))
      .orderBy(readFlag)
      .orderBy('notice.sendTime', 'desc')
      .orderBy('notice.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    filtered.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

/** Marks announcements for the user as read, one or all. Returns how many were unread. */
export async function markRead(db: Db, userId: string, noticeId?: string): Promise<number> {
  const unread = await mine(db, userId)
    .where(isUnread)
    .$if(noticeId !== undefined, (query) => query.where('notice.id', '=', noticeId ?? ''))
    .select('notice.id')
    .execute()
  if (unread.length === 0) return 0
  await db
    .insertInto('sysAnnouncementSend')
    .values(unread.map((row) => ({ ...sendRow(row.id, userId), readFlag: '1', readTime: sql<Date>`now()` })))
    .onConflict((conflict) =>
      conflict
        .columns(['announcementId', 'userId'])
        .doUpdateSet({ readFlag: '1', readTime: sql<Date>`now()` })
        .where('sysAnnouncementSend.readFlag', '=', '0'),
    )
    .execute()
  return unread.length
}

const sendRow = (announcementId: string, userId: string) => ({ id: newId(), announcementId, userId })

/** Replaces the send rows of an announcement by rows for these users. */
export async function replaceAddressees(trx: Tx, noticeId: string, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sysAnnouncementSend')
    .where('announcementId', '=', noticeId)
    .$if(userIds.length > 0, (query) => query.where('userId', 'not in', [...userIds]))
    .execute()
  if (userIds.length === 0) return
  await trx
    .insertInto('sysAnnouncementSend')
    .values(userIds.map((userId) => sendRow(noticeId, userId)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks an announcement as unread for everyone, including readers of an earlier edition. */
export async function resetReceipts(trx: Tx, noticeId: string): Promise<void> {
  await trx
    .updateTable('sysAnnouncementSend')
    .set({ readFlag: '0', readTime: null })
    .where('announcementId', '=', noticeId)
    .execute()
}

/** Adds a send row for every user; for an ended announcement, only for users that existed then. */
export async function addressEverybody(trx: Tx, noticeId: string, endTime: Date | null): Promise<void> {
  const users = await trx
    .selectFrom('sysUser')
    .select('id')
    .where('delFlag', '=', 0)
    .$if(endTime !== null, (query) => query.where('createTime', '<=', endTime))
    .execute()
  const ROWS_PER_STATEMENT = 5_000
  for (let from = 0; from < users.length; from += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('sysAnnouncementSend')
      .values(users.slice(from, from + ROWS_PER_STATEMENT).map(({ id }) => sendRow(noticeId, id)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function findAddressees(db: Db, noticeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysAnnouncementSend')
    .select('userId')
    .where('announcementId', '=', noticeId)
    .execute()
  return rows.map((row) => row.userId)
}

export async function countUsers(db: Db, userIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('sysUser')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('id', 'in', [...userIds])
    .where('delFlag', '=', 0)
    .executeTakeFirstOrThrow()
  return row.total
}

/** The users among these that still exist. */
export async function findExisting(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('sysUser')
    .select('id')
    .where('id', 'in', [...userIds])
    .execute()
  return rows.map(({ id }) => id)
}
