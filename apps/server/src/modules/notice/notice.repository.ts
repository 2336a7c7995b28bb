import type { NoticeRow } from '@natim/contract/system/notice'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export const NOTICE_FIELDS: ListFields = {
  title: { expression: sql.ref('notice.title'), type: 'text' },
  msgContent: { expression: sql.ref('notice.msgContent'), type: 'text' },
  msgAbstract: { expression: sql.ref('notice.msgAbstract'), type: 'text' },
  sender: { expression: sql.ref('notice.sender'), type: 'text' },
  priority: { expression: sql.ref('notice.priority'), type: 'text' },
  msgCategory: { expression: sql.ref('notice.msgCategory'), type: 'text' },
  msgType: { expression: sql.ref('notice.msgType'), type: 'text' },
  sendStatus: { expression: sql.ref('notice.sendStatus'), type: 'text' },
  busType: { expression: sql.ref('notice.busType'), type: 'text' },
  createBy: { expression: sql.ref('notice.createBy'), type: 'text' },
  startTime: { expression: sql.ref('notice.startTime'), type: 'time' },
  endTime: { expression: sql.ref('notice.endTime'), type: 'time' },
  sendTime: { expression: sql.ref('notice.sendTime'), type: 'time' },
  cancelTime: { expression: sql.ref('notice.cancelTime'), type: 'time' },
  createTime: { expression: sql.ref('notice.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('notice.updateTime'), type: 'time' },
}

export const NOTICE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`notice.id`,
} as const

/** The reader: rows are shown to their author and their addressees (security §5). */
export interface Reader {
  readonly userId: string
  readonly username: string
}

const isAddressed = ({ userId }: Reader) => sql<SqlBool>`(notice.msg_type = 'ALL' or exists (
  select from sys_announcement_send as addressed
  where addressed.announcement_id = notice.id and addressed.user_id = ${userId}))`

/** Condition: published and addressed to the reader, or their own. */
const isReadableBy = (reader: Reader) =>
  sql<SqlBool>`(notice.create_by = ${reader.username} or (notice.send_status = '1' and ${isAddressed(reader)}))`

/**
 * Condition: manageable by a user with announcement permissions; of others' announcements only non-drafts addressed to
 * them.
 */
const isManageableBy = (reader: Reader) =>
  sql<SqlBool>`(notice.create_by = ${reader.username} or (notice.send_status <> '0' and ${isAddressed(reader)}))`

const addressees = sql<string | null>`(
  select string_agg(send.user_id || ',', '' order by send.user_id) from sys_announcement_send as send
  where notice.msg_type = 'USER' and send.announcement_id = notice.id)`

/** Real name of the publisher (D-45); requires the alias `notice`. */
export const senderName = sql<string | null>`(
  select author.realname from sys_user as author where author.username = notice.sender)`

const all = (db: Db) => db.selectFrom('sysAnnouncement as notice')
const live = (db: Db) => all(db).where('notice.delFlag', '=', '0')

export type NoticeRecord = NonNullable<Awaited<ReturnType<typeof findManageable>>>

/** `ids` narrows to selected rows (export). */
export async function listManageable(db: Db, reader: Reader, request: ListRequest, ids?: readonly string[]) {
  const isAsked = ids === undefined ? [] : [sql<SqlBool>`notice.id = any(${[...ids]}::text[])`]
  const where = [isManageableBy(reader), ...isAsked, ...request.conditions]
  const filtered = where.reduce<ReturnType<typeof live>>((query, condition) => query.where(condition), live(db))
  const [records, count] = await Promise.all([
    filtered
      .selectAll('notice')
      .select([addressees.as('userIds'), senderName.as('senderName')])
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute(),
    filtered.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

export const findManageable = (db: Db, reader: Reader, id: string, conditions: readonly Expression<SqlBool>[] = []) =>
  findOne(db, allOf([isManageableBy(reader), ...conditions]), id)
export const findReadable = (db: Db, reader: Reader, id: string) => findOne(db, isReadableBy(reader), id)
/** Announcements visible without sign-in. */
export const findPublic = (db: Db, id: string) =>
  findOne(db, sql<SqlBool>`notice.send_status = '1' and notice.msg_type = 'ALL'`, id)

function findOne(db: Db, mayRead: Expression<SqlBool>, id: string) {
  return live(db)
    .selectAll('notice')
    .select([addressees.as('userIds'), senderName.as('senderName')])
    .where(mayRead)
    .where('notice.id', '=', id)
    .executeTakeFirst()
}

/** The rows among these that the caller may change, locked until the transaction ends. */
export function lockManageable(
  trx: Tx,
  reader: Reader,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
  { withDeleted = false } = {},
) {
  return (withDeleted ? all(trx) : live(trx))
    .selectAll('notice')
    .select(addressees.as('userIds'))
    .where(isManageableBy(reader))
    .where(allOf(conditions))
    .where('notice.id', 'in', [...ids])
    .orderBy('notice.id')
    .forUpdate()
    .execute()
}

/** Columns of the form. */
export interface NoticeColumns {
  readonly title: string
  readonly msgContent: string
  readonly msgAbstract: string | null
  readonly startTime: Date | null
  readonly endTime: Date | null
  readonly priority: NoticeRow['priority']
  readonly msgCategory: string
  readonly msgType: NoticeRow['msgType']
  readonly busType: string | null
  readonly busId: string | null
  readonly openType: NoticeRow['openType']
  readonly openPage: string | null
}

export function insertNotice(trx: Tx, columns: Partial<NoticeColumns> & { title: string }, createBy: string) {
  return trx
    .insertInto('sysAnnouncement')
    .values({ ...columns, id: newId(), createBy })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface NoticeChange extends Partial<NoticeColumns> {
  readonly sendStatus?: '1' | '2'
  readonly sendTime?: Date
  readonly cancelTime?: Date | null
  readonly sender?: string
  readonly delFlag?: '0' | '1'
}

export async function updateNotices(trx: Tx, ids: readonly string[], change: NoticeChange, updateBy: string) {
  await trx
    .updateTable('sysAnnouncement')
    .set({ ...change, updateBy, updateTime: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute()
}

/** The current row with its addressees, in the form of log and versions. */
export const findWritten = (trx: Tx, id: string) =>
  trx
    .selectFrom('sysAnnouncement as notice')
    .selectAll('notice')
    .select(addressees.as('userIds'))
    .where('notice.id', '=', id)
    .executeTakeFirstOrThrow()

/** Whether a user may see the history of an announcement, including deleted ones. */
export async function mayManage(
  db: Db,
  reader: Reader,
  id: string,
  conditions: readonly Expression<SqlBool>[],
): Promise<boolean> {
  const row = await all(db)
    .select('notice.id')
    .where(allOf([isManageableBy(reader), ...conditions]))
    .where('notice.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
