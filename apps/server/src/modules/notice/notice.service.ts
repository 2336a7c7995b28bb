import type { ListQuery } from '@natim/contract/fields'
import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { NoticeRow, ParsedNoticeForm } from '@natim/contract/system/notice'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { versionsOf } from '../resource/index.ts'
import { noticeText, toNoticeRow } from './notice.mapper.ts'
import {
  findManageable,
  listManageable,
  lockManageable,
  mayManage,
  NOTICE_FIELDS,
  NOTICE_LIST,
} from './notice.repository.ts'
import {
  createNotice,
  EVERYBODY,
  type LockedNotice,
  NOTICE_TABLE,
  PUBLISHED,
  publishNotice,
  REVOKED,
  removeNotices,
  restoreNotice,
  revokeNotice,
  updateNotice,
} from './notice-writes.ts'
import { findAddressees } from './send.repository.ts'

export interface NoticeDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  /** External hosts that an announcement may link to. */
  readonly linkHosts: readonly string[]
}

const RULED = { component: 'system/SysAnnouncementList', fields: NOTICE_FIELDS } as const
const EVERYTHING = { pageNo: 1, pageSize: 1 } as const

export type NoticeService = ReturnType<typeof createNoticeService>

/** 系统通告: writing, publishing and revoking. Drafts are visible to their author only, regardless of permissions. */
export function createNoticeService({ db, bus, now, linkHosts }: NoticeDeps) {
  const requestOf = (user: SessionUser, query: ListQuery) =>
    withDataRules(db, user, RULED, parseListRequest(query, NOTICE_FIELDS, NOTICE_LIST))
  const rulesOf = async (user: SessionUser) => (await requestOf(user, EVERYTHING)).conditions

  /** Changes locked rows that the caller may change. */
  async function change<T>(
    { user }: Actor,
    ids: readonly string[],
    work: (trx: Tx, rows: LockedNotice[]) => Promise<T>,
    options?: { readonly withDeleted: boolean },
  ) {
    const conditions = await rulesOf(user)
    return db.transaction().execute(async (trx) => {
      const rows = await lockManageable(trx, user, ids, conditions, options)
      if (rows.length !== new Set(ids).size) throw new AppError('row.not_found')
      return work(trx, rows)
    })
  }

  async function tell(notice: Pick<LockedNotice, 'id' | 'msgType'>, message: { msgId?: string; msgTxt: string }) {
    const isForAll = notice.msgType === EVERYBODY
    bus.publish('notice', {
      userIds: isForAll ? 'all' : await findAddressees(db, notice.id),
      message: { cmd: isForAll ? 'topic' : 'user', ...message },
    })
  }

  /** Logs who published or revoked an announcement. */
  const note = (trx: Tx, actor: Actor, content: string, { id, title, sendStatus }: LockedNotice, next: string) =>
    writeOperation(trx, actor, {
      content: `${content}：${title}`,
      operateType: OPERATE.edit,
      objectId: id,
      detail: { table: NOTICE_TABLE, before: { sendStatus }, after: { sendStatus: next } },
    })

  const announce = (notice: LockedNotice) => tell(notice, { msgId: notice.id, msgTxt: noticeText(notice) })

  return {
    async list(user: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const request = await requestOf(user, query)
      const { records, total } = await listManageable(db, user, request, ids)
      return toPage(records.map(toNoticeRow), total, request)
    },

    /** An announcement for its managers; undefined if the caller may not manage it. */
    async find(user: SessionUser, id: string): Promise<NoticeRow | undefined> {
      const record = await findManageable(db, user, id, await rulesOf(user))
      return record && toNoticeRow(record)
    },

    /** Adds a draft within the caller's transaction. */
    createIn: (trx: Tx, actor: Actor, form: ParsedNoticeForm) => createNotice(trx, actor, form, linkHosts),

    async create(actor: Actor, form: ParsedNoticeForm): Promise<{ id: string }> {
      const { id } = await db.transaction().execute((trx) => createNotice(trx, actor, form, linkHosts))
      return { id }
    },

    update: (actor: Actor, form: Partial<ParsedNoticeForm> & { id: string }): Promise<void> =>
      change(actor, [form.id], (trx, [row]) => updateNotice(trx, actor, row, form, linkHosts)),

    remove: (actor: Actor, ids: readonly string[]): Promise<void> =>
      change(actor, ids, (trx, rows) => removeNotices(trx, actor, rows)),

    async history(user: SessionUser, id: string): Promise<RowVersion[]> {
      if (!(await mayManage(db, user, id, await rulesOf(user)))) throw new AppError('row.not_found')
      return versionsOf(db, user, NOTICE_TABLE, id)
    },

    /** Restores a version; without one the latest, which undoes a deletion. */
    restore: (actor: Actor, id: string, version?: number): Promise<void> =>
      change(
        actor,
        [id],
        async (trx, [row]) => {
          const versions = await versionsOf(trx, actor.user, NOTICE_TABLE, id)
          const wanted = version === undefined ? versions[0] : versions.find((one) => one.version === version)
          if (wanted === undefined) throw new AppError('row.not_found')
          await restoreNotice(trx, actor, row, wanted.content)
        },
        { withDeleted: true },
      ),

    async release(actor: Actor, id: string): Promise<void> {
      const notice = await change(actor, [id], async (trx, [row]) => {
        const published = await publishNotice(trx, actor, row, new Date(now()))
        await note(trx, actor, '发布通告', published, PUBLISHED)
        return published
      })
      await announce(notice)
    },

    /** Writes and publishes an announcement within the caller's transaction; call `announce` after the commit. */
    async publishIn(trx: Tx, actor: Actor, form: ParsedNoticeForm): Promise<LockedNotice> {
      const draft = await createNotice(trx, actor, form, linkHosts)
      return publishNotice(trx, actor, draft, new Date(now()))
    },
    announce,

    /** Removes it from all lists at once: a message without an id makes consoles reload. */
    async revoke(actor: Actor, id: string): Promise<void> {
      const notice = await change(actor, [id], async (trx, [row]) => {
        const revoked = await revokeNotice(trx, actor, row, new Date(now()))
        await note(trx, actor, '撤销通告', revoked, REVOKED)
        return revoked
      })
      await tell(notice, { msgTxt: '' })
    },

    /**
     * Announces a published one again, if the caller may publish.
     *
     * @returns whether it was announced
     */
    async repeat(user: SessionUser, id: string): Promise<boolean> {
      if (!user.permissions.has('system:announcement:release')) return false
      const notice = await findManageable(db, user, id, await rulesOf(user))
      if (notice?.sendStatus !== PUBLISHED) return false
      await announce(notice)
      return true
    },
  }
}
