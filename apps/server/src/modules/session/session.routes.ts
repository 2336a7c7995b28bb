import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import { sessionEndpoints } from '@natim/contract/system/session'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { loadDictItems, loadDictItemsOf } from '../dict/index.ts'
import { loadPermissionResult } from '../permission/index.ts'
import { createCaptcha } from './captcha.service.ts'
import { findDepartsOfUser, findUserById, listSessions } from './session.repository.ts'
import type { SessionService } from './session.service.ts'
import { toUserInfo } from './user-info.ts'

export interface SessionRouteDeps {
  readonly db: Db
  readonly sessions: SessionService
  readonly now: () => number
}

export function registerSessionRoutes(app: FastifyInstance, { db, sessions, now }: SessionRouteDeps): void {
  implement(app, sessionEndpoints, {
    captcha: ({ params }) => createCaptcha(db, params.key, now()),
    login: async ({ body, ctx }) => {
      const result = await sessions.login({
        username: body.username,
        password: body.password,
        captcha: body.captcha ?? undefined,
        checkKey: body.checkKey == null ? undefined : String(body.checkKey),
        remember: body.remember_me === true,
        ip: ctx.ip,
        userAgent: ctx.request.headers['user-agent'] ?? '',
      })
      return withMessage(result, '登录成功')
    },
    logout: async ({ ctx }) => {
      const token = ctx.request.headers['x-access-token']
      await sessions.logout(typeof token === 'string' ? token : '', ctx.ip)
      return withMessage(null, '退出登录成功！')
    },
    permissions: ({ ctx }) => loadPermissionResult(db, ctx.user.userId),
    userInfo: async ({ ctx }) => {
      const [user, departs, sysAllDictItems] = await Promise.all([
        findUserById(db, ctx.user.userId),
        findDepartsOfUser(db, ctx.user.userId),
        loadDictItems(db),
      ])
      return {
        userInfo: toUserInfo(
          user,
          departs.map((depart) => depart.departName),
        ),
        sysAllDictItems,
      }
    },
    dictItems: ({ params }) => loadDictItemsOf(db, params.code),
    allDictItems: () => loadDictItems(db),
    onlineList: async ({ query, ctx }) => {
      const pageSize = Math.min(query.pageSize, MAX_PAGE_SIZE)
      const { records, total } = await listSessions(db, {
        username: query.username === '' ? undefined : query.username,
        offset: (query.pageNo - 1) * pageSize,
        limit: pageSize,
      })
      const rows = records.map(({ createdAt, lastSeenAt, ...row }) => ({
        ...row,
        token: row.id === ctx.user.sessionId ? String(ctx.request.headers['x-access-token']) : row.id,
        createTime: toDateTimeText(createdAt),
        lastSeenTime: toDateTimeText(lastSeenAt),
      }))
      return toPage(rows, total, { pageNo: query.pageNo, pageSize })
    },
    forceLogout: async ({ body, ctx }) => {
      await sessions.forceLogout(body.token, ctx.user, ctx.ip)
      return withMessage(null, '退出登录成功！')
    },
  })
}
