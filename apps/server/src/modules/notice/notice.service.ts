import type { ListQuery } from '@natim/contract/fields'
import type { NoticeRow, ParsedNoticeForm } from '@natim/contract/system/notice'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { columnsOf, noticeText, toNoticeRow } from './notice.mapper.ts'
import {
  findManageable,
  insertNotice,
  listManageable,
  lockManageable,
  NOTICE_FIELDS,
  NOTICE_LIST,
  type NoticeColumns,
  type NoticeRecord,
  updateNotices,
} from './notice.repository.ts'
import { addressEverybody, countUsers, findAddressees, replaceAddressees, resetReceipts } from './send.repository.ts'

const MAX_ADDRESSEES = 1_000
const PUBLISHED = '1'
const REVOKED = '2'
const EVERYBODY = 'ALL'

export interface NoticeDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  /** Hosts that an announcement may lead to, besides our own pages. */
  readonly linkHosts: readonly string[]
}

/** 系统通告: writing, publishing and taking back. Nobody sees the drafts of another, whatever his rights. */
export function createNoticeService({ db, bus, now, linkHosts }: NoticeDeps) {
  /** Carries out a change on rows that are locked and the caller's to change. */
  function change<T>(user: SessionUser, ids: readonly string[], work: (trx: Tx, rows: LockedNotice[]) => Promise<T>) {
    return db.transaction().execute(async (trx) => {
      const rows = await lockManageable(trx, user, ids)
      if (rows.length !== new Set(ids).size) throw new AppError('row.not_found')
      return work(trx, rows)
    })
  }

  async function tell(notice: Audience & { readonly id: string }, message: { msgId?: string; msgTxt: string }) {
    const isForAll = notice.msgType === EVERYBODY
    bus.publish('notice', {
      userIds: isForAll ? 'all' : await findAddressees(db, notice.id),
      message: { cmd: isForAll ? 'topic' : 'user', ...message },
    })
  }

  /** What was published and taken back is kept with who did it. */
  const note = (user: SessionUser, content: string, notice: { readonly id: string; readonly title: string }) =>
    writeAudit(db, {
      logType: OPERATION_LOG,
      content: `${content}：${notice.title}`,
      success: true,
      userId: user.userId,
      username: user.username,
      sessionId: user.sessionId,
      objectId: notice.id,
    })

  return {
    async list(user: SessionUser, query: ListQuery) {
      const request = parseListRequest(query, NOTICE_FIELDS, NOTICE_LIST)
      const { records, total } = await listManageable(db, user, request)
      return toPage(records.map(toNoticeRow), total, request)
    },

    /** For those who manage announcements; undefined when it is none of theirs. */
    async find(user: SessionUser, id: string): Promise<NoticeRow | undefined> {
      const record = await findManageable(db, user, id)
      return record && toNoticeRow(record)
    },

    create(user: SessionUser, form: ParsedNoticeForm): Promise<{ id: string }> {
      return db.transaction().execute(async (trx) => {
        const columns = columnsOf(form)
        assertSound(columns, linkHosts)
        const id = await insertNotice(trx, { ...columns, title: columns.title ?? '' }, user.username)
        if (form.msgType !== EVERYBODY) await replaceAddressees(trx, id, await addresseesOf(trx, form.userIds))
        return { id }
      })
    },

    async update(user: SessionUser, { id, ...form }: Partial<ParsedNoticeForm> & { id: string }): Promise<void> {
      await change(user, [id], async (trx, [row]) => {
        if (!row || row.sendStatus === PUBLISHED) throw new AppError('notice.published')
        const columns = columnsOf(form)
        assertSound({ ...row, ...columns }, linkHosts)
        const msgType = columns.msgType ?? row.msgType
        if (msgType === EVERYBODY) {
          if (row.msgType !== EVERYBODY) await replaceAddressees(trx, id, [])
        } else if (form.userIds != null || row.msgType === EVERYBODY) {
          await replaceAddressees(trx, id, await addresseesOf(trx, form.userIds))
        }
        await updateNotices(trx, [id], columns, user.username)
      })
    },

    async remove(user: SessionUser, ids: readonly string[]): Promise<void> {
      await change(user, ids, async (trx, rows) => {
        if (rows.some((row) => row.sendStatus === PUBLISHED)) throw new AppError('notice.published')
        await updateNotices(trx, ids, { delFlag: '1' }, user.username)
      })
    },

    async release(user: SessionUser, id: string): Promise<void> {
      const notice = await change(user, [id], async (trx, [row]) => {
        if (!row || row.sendStatus === PUBLISHED) throw new AppError('notice.already_published')
        if (row.msgType === EVERYBODY) await addressEverybody(trx, id, row.endTime)
        await resetReceipts(trx, id)
        const published = {
          sendStatus: PUBLISHED,
          sendTime: new Date(now()),
          cancelTime: null,
          sender: user.username,
        } as const
        await updateNotices(trx, [id], published, user.username)
        return row
      })
      await note(user, '发布通告', notice)
      await tell(notice, { msgId: id, msgTxt: noticeText(notice) })
    },

    /** It leaves every list at once: the message without an id only makes consoles read again. */
    async revoke(user: SessionUser, id: string): Promise<void> {
      const notice = await change(user, [id], async (trx, [row]) => {
        if (row?.sendStatus !== PUBLISHED) throw new AppError('notice.not_published')
        await updateNotices(trx, [id], { sendStatus: REVOKED, cancelTime: new Date(now()) }, user.username)
        return row
      })
      await note(user, '撤销通告', notice)
      await tell(notice, { msgTxt: '' })
    },

    /** Announces a published one again. */
    async repeat(user: SessionUser, id: string): Promise<void> {
      if (!user.permissions.has('system:announcement:release')) throw new AppError('permission.denied')
      const notice = await findManageable(db, user, id)
      if (!notice) throw new AppError('row.not_found')
      if (notice.sendStatus !== PUBLISHED) throw new AppError('notice.not_published')
      await tell(notice, { msgId: id, msgTxt: noticeText(notice) })
    },
  }
}

type LockedNotice = Awaited<ReturnType<typeof lockManageable>>[number]
type Audience = Pick<NoticeRecord, 'msgType'>

function assertSound(columns: Partial<NoticeColumns>, linkHosts: readonly string[]): void {
  const { title, startTime, endTime, openPage } = columns
  const isOutside = openPage?.startsWith('https:') === true
  if (isOutside && !(URL.canParse(openPage) && linkHosts.includes(new URL(openPage).host))) {
    throw new AppError('notice.link_refused')
  }
  if (title === '') throw new AppError('request.invalid', { data: { detail: '标题：不能为空' } })
  if (startTime && endTime && endTime <= startTime) throw new AppError('notice.time_inverted')
}

async function addresseesOf(trx: Tx, userIds: string | null | undefined): Promise<string[]> {
  const ids = [...new Set((userIds ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw new AppError('notice.no_addressee')
  if (ids.length > MAX_ADDRESSEES || (await countUsers(trx, ids)) !== ids.length) {
    throw new AppError('notice.unknown_addressee')
  }
  return ids
}
