import { pick } from '@natim/contract/endpoint'
import { identityEndpoints } from '@natim/contract/system/identity'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { loadDictItems } from '../dict/index.ts'
import type { AssertAvatar } from '../files/index.ts'
import { findDepartsOfUser, type SessionService, visitorOf } from '../session/index.ts'
import { loadOwnTenants } from '../tenant/index.ts'
import { findOwnRoles, listOwnLog, OWN_LOG_FIELDS, OWN_LOG_LIST } from './account.repository.ts'
import { createOwnAccountService } from './own-account.service.ts'
import { signInByPhone } from './phone-login.ts'
import { createRegistrationService } from './registration.service.ts'
import type { SmsCodes } from './sms-code.service.ts'

export interface AccountRouteDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly config: Pick<Config, 'registrationEnabled'>
  readonly sessions: SessionService
  readonly codes: SmsCodes
  readonly assertAvatar: AssertAvatar
}

/** SMS codes, and calls on the user's own account. */
export function registerAccountRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  registerPhoneRoutes(app, deps)
  registerOwnRoutes(app, deps)
  registerStrangerRoutes(app, deps)
}

function registerPhoneRoutes(app: FastifyInstance, { db, sessions, codes }: AccountRouteDeps): void {
  implement(app, pick(identityEndpoints, ['sms', 'phoneLogin']), {
    sms: async ({ body, ctx }) => {
      await codes.send(body.mobile, body.smsmode, ctx.ip)
      return withMessage(null, '如该手机号可用，验证码将很快送达，请注意查收')
    },
    phoneLogin: async ({ body, ctx }) => {
      const request = {
        phone: body.mobile,
        code: body.captcha,
        remember: body.remember_me === true,
        visitor: visitorOf(ctx),
      }
      const opened = await signInByPhone({ db, sessions, codes }, request)
      return withMessage({ ...opened, sysAllDictItems: await loadDictItems(db) }, '登录成功')
    },
  })
}

const OWN = [
  'departs',
  'selectDepart',
  'tenants',
  'ownRoles',
  'updatePassword',
  'editOwnData',
  'updateMobile',
  'ownLog',
] as const satisfies readonly (keyof typeof accountEndpoints)[]

function registerOwnRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  const { db } = deps
  const own = createOwnAccountService(deps)
  implement(app, pick(accountEndpoints, OWN), {
    departs: async ({ ctx }) => ({
      list: await findDepartsOfUser(db, ctx.user.userId),
      orgCode: ctx.user.scope.orgCode || null,
    }),
    selectDepart: async ({ body, ctx }) => {
      const userInfo = await own.selectDepart(ctx.user, body.orgCode, body.username ?? undefined)
      return withMessage({ userInfo }, '部门切换成功')
    },
    tenants: async ({ ctx }) => {
      const { enabled } = await loadOwnTenants(db, ctx.user.userId)
      return enabled.length > 0 ? { list: enabled } : {}
    },
    ownRoles: ({ ctx }) => findOwnRoles(db, ctx.user.userId),
    updatePassword: async ({ body, ctx }) => {
      await own.updatePassword(ctx.user, body, visitorOf(ctx))
      return withMessage(null, '密码修改成功')
    },
    editOwnData: async ({ body, ctx }) =>
      withMessage({ userInfo: await own.editOwnData(ctx.user, body, ctx.ip) }, '修改成功'),
    updateMobile: async ({ body, ctx }) => {
      const userInfo = await own.updateMobile(ctx.user, body.phone, body.smscode, visitorOf(ctx))
      return withMessage({ userInfo }, '手机号修改成功')
    },
    ownLog: async ({ query, ctx }) => {
      const request = parseListRequest(query, OWN_LOG_FIELDS, OWN_LOG_LIST)
      const { records, total } = await listOwnLog(db, ctx.user, request, query.logType)
      const rows = records.map((row) => ({ ...row, id: String(row.id), createTime: toDateTimeText(row.createTime) }))
      return toPage(rows, total, request)
    },
  })
}

function registerStrangerRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  const registration = createRegistrationService({ ...deps, isOpen: deps.config.registrationEnabled })
  const strangers = [
    'checkOnlyUser',
    'register',
    'phoneVerification',
    'passwordChange',
    'passwordChangeByQuery',
  ] as const
  implement(app, pick(accountEndpoints, strangers), {
    checkOnlyUser: async ({ query, ctx }) => {
      await registration.assertFree(query, visitorOf(ctx))
      return true as const
    },
    register: async ({ body, ctx }) => withMessage(await registration.register(body, visitorOf(ctx)), '注册成功'),
    phoneVerification: async ({ body, ctx }) => {
      const { username } = await registration.look(body.phone, body.smscode, visitorOf(ctx))
      return { smscode: body.smscode, username }
    },
    passwordChange: async ({ body, ctx }) => {
      await registration.reset(body, visitorOf(ctx))
      return withMessage(null, '密码重置成功，请重新登录')
    },
    passwordChangeByQuery: async ({ query, ctx }) => {
      await registration.reset(query, visitorOf(ctx))
      return withMessage(null, '密码重置成功，请重新登录')
    },
  })
}
