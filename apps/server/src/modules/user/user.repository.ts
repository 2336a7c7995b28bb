import { type Expression, type SqlBool, sql } from 'kysely'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findLargePage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { withNames } from './user-names.repository.ts'

export const USER_FIELDS: ListFields = {
  id: { expression: sql.ref('person.id'), type: 'text' },
  username: { expression: sql.ref('person.username'), type: 'text' },
  realname: { expression: sql.ref('person.realname'), type: 'text' },
  phone: { expression: sql.ref('person.phone'), type: 'text' },
  workNo: { expression: sql.ref('person.workNo'), type: 'text' },
  post: { expression: sql.ref('person.post'), type: 'text' },
  orgCode: { expression: sql.ref('person.orgCode'), type: 'text' },
  sex: { expression: sql.ref('person.sex'), type: 'number' },
  status: { expression: sql.ref('person.status'), type: 'number' },
  userIdentity: { expression: sql.ref('person.userIdentity'), type: 'number' },
  birthday: { expression: sql.ref('person.birthday'), type: 'date' },
  createBy: { expression: sql.ref('person.createBy'), type: 'text' },
  createTime: { expression: sql.ref('person.createTime'), type: 'time', isRequired: true },
  updateTime: { expression: sql.ref('person.updateTime'), type: 'time' },
}

/** Filterable only by users who may see them. */
export const CONTACT_FIELDS: ListFields = {
  email: { expression: sql.ref('person.email'), type: 'text' },
  telephone: { expression: sql.ref('person.telephone'), type: 'text' },
}

/** Menu that carries the data rules of the list. */
export const USER_RULES = { component: 'system/UserList', fields: USER_FIELDS } as const

export const USER_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`person.id`,
} as const

/** Most rows of a lookup by keys. */
const MAX_BY_KEYS = 1_000

const isEnabled = sql<SqlBool>`person.status = 1`

/** Members of these departments and their subdepartments. */
const isMemberBelow = (departIds: readonly string[]) => sql<SqlBool>`exists (
  select from sys_user_depart as link
  join sys_depart as own on own.id = link.dep_id and own.del_flag = '0'
  join sys_depart as top on starts_with(own.org_code, top.org_code)
  where link.user_id = person.id and top.id = any(${[...departIds]}::text[]))`

const isMemberOfCode = (orgCode: string) => sql<SqlBool>`exists (
  select from sys_user_depart as link
  join sys_depart as own on own.id = link.dep_id and own.del_flag = '0'
  where link.user_id = person.id and starts_with(own.org_code, ${orgCode}))`

/** Matches part of the name, account, phone, or a department name. */
const isCalled = (keyword: string) => {
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(person.realname ilike ${pattern} or person.username ilike ${pattern} or person.phone ilike ${pattern}
    or exists (
      select from sys_user_depart as link
      join sys_depart as own on own.id = link.dep_id and own.del_flag = '0'
      where link.user_id = person.id and own.depart_name ilike ${pattern}))`
}

const holdsRole = (roleId: string) => sql<SqlBool>`exists (
  select from sys_user_role as held where held.user_id = person.id and held.role_id = ${roleId})`

/** Rows of visible users, locked until the transaction ends, in a fixed order. */
export function lockUsers(
  trx: Tx,
  viewer: SessionUser,
  ids: readonly string[],
  conditions: readonly Expression<SqlBool>[],
  { isDeleted = false } = {},
) {
  return shown(trx, viewer, isDeleted)
    .selectAll('person')
    .where('person.id', 'in', [...ids])
    .where(allOf(conditions))
    .orderBy('person.id')
    .forUpdate()
    .execute()
}

/** Whether a viewer sees a user, including users in the recycle bin. */
export async function isShownTo(
  db: Db,
  viewer: SessionUser,
  id: string,
  conditions: readonly Expression<SqlBool>[],
): Promise<boolean> {
  const row = await db
    .selectFrom('sysUser as person')
    .select('person.id')
    .where('person.id', '=', id)
    .where(isVisibleTo(viewer))
    .where(allOf(conditions))
    .executeTakeFirst()
  return row !== undefined
}

/** Users a viewer may see: within a tenant its members; without a department only themselves. */
const sightOf = ({ userId, tenantId, scope }: SessionUser) => (scope.orgCode === '' ? { userId } : { tenantId })

function isVisibleTo(viewer: SessionUser): Expression<SqlBool> {
  const { userId, tenantId } = { userId: undefined, tenantId: undefined, ...sightOf(viewer) }
  if (userId !== undefined) return sql<SqlBool>`person.id = ${userId}`
  if (tenantId === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from sys_user_tenant as member where member.user_id = person.id and member.tenant_id = ${tenantId})`
}

const memberOf = sql<string[]>`array(select link.dep_id from sys_user_depart as link where link.user_id = person.id)`

// A literal: the partial index cannot be used if the value is a parameter.
const isThere = sql<SqlBool>`person.del_flag = 0`
const isInBin = sql<SqlBool>`person.del_flag = 1`

/** `isDeleted`: users in the recycle bin instead. */
const shown = (db: Db, viewer: SessionUser, isDeleted = false) =>
  db
    .selectFrom('sysUser as person')
    .where(isDeleted ? isInBin : isThere)
    .where(isVisibleTo(viewer))

/** Named columns only: password hash and region scope never leave the table. */
const described = (db: Db, viewer: SessionUser, isDeleted = false) =>
  shown(db, viewer, isDeleted).select([
    'person.id',
    'person.username',
    'person.realname',
    'person.avatar',
    'person.birthday',
    'person.sex',
    'person.phone',
    'person.email',
    'person.telephone',
    'person.workNo',
    'person.post',
    'person.orgCode',
    'person.departIds',
    'person.userIdentity',
    'person.status',
    'person.createBy',
    'person.createTime',
    'person.updateBy',
    'person.updateTime',
    memberOf.as('memberOf'),
  ])

export type UserRecord = Awaited<ReturnType<typeof findUsers>>['records'][number]

/** Narrows a list of users beyond its fields. */
export interface UserFilter {
  /** Members of this department and its subdepartments. */
  readonly departId?: string | undefined
  /** Members of any of these departments and their subdepartments. */
  readonly departIds?: readonly string[] | undefined
  readonly roleId?: string | undefined
  /** Part of a name, account, phone or department name. */
  readonly keyword?: string | undefined
  /** Members of the department with this code and its subdepartments. */
  readonly orgCode?: string | undefined
  readonly isEnabledOnly?: boolean
  /** Users in the recycle bin instead. */
  readonly isDeleted?: boolean
  /** Only these rows (export). */
  readonly ids?: readonly string[] | undefined
}

export async function findUsers(db: Db, viewer: SessionUser, request: ListRequest, filter: UserFilter = {}) {
  const { departId, departIds, orgCode, roleId, keyword, isEnabledOnly = false, isDeleted = false, ids } = filter
  const where = () =>
    allOf([
      ...request.conditions,
      ...(departId ? [isMemberBelow([departId])] : []),
      ...(departIds ? [isMemberBelow(departIds)] : []),
      ...(orgCode ? [isMemberOfCode(orgCode)] : []),
      ...(roleId === undefined ? [] : [holdsRole(roleId)]),
      ...(keyword ? [isCalled(keyword)] : []),
      ...(isEnabledOnly ? [isEnabled] : []),
      ...(ids ? [sql<SqlBool>`person.id = any(${[...ids]})`] : []),
    ])
  const { records, total } = await findLargePage(
    db,
    {
      rows: (given) => shown(given, viewer, isDeleted).where(where()),
      shown: (given) => described(given, viewer, isDeleted).where(where()),
      // An export lists its rows and is not repeated.
      ...(ids === undefined && { variant: JSON.stringify([sightOf(viewer), filter]) }),
    },
    request,
  )
  return { records: await withNames(db, records), total }
}

/** Enabled users by exact keys, in the order of the keys. */
export async function findUsersByKeys(
  db: Db,
  viewer: SessionUser,
  field: keyof typeof STORE_FIELDS,
  keys: readonly string[],
  conditions: readonly Expression<SqlBool>[],
) {
  const column = STORE_FIELDS[field]
  const records = await described(db, viewer)
    .where(isEnabled)
    .where(allOf(conditions))
    .where(column, 'in', [...keys])
    .orderBy(sql`array_position(${[...keys]}::text[], ${sql.ref(column)}::text)`)
    .orderBy('person.id')
    .limit(MAX_BY_KEYS)
    .execute()
  return withNames(db, records)
}

/** Fields of a user that a picker may store. */
export const STORE_FIELDS = {
  id: 'person.id',
  username: 'person.username',
  realname: 'person.realname',
  workNo: 'person.workNo',
  phone: 'person.phone',
} as const

/** Ids of users with the administrator role who may sign in. */
export async function findAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select('person.id')
    .where('role.roleCode', '=', 'admin')
    .where('person.status', '=', 1)
    .where('person.delFlag', '=', 0)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}
