import { type Selectable, sql } from 'kysely'
import type { SysUser } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Names stay taken after their account is deleted: the log still speaks of them. */
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

/** An enabled account with one role and without department, region or tenant: it may sign in and see nothing. */
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

/** The columns people may change of themselves. */
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

/** A password somebody chose himself does not run out. */
export async function setOwnPassword(db: Db, userId: string, username: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('sysUser')
    .set({ passwordHash, passwordExpiresAt: null, updateBy: username, updateTime: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

export async function listOwnLog(
  db: Db,
  filter: {
    readonly userId: string
    readonly logType: number | undefined
    readonly offset: number
    readonly limit: number
  },
) {
  const base = db
    .selectFrom('sysLog')
    .where('userId', '=', filter.userId)
    .$if(filter.logType !== undefined, (query) => query.where('logType', '=', filter.logType ?? 0))
  const [records, count] = await Promise.all([
    base
      .select(['id', 'logType', 'logContent', 'success', 'ip', 'createTime'])
      .orderBy('id', 'desc')
      .offset(filter.offset)
      .limit(filter.limit)
      .execute(),
    base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { records, total: count.total }
}

/** Roles of a user, by name. */
export function findOwnRoles(db: Db, userId: string) {
  return db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select(['sysRole.roleName', 'sysRole.roleCode'])
    .where('sysUserRole.userId', '=', userId)
    .orderBy('sysRole.roleName')
    .execute()
}
