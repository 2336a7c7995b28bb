import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { departRow, loginForm, loginResult, tenantRow, userInfo } from './session.ts'

/** Purpose of an SMS code (contract/10 §1.4); the number is the wire value. */
export const SMS_MODE = { signIn: '0', register: '1', reset: '2' } as const
export type SmsMode = (typeof SMS_MODE)[keyof typeof SMS_MODE]

/** A mobile number of mainland China (spec §5: 11 digits, 1 and then 3 to 9). */
export const mobile = z
  .string('请输入手机号')
  .trim()
  .regex(/^1[3-9]\d{9}$/, '手机号格式不正确')
/** Six digits, as text: leading zeros are significant. */
export const smsCode = z
  .string('请输入验证码')
  .trim()
  .regex(/^\d{6}$/, '验证码应为 6 位数字')

export const smsForm = z.object({ mobile, smsmode: z.enum([SMS_MODE.signIn, SMS_MODE.register, SMS_MODE.reset]) })
export const phoneLoginForm = z.object({ mobile, captcha: smsCode, remember_me: z.boolean().nullish() })

/** A session without the dictionaries, for sign-in methods that load them later. */
export const tokenResult = z.object({ token: z.string(), userInfo })
export type TokenResult = z.output<typeof tokenResult>

/** Sign-in methods other than user name, password and captcha (contract/10 §1, §6). */
export const identityEndpoints = defineEndpoints({
  sms: { method: 'POST', path: '/sys/sms', access: 'public', body: smsForm, result: z.null() },
  phoneLogin: { method: 'POST', path: '/sys/phoneLogin', access: 'public', body: phoneLoginForm, result: loginResult },
  /** For apps that cannot show a picture: no captcha, the same lockout. */
  appLogin: {
    method: 'POST',
    path: '/sys/mLogin',
    access: 'public',
    body: loginForm.pick({ username: true, password: true }),
    result: tokenResult,
  },
  /** A correct answer leaves the captcha valid for the sign-in itself, a wrong one consumes it. */
  checkCaptcha: {
    method: 'POST',
    path: '/sys/checkCaptcha',
    access: 'public',
    body: loginForm.pick({ captcha: true, checkKey: true }),
    result: z.null(),
  },
  /** Key and IV of AES-128-CBC with zero padding, 16 characters each, for clients that encrypt the password. */
  encryptedString: {
    method: 'GET',
    path: '/sys/getEncryptedString',
    access: 'public',
    result: z.object({ key: z.string().length(16), iv: z.string().length(16) }),
  },
  /** Fails while no CAS server is configured. */
  casLogin: {
    method: 'GET',
    path: '/sys/cas/client/validateLogin',
    access: 'public',
    query: z.object({ ticket: z.string().min(1).max(512), service: z.string().min(1).max(1_000) }),
    result: tokenResult.extend({
      departs: z.array(departRow),
      multi_depart: loginResult.shape.multi_depart,
      tenantList: z.array(tenantRow).optional(),
    }),
  },
})
