import { calendarDayGmt8, formatGmt8 } from '@natim/domain/time'
import { findTextFault } from '@natim/domain/validators'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { dateText, dateTimeText, idList, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { MESSAGES } from '../messages.ts'
import { patchOf } from '../patch.ts'
import { versionEndpoints } from '../resource/crud-endpoints.ts'
import { newPassword } from './identity-account.ts'
import { userRow } from './pickers.ts'

const nullableText = z.string().nullable()

/** Comma-separated ids or codes; empty parts are dropped by the reader. */
const keys = text(20_000).regex(/^[\w,-]*$/, '编号格式不正确')

/** Existing clients send instants for calendar dates (contract/00 §9). */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
const instantMs = (value: unknown) =>
  typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
const orText = (format: (tsMs: number) => string) => (value: unknown) => {
  const tsMs = instantMs(value)
  return Number.isNaN(tsMs) ? value : format(tsMs)
}
const day = z.preprocess(
  (value) =>
    orText(calendarDayGmt8)(typeof value === 'string' ? value.replace(/^(\d{4}-\d{2}-\d{2}) 00:00:00$/, '$1') : value),
  z.union([z.literal(''), dateText]),
)
const moment = z.preprocess(orText(formatGmt8), z.union([z.literal(''), dateTimeText]))

/** A text with a pattern of spec §5; empty is allowed. */
const shaped = (shape: 'mobile' | 'email' | 'username', max: number) =>
  text(max).superRefine((value, context) => {
    const fault = findTextFault(shape, value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: MESSAGES[fault] })
  })

/** User form for administrators. The name is immutable; the password has calls of its own. */
export const userForm = z.object({
  id: optionalId,
  username: shaped('username', 64).min(1, MESSAGES['username.required']),
  /** Generated if empty, and returned once. */
  password: z.union([z.literal(''), newPassword]).nullish(),
  realname: requiredText(100),
  workNo: text(64).nullish(),
  phone: shaped('mobile', 32).nullish(),
  /** Comma-separated position codes. */
  post: keys.nullish(),
  /** Comma-separated role ids: all of the user's roles. */
  selectedroles: keys.nullish(),
  /**
   * Comma-separated department ids: all of the user's departments. Empty falls back to those the user is in charge of.
   */
  selecteddeparts: keys.nullish(),
  /** Comma-separated tenant ids. */
  relTenantIds: text(2_000)
    .regex(/^(\d{1,9})?(,(\d{1,9})?)*$/, '租户编号格式不正确')
    .nullish(),
  /** 1 member, 2 superior of `departIds`. */
  userIdentity: z.coerce.number().int().min(1).max(2).default(1),
  /** Comma-separated ids of the departments the user is in charge of; empty for a member. */
  departIds: keys.nullish(),
  /**
   * Comma-separated GB/T 2260 prefixes visible to the user, `*` = the whole country; empty = own department. Not part
   * of the compatibility contract.
   */
  regionPrefixes: text(2_000)
    .regex(/^(\*|\d{2,6})?(,(\*|\d{2,6})?)*$/, '数据区域格式不正确')
    .nullish(),
  avatar: text(255)
    .regex(/^(https?:\/\/|(?![\w+.-]*:|\/\/))/i, '头像地址不正确')
    .nullish(),
  birthday: day.nullish(),
  sex: z.union([z.literal(''), z.coerce.number().int().min(1).max(2)]).nullish(),
  email: shaped('email', 100).nullish(),
  telephone: text(32).nullish(),
  activitiSync: z.coerce.number().int().min(0).max(1).nullish(),
})
export type UserForm = z.output<typeof userForm>

/** Rows sent back as a whole keep name and password unchanged. */
const userPatch = patchOf(userForm.omit({ username: true, password: true }))
export type UserPatch = z.output<typeof userPatch>

/** A user as shown in the form. */
export const userDetail = userRow.extend({
  delFlag: z.number(),
  activitiSync: z.number(),
  clientId: nullableText,
  homePath: nullableText,
  relTenantIds: nullableText,
  regionPrefixes: z.string(),
  selectedroles: z.string(),
  selecteddeparts: z.string(),
})
export type UserDetail = z.output<typeof userDetail>

/** A user's department as an option. */
const departChoice = z.object({ key: z.string(), value: z.string(), title: z.string() })

const userIds = z.object({ userIds: idList })
const membersQuery = listQuery.extend({ username: text(64).optional() })
const passwordOnce = z.object({
  /** Present if it was generated: shown only this once, valid for one sign-in. */
  password: z.string().optional(),
})

/**
 * Fields of a user restored from a version: identity and contact data. Permissions, departments and status are not
 * restored.
 */
export const USER_RESTORED = [
  'realname',
  'workNo',
  'phone',
  'post',
  'avatar',
  'birthday',
  'sex',
  'email',
  'telephone',
] as const satisfies readonly (keyof UserForm)[]

/** User administration (contract/20 §1). Calls of pickers are in pickers.ts. */
export const userAdminEndpoints = {
  ...versionEndpoints('/sys/user', { list: 'system:user:list', edit: 'system:user:edit' }),
  ...defineEndpoints({
    create: {
      method: 'POST',
      path: '/sys/user/add',
      access: 'system:user:add',
      body: userForm,
      result: passwordOnce.extend({ id: z.string() }),
    },
    update: {
      method: ['PUT', 'POST'],
      path: '/sys/user/edit',
      access: 'system:user:edit',
      body: userPatch,
      result: z.null(),
    },
    remove: {
      method: 'DELETE',
      path: '/sys/user/delete',
      access: 'system:user:delete',
      query: z.object({ id: rowId }),
      result: z.null(),
    },
    removeMany: {
      method: 'DELETE',
      path: '/sys/user/deleteBatch',
      access: 'system:user:delete',
      query: z.object({ ids: idList }),
      result: z.null(),
    },
    /** 2 freezes, 1 unfreezes. */
    freeze: {
      method: ['PUT', 'POST'],
      path: '/sys/user/frozenBatch',
      access: 'system:user:edit',
      body: z.object({ ids: idList, status: z.coerce.number().int().min(1).max(2) }),
      result: z.null(),
    },
    get: {
      method: 'GET',
      path: '/sys/user/queryById',
      access: 'system:user:list',
      query: z.object({ id: rowId }),
      result: userDetail,
    },
    byIds: {
      method: 'GET',
      path: '/sys/user/queryByIds',
      access: 'signedIn',
      query: userIds,
      result: z.array(userRow),
    },
    roleIds: {
      method: 'GET',
      path: '/sys/user/queryUserRole',
      access: 'system:user:list',
      query: z.object({ userid: rowId }),
      result: z.array(z.string()),
    },
    departChoices: {
      method: 'GET',
      path: '/sys/user/userDepartList',
      access: 'system:user:list',
      query: z.object({ userId: rowId }),
      result: z.array(departChoice),
    },
    /** 32 hexadecimal digits. */
    newId: { method: 'GET', path: '/sys/user/generateUserId', access: 'system:user:add', result: z.string() },
    /** Without a password one is generated and returned once. Ends the user's sessions. */
    resetPassword: {
      method: ['PUT', 'POST'],
      path: '/sys/user/changePassword',
      access: 'system:user:password',
      body: z.object({
        username: requiredText(64),
        password: z.union([z.literal(''), newPassword]).nullish(),
        confirmpassword: z.string().nullish(),
      }),
      result: passwordOnce,
    },
  }),
}

/** Deleted users, until restored or purged. */
export const userBinEndpoints = defineEndpoints({
  /** Bare rows, newest first; `orgCode` holds the names of the departments. */
  list: { method: 'GET', path: '/sys/user/recycleBin', access: 'system:user:delete', result: z.array(userRow) },
  restore: {
    method: ['PUT', 'POST'],
    path: '/sys/user/putRecycleBin',
    access: 'system:user:delete',
    body: userIds,
    result: z.null(),
  },
  /** Irreversible. */
  purge: {
    method: 'DELETE',
    path: '/sys/user/deleteRecycleBin',
    access: 'system:user:delete',
    query: userIds,
    result: z.null(),
  },
})

/** Members of a role. */
export const roleMemberEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/user/userRoleList',
    access: 'system:user:list',
    query: membersQuery.extend({ roleId: text(64).default('') }),
    result: page(userRow),
  },
  add: {
    method: 'POST',
    path: '/sys/user/addSysUserRole',
    access: 'system:user:edit',
    body: z.object({ roleId: rowId, userIdList: z.array(rowId).min(1, '请选择用户').max(1_000) }),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/sys/user/deleteUserRole',
    access: 'system:user:edit',
    query: z.object({ roleId: rowId, userId: rowId }),
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/sys/user/deleteUserRoleBatch',
    access: 'system:user:edit',
    query: userIds.extend({ roleId: rowId }),
    result: z.null(),
  },
})

/** Members of a department. */
export const departMemberEndpoints = defineEndpoints({
  /**
   * Members of a department and lower ones; `orgCode` holds the names of their departments. Without `depId` those of
   * the departments the caller is in charge of; null for a member.
   */
  list: {
    method: 'GET',
    path: '/sys/user/departUserList',
    access: 'signedIn',
    query: membersQuery.extend({ depId: text(64).default('') }),
    result: page(userRow).nullable(),
  },
  add: {
    method: 'POST',
    path: '/sys/user/editSysDepartWithUser',
    access: 'system:user:edit',
    body: z.object({ depId: rowId, userIdList: z.array(rowId).min(1, '请选择用户').max(1_000) }),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepart',
    access: 'system:user:edit',
    query: z.object({ depId: rowId, userId: rowId }),
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepartBatch',
    access: 'system:user:edit',
    query: userIds.extend({ depId: rowId }),
    result: z.null(),
  },
})

/** A line of the address book. Existing clients use it without an id. */
export const addressRow = z.object({
  userId: z.string(),
  departId: nullableText,
  /** Names of all departments of the person, separated by ` | `. */
  departName: nullableText,
  realname: z.string(),
  avatar: nullableText,
  workNo: nullableText,
  /** Comma-separated position codes, and their names. */
  post: nullableText,
  post_dictText: z.string(),
  telephone: nullableText,
  email: nullableText,
  phone: nullableText,
})
export type AddressRow = z.output<typeof addressRow>

const addressQuery = listQuery.extend({
  /** Department code: its members and those of lower departments. */
  orgCode: text(64).optional(),
  realname: text(100).optional(),
  workNo: text(64).optional(),
})

export const addressEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/user/queryByOrgCodeForAddressList',
    access: 'system:address:list',
    query: addressQuery,
    result: page(addressRow),
  },
  /** The same lines with an id, for lists that identify rows by it. */
  listWithIds: {
    method: 'GET',
    path: '/sys/user/queryByOrgCode',
    access: 'system:address:list',
    query: addressQuery,
    result: page(addressRow.extend({ id: z.string() })),
  },
})

export const delegateForm = z.object({
  id: optionalId,
  userName: requiredText(64),
  agentUserName: requiredText(64),
  startTime: moment.nullish(),
  endTime: moment.nullish(),
  /** 1 active, 0 inactive. */
  status: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(['0', '1'])).default('1'),
})
export type DelegateForm = z.output<typeof delegateForm>

const delegateRow = z.object({
  id: z.string(),
  userName: z.string(),
  agentUserName: z.string(),
  startTime: nullableText,
  endTime: nullableText,
  status: z.string(),
  createName: nullableText,
  createBy: nullableText,
  createTime: nullableText,
  updateName: nullableText,
  updateBy: nullableText,
  updateTime: nullableText,
  sysOrgCode: nullableText,
  sysCompanyCode: nullableText,
})
export type DelegateRow = z.output<typeof delegateRow>

/** Delegate of a user: at most one at a time. */
export const delegateEndpoints = defineEndpoints({
  /** A failure if there is none: existing clients then open an empty form. */
  get: {
    method: 'GET',
    path: '/sys/sysUserAgent/queryByUserName',
    access: 'system:user:list',
    query: z.object({ userName: requiredText(64) }),
    result: delegateRow,
  },
  create: {
    method: 'POST',
    path: '/sys/sysUserAgent/add',
    access: 'system:user:edit',
    body: delegateForm,
    result: z.null(),
  },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/sysUserAgent/edit',
    access: 'system:user:edit',
    body: patchOf(delegateForm.omit({ userName: true })),
    result: z.null(),
  },
})
