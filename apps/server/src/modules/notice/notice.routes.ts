import { myNoticeEndpoints, noticeEndpoints } from '@natim/contract/system/notice'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Authenticate } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { createNoticeService, type NoticeDeps } from './notice.service.ts'
import { createReadingService } from './reading.service.ts'
import { showPage, showPagePolicy } from './show-page.ts'

export interface NoticeRouteDeps extends NoticeDeps {
  /** Origins whose consoles may frame the page of an announcement, besides our own. */
  readonly framedBy: readonly string[]
  /** Looks a session up without renewing it. */
  readonly peek: Authenticate
}

export function registerNoticeRoutes(app: FastifyInstance, deps: NoticeRouteDeps): void {
  const notices = createNoticeService(deps)
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
    create: async ({ body, ctx }) => withMessage(await notices.create(ctx.user, body), '添加成功！'),
    update: async ({ body, ctx }) => {
      await notices.update(ctx.user, body)
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await notices.remove(ctx.user, [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await notices.remove(ctx.user, query.ids)
      return withMessage(null, '批量删除成功！')
    },
    release: async ({ query, ctx }) => {
      await notices.release(ctx.user, query.id)
      return withMessage(null, '发布成功！')
    },
    revoke: async ({ query, ctx }) => {
      await notices.revoke(ctx.user, query.id)
      return withMessage(null, '撤销成功！')
    },
    unread: ({ query, ctx }) => reading.unread(ctx.user, query.pageSize),
    broadcast: async ({ query, ctx }) => {
      if (query.anntId) await notices.repeat(ctx.user, query.anntId)
      else reading.refreshOwn(ctx.user)
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
