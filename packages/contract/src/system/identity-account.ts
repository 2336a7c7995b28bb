import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { dateText, listQuery, requiredText, text } from '../fields.ts'
import { mobile, smsCode } from './identity.ts'
import { departRow, tenantRow, userInfo } from './session.ts'

/** security §2: up to 128 characters of any kind; strength is checked by the password policy. */
export const newPassword = z.string('请输入新密码').min(1, '请输入新密码').max(128, '密码最多 128 个字符')
/** Letters of any script, digits, dot, dash and underscore; no blanks. */
export const newUsername = requiredText(32).regex(/^[\p{L}\p{N}._-]+$/u, '账号只能包含文字、数字、点、短横线和下划线')
const email = text(100).pipe(z.union([z.literal(''), z.email('电子邮件格式不正确')]))

export const updatePasswordForm = z.object({
  username: text(64).nullish(),
  oldpassword: z.string('请输入旧密码').min(1, '请输入旧密码').max(128, '密码最多 128 个字符'),
  password: newPassword,
  confirmpassword: z.string('请确认新密码'),
})

/** The name defaults to the phone number, the password to a random one that is never disclosed. */
export const registerForm = z.object({
  username: z.union([z.literal(''), newUsername]).nullish(),
  password: z.union([z.literal(''), newPassword]).nullish(),
  phone: mobile,
  smscode: smsCode,
  email: email.nullish(),
})

export const resetForm = z.object({
  username: requiredText(64),
  password: newPassword,
  smscode: smsCode,
  phone: mobile,
})

/** A patch: absent fields stay (contract/00 §9). A new phone number requires `updateMobile`. */
export const ownDataForm = z.object({
  realname: requiredText(100).nullish(),
  avatar: text(255)
    .regex(/^(https?:\/\/|(?![\w+.-]*:|\/\/))/i, '头像地址不正确')
    .nullish(),
  sex: z.union([z.literal(''), z.coerce.number().int().min(1).max(2)]).nullish(),
  birthday: z.union([z.literal(''), dateText]).nullish(),
  email: email.nullish(),
  phone: text(32).nullish(),
  telephone: text(32).nullish(),
})

/** A line of the caller's own sign-in and operation log. */
export const ownLogRow = z.object({
  id: z.string(),
  /** 1 sign-in and sign-out, 2 operation, 3 denial. */
  logType: z.number().int(),
  logContent: z.string(),
  success: z.boolean(),
  ip: z.string().nullable(),
  createTime: z.string(),
})
export type OwnLogRow = z.output<typeof ownLogRow>

/** Calls for a user's own account, signed in or not yet (contract/10 §3, §4.2). */
export const accountEndpoints = defineEndpoints({
  departs: {
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    access: 'signedIn',
    result: z.object({ list: z.array(departRow), orgCode: z.string().nullable() }),
  },
  selectDepart: {
    method: ['POST', 'PUT'],
    path: '/sys/selectDepart',
    access: 'signedIn',
    body: z.object({
      orgCode: z.string('请选择部门').trim().min(1, '请选择部门').max(64),
      username: text(64).nullish(),
    }),
    result: z.object({ userInfo }),
  },
  tenants: {
    method: 'GET',
    path: '/sys/tenant/getCurrentUserTenant',
    access: 'signedIn',
    /** Absent if there are none. */
    result: z.object({ list: z.array(tenantRow).optional() }),
  },
  /** Names of the caller's roles, for the account centre. Not part of the compatibility contract. */
  ownRoles: {
    method: 'GET',
    path: '/sys/role/mine',
    access: 'signedIn',
    result: z.array(z.object({ roleName: z.string(), roleCode: z.string() })),
  },
  updatePassword: {
    method: ['PUT', 'POST'],
    path: '/sys/user/updatePassword',
    access: 'signedIn',
    body: updatePasswordForm,
    result: z.null(),
  },
  editOwnData: {
    method: ['PUT', 'POST'],
    path: '/sys/user/appEdit',
    access: 'signedIn',
    body: ownDataForm,
    result: z.object({ userInfo }),
  },
  /** Requires a mode 1 code, sent to the new number. */
  updateMobile: {
    method: ['PUT', 'POST'],
    path: '/sys/user/updateMobile',
    access: 'signedIn',
    body: z.object({ phone: mobile, smscode: smsCode }),
    result: z.object({ userInfo }),
  },
  ownLog: {
    method: 'GET',
    path: '/sys/log/mine',
    access: 'signedIn',
    query: listQuery.extend({ logType: z.coerce.number().int().min(1).max(3).optional().catch(undefined) }),
    result: page(ownLogRow),
    inView: 'private',
  },
  /** Succeeds if all given values are free; names, numbers and addresses are compared exactly. */
  checkOnlyUser: {
    method: 'GET',
    path: '/sys/user/checkOnlyUser',
    access: 'public',
    query: z.object({
      username: text(64).optional(),
      phone: text(32).optional(),
      email: text(100).optional(),
    }),
    result: z.literal(true),
  },
  register: {
    method: 'POST',
    path: '/sys/user/register',
    access: 'public',
    body: registerForm,
    result: z.object({ username: z.string() }),
  },
  /** First step of a reset: the code is verified but not consumed, and stays valid for another ten minutes. */
  phoneVerification: {
    method: 'POST',
    path: '/sys/user/phoneVerification',
    access: 'public',
    body: z.object({ phone: mobile, smscode: smsCode }),
    result: z.object({ smscode: z.string(), username: z.string() }),
  },
  passwordChange: {
    method: 'POST',
    path: '/sys/user/passwordChange',
    access: 'public',
    body: resetForm,
    result: z.null(),
  },
  /** Variant used by existing clients; our client never puts a password into a URL. */
  passwordChangeByQuery: {
    method: 'GET',
    path: '/sys/user/passwordChange',
    access: 'public',
    query: resetForm,
    result: z.null(),
  },
})
