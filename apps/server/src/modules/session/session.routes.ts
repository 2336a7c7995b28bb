import { pick } from '@natim/contract/endpoint'
import { identityEndpoints } from '@natim/contract/system/identity'
import { lookEndpoints } from '@natim/contract/system/rights'
import { sessionEndpoints } from '@natim/contract/system/session'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { isExistingClient } from '../../platform/http/client-kind.ts'
import { type CallContext, implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { loadDictItems, loadDictItemsOf } from '../dict/index.ts'
import type { RightsCache } from '../permission/index.ts'
import { createCaptcha, probeCaptcha } from './captcha.service.ts'
import { passwordKeyOf, readPassword } from './password-cipher.ts'
import { listSessions, ONLINE_FIELDS, ONLINE_LIST } from './session.repository.ts'
import type { SessionService } from './session.service.ts'
import type { Visitor } from './sign-in-gate.ts'
import { loadUserInfo } from './user-info.ts'

export interface SessionRouteDeps {
  readonly db: Db
  readonly sessions: SessionService
  readonly rights: RightsCache
  readonly now: () => number
  readonly config: Pick<Config, 'signSecret'>
}

/** Origin of a call. */
export function visitorOf({ ip, request }: Pick<CallContext, 'ip' | 'request'>): Visitor {
  return { ip, userAgent: request.headers['user-agent'] ?? '' }
}

const keyText = (checkKey: string | number | null | undefined) => (checkKey == null ? undefined : String(checkKey))

export function registerSessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { db, sessions, now } = deps
  const passwordKey = passwordKeyOf(deps.config.signSecret)
  registerIdentityRoutes(app, deps)
  implement(app, lookEndpoints, { look: ({ body, ctx }) => sessions.look(actorOf(ctx), body) })
  implement(app, sessionEndpoints, {
    captcha: ({ params }) => createCaptcha(db, params.key, now()),
    login: async ({ body, ctx }) => {
      const result = await sessions.login({
        username: body.username,
        password: readPassword(body.password, passwordKey),
        captcha: body.captcha ?? undefined,
        checkKey: keyText(body.checkKey),
        remember: body.remember_me === true,
        visitor: visitorOf(ctx),
      })
      return withMessage(result, '登录成功')
    },
    logout: async ({ ctx }) => {
      const token = ctx.request.headers['x-access-token']
      await sessions.logout(typeof token === 'string' ? token : '', ctx.ip)
      return withMessage(null, '退出登录成功！')
    },
    permissions: async ({ ctx }) => {
      const found = await deps.rights.permissionResultOf(ctx.user, isExistingClient(ctx.request))
      return ctx.user.mustChangePassword ? { ...found.value, auth: [], mustChangePassword: true } : found
    },
    userInfo: async ({ ctx }) => {
      const [userInfo, sysAllDictItems] = await Promise.all([loadUserInfo(db, ctx.user.userId), loadDictItems(db)])
      return { userInfo, sysAllDictItems }
    },
    dictItems: ({ params, ctx }) => loadDictItemsOf(db, ctx.user, params.code),
    allDictItems: () => loadDictItems(db),
    onlineList: async ({ query, ctx }) => {
      const { username, ...asked } = query
      const request = parseListRequest(asked, ONLINE_FIELDS, ONLINE_LIST)
      const { records, total } = await listSessions(db, request, username || undefined)
      const rows = records.map(({ createdAt, lastSeenAt, ...row }) => ({
        ...row,
        token:
          row.id === ctx.user.sessionId && ctx.user.view === undefined
            ? String(ctx.request.headers['x-access-token'])
            : row.id,
        createTime: toDateTimeText(createdAt),
        lastSeenTime: toDateTimeText(lastSeenAt),
      }))
      return toPage(rows, total, request)
    },
    forceLogout: async ({ body, ctx }) => {
      await sessions.forceLogout(body.token, ctx.user, ctx.ip)
      return withMessage(null, '退出登录成功！')
    },
  })
}

/** Calls around the sign-in by name and password. */
function registerIdentityRoutes(app: FastifyInstance, { db, sessions, now, config }: SessionRouteDeps): void {
  const passwordKey = passwordKeyOf(config.signSecret)
  implement(app, pick(identityEndpoints, ['appLogin', 'checkCaptcha', 'encryptedString']), {
    appLogin: async ({ body, ctx }) => {
      const password = readPassword(body.password, passwordKey)
      const { token, userInfo } = await sessions.appLogin({ username: body.username, password }, visitorOf(ctx))
      return withMessage({ token, userInfo }, '登录成功')
    },
    checkCaptcha: async ({ body }) => {
      await probeCaptcha(db, keyText(body.checkKey), body.captcha ?? undefined, now())
      return withMessage(null, '验证码正确')
    },
    encryptedString: () => passwordKey,
  })
}
