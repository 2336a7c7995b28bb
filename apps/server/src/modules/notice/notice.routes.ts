import { myNoticeEndpoints, type NoticeRow, noticeEndpoints } from '@natim/contract/system/notice'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Authenticate } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { exportXlsx } from '../../platform/export.ts'
import { type Handlers, implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import type { NoticeService } from './notice.service.ts'
import { createReadingService } from './reading.service.ts'
import { showPage, showPagePolicy } from './show-page.ts'

/** Column titles of contract/00 §11. */
const COLUMNS: readonly SheetColumn<NoticeRow>[] = [
  { title: '标题', value: (row) => row.title },
  { title: '内容', value: (row) => row.msgContent },
  { title: '开始时间', value: (row) => row.startTime },
  { title: '结束时间', value: (row) => row.endTime },
  { title: '发布人', value: (row) => row.sender_dictText ?? row.sender },
  { title: '优先级', value: (row) => row.priority_dictText },
  { title: '消息类型', value: (row) => row.msgCategory_dictText },
  { title: '通告对象类型', value: (row) => row.msgType_dictText },
  { title: '发布状态', value: (row) => row.sendStatus_dictText },
  { title: '发布时间', value: (row) => row.sendTime },
  { title: '撤销时间', value: (row) => row.cancelTime },
]

export interface NoticeRouteDeps {
  readonly db: Db
  readonly bus: Bus
  readonly notices: NoticeService
  /** Origins of other consoles that may embed the page of an announcement. */
  readonly framedBy: readonly string[]
  /** Looks up a session without renewing it. */
  readonly peek: Authenticate
}

export function registerNoticeRoutes(app: FastifyInstance, deps: NoticeRouteDeps): void {
  const { notices } = deps
  const reading = createReadingService(deps)
  const policy = showPagePolicy(deps.framedBy)

  implement(app, noticeEndpoints, {
    list: ({ query, ctx }) => notices.list(ctx.user, query),
    get: async ({ query, ctx }) => {
      const managed = ctx.user.permissions.has('system:announcement:list')
        ? await notices.find(ctx.user, query.id)
        : undefined
      return managed ?? reading.get(ctx.user, query.id)
    },
    ...writeHandlers(notices),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db: deps.db,
          title: '系统通告',
          columns: COLUMNS,
          readPage: (asked, ids) => notices.list(ctx.user, asked, ids),
        },
        { query, body },
        ctx,
      ),
    unread: ({ query, ctx }) => reading.unread(ctx.user, query.pageSize),
    broadcast: async ({ query, ctx }) => {
      // Existing clients also call this after a revoke, and as readers: nothing is announced, and nothing refused.
      if (!query.anntId || !(await notices.repeat(ctx.user, query.anntId))) reading.refreshOwn(ctx.user)
      return withMessage(null, '同步成功！')
    },
    show: async ({ params, query, ctx }) => {
      const token = query.token ?? ctx.request.headers['x-access-token']
      const user = typeof token === 'string' && token !== '' ? await deps.peek(token) : undefined
      const notice = await reading.findShown(user, params.id)
      if (!notice) throw new AppError('resource.not_found')
      return sendPage(ctx.reply, showPage(notice))
    },
  })

  implement(app, myNoticeEndpoints, {
    list: ({ query, ctx }) => reading.list(ctx.user, query),
    markRead: async ({ body, ctx }) => {
      await reading.markRead(ctx.user, body.anntId)
      return withMessage(null, '操作成功！')
    },
    markAllRead: async ({ ctx }) => {
      await reading.markRead(ctx.user)
      return withMessage(null, '全部已读成功！')
    },
  })

  function sendPage(reply: FastifyReply, page: string): FastifyReply {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .removeHeader('x-frame-options')
      .send(page)
  }
}

type Written = 'create' | 'update' | 'remove' | 'removeMany' | 'history' | 'restore' | 'release' | 'revoke'

const writeHandlers = (notices: NoticeService): Pick<Handlers<typeof noticeEndpoints>, Written> => ({
  create: async ({ body, ctx }) => withMessage(await notices.create(actorOf(ctx), body), '添加成功！'),
  update: async ({ body, ctx }) => {
    await notices.update(actorOf(ctx), body)
    return withMessage(null, '编辑成功！')
  },
  remove: async ({ query, ctx }) => {
    await notices.remove(actorOf(ctx), [query.id])
    return withMessage(null, '删除成功！')
  },
  removeMany: async ({ query, ctx }) => {
    await notices.remove(actorOf(ctx), query.ids)
    return withMessage(null, '批量删除成功！')
  },
  history: ({ query, ctx }) => notices.history(ctx.user, query.id),
  restore: async ({ body, ctx }) => {
    await notices.restore(actorOf(ctx), body.id, body.version)
    return withMessage(null, '恢复成功！')
  },
  release: async ({ query, ctx }) => {
    await notices.release(actorOf(ctx), query.id)
    return withMessage(null, '发布成功！')
  },
  revoke: async ({ query, ctx }) => {
    await notices.revoke(actorOf(ctx), query.id)
    return withMessage(null, '撤销成功！')
  },
})
