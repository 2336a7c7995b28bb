import { type Selectable, sql } from 'kysely'
import type { SysUser } from '../../db/types.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

/** Names of deleted accounts stay taken: the log still refers to them. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysUser')
    .select('id')
    .where(sql`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export function findUserIdByPhone(db: Db, phone: string) {
  return db.selectFrom('sysUser').select('id').where('phone', '=', phone).where('delFlag', '=', 0).executeTakeFirst()
}

export function findUserIdByEmail(db: Db, email: string) {
  return db
    .selectFrom('sysUser')
    .select('id')
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .where('delFlag', '=', 0)
    .executeTakeFirst()
}

export interface NewAccount {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly passwordHash: string
  readonly phone: string | null
  readonly email: string | null
  readonly avatar: string | null
}

/** An enabled account with one role and no department, region or tenant: it may sign in and sees nothing. */
export async function insertAccount(trx: Tx, account: NewAccount, roleCode: string): Promise<void> {
  await trx
    .insertInto('sysUser')
    .values({ ...account, regionPrefixes: [], createBy: account.username })
    .execute()
  await trx
    .insertInto('sysUserRole')
    .columns(['userId', 'roleId'])
    .expression((eb) =>
      eb
        .selectFrom('sysRole')
        .select([eb.val(account.id).as('userId'), 'id'])
        .where('roleCode', '=', roleCode),
    )
    .execute()
}

/** Columns that users may change in their own account. */
export type OwnData = Partial<
  Pick<Selectable<SysUser>, 'realname' | 'avatar' | 'sex' | 'birthday' | 'email' | 'phone' | 'telephone'>
>

export async function updateOwnData(db: Db, userId: string, username: string, data: OwnData): Promise<void> {
  await db
    .updateTable('sysUser')
    .set({ ...data, updateBy: username, updateTime: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/** A password chosen by the user does not expire. */
export async function setOwnPassword(db: Db, userId: string, username: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('sysUser')
    .set({ passwordHash, passwordExpiresAt: null, updateBy: username, updateTime: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

export const OWN_LOG_FIELDS: ListFields = {
  id: { expression: sql.ref('line.id'), type: 'number' },
  logContent: { expression: sql.ref('line.logContent'), type: 'text' },
  ip: { expression: sql.ref('line.ip'), type: 'text' },
  logType: { expression: sql.ref('line.logType'), type: 'number' },
  createTime: { expression: sql.ref('line.createTime'), type: 'time' },
}

export const OWN_LOG_LIST = {
  defaultSort: { field: 'id', order: 'desc' },
  tieBreaker: sql`line.id desc`,
} as const

/** The user's log in the tenant of the call, and in none, which contains the sign-ins. */
export const listOwnLog = (
  db: Db,
  { userId, tenantId }: SessionUser,
  request: ListRequest,
  logType: number | undefined,
) =>
  inTenant(db, 'system', async (trx) => {
    const base = trx
      .selectFrom('sysLog as line')
      .where('line.userId', '=', userId)
      .where('line.tenantId', 'in', [0, tenantId])
      .where(allOf(request.conditions))
      .$if(logType !== undefined, (query) => query.where('line.logType', '=', logType ?? 0))
    const records = await base
      .select(['line.id', 'line.logType', 'line.logContent', 'line.success', 'line.ip', 'line.createTime'])
      .orderBy(sql.join(request.orderBy))
      .offset(request.offset)
      .limit(request.pageSize)
      .execute()
    const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { records, total }
  })

/** Roles of a user, ordered by name. */
export function findOwnRoles(db: Db, userId: string) {
  return db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select(['sysRole.roleName', 'sysRole.roleCode'])
    .where('sysUserRole.userId', '=', userId)
    .orderBy('sysRole.roleName')
    .execute()
}
