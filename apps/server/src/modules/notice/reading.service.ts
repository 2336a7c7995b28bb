import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { NoticeRow, UnreadNotices } from '@natim/contract/system/notice'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { superQueryCondition } from '../../platform/list/super-query.ts'
import { toPage } from '../../platform/wire.ts'
import { toMyNoticeRow, toNoticeRow } from './notice.mapper.ts'
import { findPublic, findReadable } from './notice.repository.ts'
import {
  countUnread,
  findMine,
  findUnread,
  MY_NOTICE_FIELDS,
  type MyNoticeFilter,
  markRead,
} from './send.repository.ts'

interface PageOf extends Readonly<Record<string, unknown>> {
  readonly pageNo: number
  readonly pageSize: number
}

/** Announcements for readers: list new ones, read them, mark them as read. */
export function createReadingService({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  return {
    async unread({ userId }: SessionUser, limit: number): Promise<UnreadNotices> {
      const [notices, messages, totals] = await Promise.all([
        findUnread(db, userId, '1', limit),
        findUnread(db, userId, '2', limit),
        countUnread(db, userId),
      ])
      return {
        anntMsgList: notices.map(toNoticeRow),
        anntMsgTotal: totals[1],
        sysMsgList: messages.map(toNoticeRow),
        sysMsgTotal: totals[2],
      }
    },

    async list({ userId }: SessionUser, query: MyNoticeFilter & PageOf) {
      const { pageNo, pageSize } = query
      const limit = Math.min(pageSize, MAX_PAGE_SIZE)
      const filter = { ...query, advanced: superQueryCondition(query, MY_NOTICE_FIELDS) }
      const { records, total } = await findMine(db, userId, filter, { offset: (pageNo - 1) * limit, limit })
      const rows = records.map((record) => toMyNoticeRow(record, userId))
      return toPage(rows, total, { pageNo, pageSize: limit })
    },

    /** @throws AppError row.not_found for one not addressed to the caller, as for a missing one */
    async get(user: SessionUser, id: string): Promise<NoticeRow> {
      const record = await findReadable(db, user, id)
      if (!record) throw new AppError('row.not_found')
      return toNoticeRow(record.createBy === user.username ? record : { ...record, userIds: null })
    },

    /** For the standalone page: announcements to all users are public. */
    async findShown(user: SessionUser | undefined, id: string): Promise<NoticeRow | undefined> {
      const record = user ? await findReadable(db, user, id) : await findPublic(db, id)
      return record && toNoticeRow({ ...record, userIds: null })
    },

    async markRead({ userId }: SessionUser, noticeId?: string): Promise<void> {
      await markRead(db, userId, noticeId)
    },

    /** Makes only the caller's own consoles reload their lists. */
    refreshOwn({ userId }: SessionUser): void {
      bus.publish('notice', { userIds: [userId], message: { cmd: 'topic', msgTxt: '' } })
    },
  }
}
