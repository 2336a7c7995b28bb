import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, text } from '../fields.ts'
import { mobile, smsCode } from './identity.ts'
import { userInfo } from './session.ts'

/** The callback page posts one value to its opener (contract/10 §5): this text on failure, … */
export const THIRD_LOGIN_FAILED = '登录失败'
/** … this prefix and the proof if a phone number has to be bound first, … */
export const THIRD_LOGIN_BIND_PREFIX = '绑定手机号,'
/** … this object if the user chooses between binding an account and creating one, or else the session token. */
export const thirdLoginChoice = z.object({
  isObj: z.literal(true),
  source: z.string(),
  /** Proof of this sign-in at the provider: random, valid for ten minutes and one use. Not the provider's user id. */
  uuid: z.string(),
  username: z.string(),
  avatar: z.string(),
  suffix: z.number(),
  operateCode: z.string(),
  /** A local account of the same name exists and can be bound with its password. */
  isNameTaken: z.boolean(),
  /** A new account may be created. */
  mayCreate: z.boolean(),
})
export type ThirdLoginChoice = z.output<typeof thirdLoginChoice>

/** Provider name in paths and buttons. */
export const thirdSource = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, '登录方式不正确')

/** The choice sent back; identity is derived from `uuid` only, the other keys are not trusted. */
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
/** Query parameters a provider adds to the redirect; some use `authCode` instead of `code`. */
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
  /** Opened in a popup: redirects to the provider. */
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
  /** The script of the callback page: the page's content security policy forbids inline scripts. */
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
  /** Requires a mode 0 code (binds the account with this number) or a mode 1 code (creates an account). */
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
  /**
   * In the same window, for a page inside a chat app. `state` is the origin of the client, from the list of allowed
   * origins.
   */
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
   * Redirects to `{origin}/oauth2-app/login?oauth2LoginToken={token}&thirdType={source}`, or with
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
