import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { dictReference, listQuery } from '../fields.ts'

/** contract/10 §4.1: the signed-in user as stored by clients. Never contains a password or salt. */
export const userInfo = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string().nullable(),
  birthday: z.string().nullable(),
  sex: z.number().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  telephone: z.string().nullable(),
  orgCode: z.string().nullable(),
  orgCodeTxt: z.string().nullable(),
  status: z.number(),
  delFlag: z.number(),
  workNo: z.string().nullable(),
  post: z.string().nullable(),
  activitiSync: z.number(),
  userIdentity: z.number(),
  departIds: z.string().nullable(),
  relTenantIds: z.string().nullable(),
  clientId: z.string().nullable(),
  homePath: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type UserInfo = z.output<typeof userInfo>

export const dictItem = z.object({
  value: z.string(),
  text: z.string(),
  title: z.string(),
  label: z.string(),
  /** Displayed in rows that hold it, but no longer selectable. */
  disabled: z.boolean().optional(),
})
export const dictItems = z.record(z.string(), z.array(dictItem))
export type DictItem = z.output<typeof dictItem>

export const departRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  departName: z.string(),
  orgCode: z.string(),
  orgCategory: z.string(),
})
export type DepartRow = z.output<typeof departRow>

/** Maximum tenant number: nine digits. */
export const TENANT_ID_MAX = 999_999_999

/** A tenant of the signed-in user. Its id is a number on the wire, unlike all others (contract/00 §7). */
export const tenantRow = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  beginDate: z.string().nullable(),
  endDate: z.string().nullable(),
})
export type TenantRow = z.output<typeof tenantRow>

/** contract/10 §1.1. The check key arrives as a number because this call is not signed. */
export const loginForm = z.object({
  username: z.string('请输入账号').trim().min(1, '请输入账号').max(64),
  password: z.string('请输入密码').min(1, '请输入密码').max(128, '密码最多 128 个字符'),
  captcha: z.string().trim().max(16).nullish(),
  checkKey: z.union([z.string().max(64), z.number()]).nullish(),
  remember_me: z.boolean().nullish(),
})
export type LoginForm = z.input<typeof loginForm>

export const loginResult = z.object({
  token: z.string(),
  userInfo,
  sysAllDictItems: dictItems,
  departs: z.array(departRow),
  multi_depart: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Enabled tenants only; absent when the user belongs to none. */
  tenantList: z.array(tenantRow).optional(),
})
export type LoginResult = z.output<typeof loginResult>

/** contract/10 §2.1. */
export interface MenuNode {
  id: string
  path: string
  name: string
  component: string
  route: '0' | '1'
  redirect?: string | null
  hidden?: true
  alwaysShow?: true
  meta: {
    title: string
    icon?: string
    url?: string
    keepAlive: boolean
    internalOrExternal: boolean
    componentName: string
    permissionList?: { action: string; type: string; status: string; describe: string }[]
  }
  children?: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    path: z.string(),
    name: z.string(),
    component: z.string(),
    route: z.enum(['0', '1']),
    redirect: z.string().nullable().optional(),
    hidden: z.literal(true).optional(),
    alwaysShow: z.literal(true).optional(),
    meta: z.object({
      title: z.string(),
      icon: z.string().optional(),
      url: z.string().optional(),
      keepAlive: z.boolean(),
      internalOrExternal: z.boolean(),
      componentName: z.string(),
      permissionList: z
        .array(z.object({ action: z.string(), type: z.string(), status: z.string(), describe: z.string() }))
        .optional(),
    }),
    children: z.array(menuNode).optional(),
  }),
)

export const authEntry = z.object({ action: z.string(), type: z.string(), describe: z.string() })
export const allAuthEntry = authEntry.extend({ status: z.string() })
export const permissionResult = z.object({
  menu: z.array(menuNode),
  auth: z.array(authEntry),
  allAuth: z.array(allAuthEntry),
  sysSafeMode: z.boolean(),
  /**
   * Signed in with a password set by another person: every call is refused until the user has chosen a new one. Not
   * part of the compatibility contract.
   */
  mustChangePassword: z.boolean().optional(),
})
export type PermissionResult = z.output<typeof permissionResult>

export const onlineRow = z.object({
  id: z.string(),
  /** The caller's own token on the caller's row, an opaque session id elsewhere (contract/10 §1.6). */
  token: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string().nullable(),
  sex: z.number().nullable(),
  phone: z.string().nullable(),
  ip: z.string(),
  createTime: z.string(),
  lastSeenTime: z.string(),
})

export const sessionEndpoints = defineEndpoints({
  captcha: {
    method: 'GET',
    path: '/sys/randomImage/:key',
    access: 'public',
    params: z.object({ key: z.string().min(1).max(64) }),
    result: z.string(),
  },
  login: { method: 'POST', path: '/sys/login', access: 'public', body: loginForm, result: loginResult },
  /** Ends the session of the presented token; for a view token (rights.ts), only the view. */
  logout: { method: ['POST', 'GET'], path: '/sys/logout', access: 'public', result: z.null(), inView: 'changes' },
  permissions: {
    method: 'GET',
    path: '/sys/permission/getUserPermissionByToken',
    access: 'signedIn',
    result: permissionResult,
  },
  userInfo: {
    method: 'GET',
    path: '/sys/user/getUserInfo',
    access: 'signedIn',
    result: z.object({ userInfo, sysAllDictItems: dictItems }),
    inView: 'private',
  },
  dictItems: {
    method: 'GET',
    path: '/sys/dict/getDictItems/:code',
    access: 'signedIn',
    signed: true,
    /** A dictionary code, or a table source as in dict.ts. */
    params: z.object({ code: dictReference }),
    result: z.array(dictItem),
  },
  allDictItems: { method: 'GET', path: '/sys/dict/queryAllDictItems', access: 'signedIn', result: dictItems },
  onlineList: {
    method: 'GET',
    path: '/sys/online/list',
    access: 'system:online:list',
    query: listQuery.extend({ username: z.string().max(64).optional() }),
    result: page(onlineRow),
  },
  forceLogout: {
    method: 'POST',
    path: '/sys/online/forceLogout',
    access: 'system:online:forceLogout',
    body: z.object({ token: z.string().min(1).max(128) }),
    result: z.null(),
  },
})
