import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, text } from '../fields.ts'
import { mobile, smsCode } from './identity.ts'
import { userInfo } from './session.ts'

/** The callback page posts one value to the window that opened it (contract/10 §5): this text when it failed, … */
export const THIRD_LOGIN_FAILED = '登录失败'
/** … this and the proof when a phone number has to be bound first, … */
export const THIRD_LOGIN_BIND_PREFIX = '绑定手机号,'
/** … this object when the person chooses between binding an account and making one, or else the session token. */
export const thirdLoginChoice = z.object({
  isObj: z.literal(true),
  source: z.string(),
  /** Proof of this sign-in at the provider: random, good for ten minutes and one use. Not the provider's own id. */
  uuid: z.string(),
  username: z.string(),
  avatar: z.string(),
  suffix: z.number(),
  operateCode: z.string(),
  /** A local account of the same name exists and may be bound with its password. */
  isNameTaken: z.boolean(),
  /** A new account may be made. */
  mayCreate: z.boolean(),
})
export type ThirdLoginChoice = z.output<typeof thirdLoginChoice>

/** Name of a provider in paths and buttons. */
export const thirdSource = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, '登录方式不正确')

/** The choice sent back; who somebody is follows from `uuid` alone, the other keys are not believed. */
const thirdUser = z.object({
  uuid: requiredText(128),
  source: text(32).nullish(),
  username: text(100).nullish(),
  avatar: text(255).nullish(),
  suffix: z.coerce.number().int().nullish().catch(undefined),
  operateCode: text(128).nullish(),
})
const thirdUserWithPassword = thirdUser.extend({
  /** Account to bind; the provider's user name when absent. */
  username: text(64).nullish(),
  password: z.string('请输入密码').min(1, '请输入密码').max(128, '密码最多 128 个字符'),
})
/** What a provider adds to the address it sends the browser back to; some say `authCode` for `code`. */
const providerAnswer = z.object({
  code: z.string().max(2_048).optional(),
  authCode: z.string().max(2_048).optional(),
  state: z.string().max(256).optional(),
  error: z.string().max(256).optional(),
})
export type ProviderAnswer = z.output<typeof providerAnswer>
const sourceParams = z.object({ source: thirdSource })

/** Sign-in at another identity provider (contract/10 §5). */
export const thirdLoginEndpoints = defineEndpoints({
  /** Opened in a popup: on to the provider. */
  render: {
    method: 'GET',
    path: '/sys/thirdLogin/render/:source',
    access: 'public',
    wire: 'binary',
    params: sourceParams,
    result: z.unknown(),
  },
  callback: {
    method: ['GET', 'POST'],
    path: '/sys/thirdLogin/:source/callback',
    access: 'public',
    wire: 'binary',
    params: sourceParams,
    query: providerAnswer,
    result: z.unknown(),
  },
  /** The script of the callback page: the page policy allows none inside the page. */
  callbackScript: {
    method: 'GET',
    path: '/sys/thirdLogin/callback.js',
    access: 'public',
    wire: 'binary',
    result: z.unknown(),
  },
  loginUser: {
    method: 'GET',
    path: '/sys/thirdLogin/getLoginUser/:token/:thirdType',
    access: 'public',
    params: z.object({ token: z.string().min(1).max(128), thirdType: z.string().max(64) }),
    result: z.object({ token: z.string(), userInfo }),
  },
  /** The code is one of mode 0 (an account with this number is bound) or mode 1 (a new one is made). */
  bindPhone: {
    method: 'POST',
    path: '/sys/thirdLogin/bindingThirdPhone',
    access: 'public',
    body: z.object({ mobile, captcha: smsCode, thirdUserUuid: requiredText(128) }),
    result: z.string(),
  },
  createUser: {
    method: 'POST',
    path: '/sys/third/user/create',
    access: 'public',
    body: thirdUser,
    result: z.string(),
  },
  createUserStock: {
    method: 'POST',
    path: '/sys/thirdLogin/user/create',
    access: 'public',
    body: thirdUser,
    result: z.string(),
  },
  checkPassword: {
    method: 'POST',
    path: '/sys/third/user/checkPassword',
    access: 'public',
    body: thirdUserWithPassword,
    result: z.string(),
  },
  checkPasswordStock: {
    method: 'POST',
    path: '/sys/thirdLogin/user/checkPassword',
    access: 'public',
    body: thirdUserWithPassword,
    result: z.string(),
  },
  /** In the same window, for a page inside a chat app. `state` is the origin of the client, on the list of origins. */
  oauth2Login: {
    method: 'GET',
    path: '/sys/thirdLogin/oauth2/:source/login',
    access: 'public',
    wire: 'binary',
    params: sourceParams,
    query: z.object({ state: z.string().max(256).optional() }),
    result: z.unknown(),
  },
  /**
   * Ends on `{origin}/oauth2-app/login?oauth2LoginToken={token}&thirdType={source}`, or with
   * `oauth2LoginError=unbound|failed` instead of the token.
   */
  oauth2Callback: {
    method: 'GET',
    path: '/sys/thirdLogin/oauth2/:source/callback',
    access: 'public',
    wire: 'binary',
    params: sourceParams,
    query: providerAnswer,
    result: z.unknown(),
  },
})
