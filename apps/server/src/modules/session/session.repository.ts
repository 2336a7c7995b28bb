import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export interface NewSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly userId: string
  readonly remember: boolean
  readonly ip: string
  readonly userAgent: string
  /** Counted from the database clock, which all later session checks use. */
  readonly lifeMs: number
  /** The password was set by another person. */
  readonly mustChangePassword: boolean
}

export async function insertSession(db: Db, { lifeMs, ...session }: NewSession): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifeMs / 1_000})`
  await db
    .insertInto('sysSession')
    .values({ ...session, expiresAt })
    .execute()
}

export interface LiveSession {
  readonly sessionId: string
  readonly lastSeenAt: Date
  readonly mustChangePassword: boolean
  readonly userId: string
  readonly username: string
  readonly realname: string
  readonly orgCode: string | null
  readonly regionPrefixes: string[]
}

/** Live sessions with their users, by token hash (hex); `touchSession` renews them at most once a minute. */
export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  idleMs: number,
): Promise<Map<string, LiveSession>> {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash, 'hex'))
  const rows = await findLive(db, sql`session.token_hash = any(${hashes}::bytea[])`, idleMs)
  return new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]))
}

/** The same by session id, for objects tied to a session. */
export async function findLiveSessionById(db: Db, id: string, idleMs: number): Promise<LiveSession | undefined> {
  return (await findLive(db, sql`session.id = ${id}`, idleMs))[0]
}

async function findLive(db: Db, isMeant: RawBuilder<unknown>, idleMs: number) {
  // Plain SQL: every API call runs it, and building the query would cost more than running it.
  const { rows } = await sql<LiveSession & { readonly tokenHash: Buffer }>`
    select session.token_hash, session.id as session_id, session.last_seen_at, session.must_change_password,
      person.id as user_id, person.username, person.realname, person.org_code, person.region_prefixes
    from sys_session as session
    join sys_user as person on person.id = session.user_id
    where ${isMeant} and session.expires_at > now()
      and (session.remember or session.last_seen_at > now() - make_interval(secs => ${idleMs / 1_000}))
      and person.status = 1 and person.del_flag = 0`.execute(db)
  return rows
}

/** Uses up a password set by another person, which allows one sign-in; true if this is that sign-in. */
export async function spendPassword(db: Db, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('sysUser')
    .set({ passwordExpiresAt: now })
    .where('id', '=', userId)
    .where('passwordExpiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The user chose their own password in this session. */
export async function clearMustChange(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sysSession').set({ mustChangePassword: false }).where('id', '=', sessionId).execute()
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sysSession').set({ lastSeenAt: sql<Date>`now()` }).where('id', '=', sessionId).execute()
}

export function deleteSessionByHash(db: Db, tokenHash: Buffer) {
  return db.deleteFrom('sysSession').where('tokenHash', '=', tokenHash).returning(['id', 'userId']).executeTakeFirst()
}

export function deleteSessionById(db: Db, id: string) {
  return db.deleteFrom('sysSession').where('id', '=', id).returning(['id', 'userId']).executeTakeFirst()
}

export async function deleteSessionsOfUser(db: Db, userId: string, exceptId?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sysSession')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteExpiredSessions(db: Db): Promise<string[]> {
  const rows = await db.deleteFrom('sysSession').where('expiresAt', '<', sql<Date>`now()`).returning('id').execute()
  return rows.map((row) => row.id)
}

export function findUserByUsername(db: Db, username: string) {
  return db
    .selectFrom('sysUser')
    .selectAll()
    .where(sql`lower(username)`, '=', username.trim().toLowerCase())
    .where('delFlag', '=', 0)
    .executeTakeFirst()
}

/** Without deleted users: a phone number is free again once its account is deleted. */
export function findUserByPhone(db: Db, phone: string) {
  return db.selectFrom('sysUser').selectAll().where('phone', '=', phone).where('delFlag', '=', 0).executeTakeFirst()
}

export type UserRecord = Awaited<ReturnType<typeof findUserById>>

export function findUserById(db: Db, id: string) {
  return db.selectFrom('sysUser').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function findDepartsOfUser(db: Db, userId: string) {
  return db
    .selectFrom('sysUserDepart as link')
    .innerJoin('sysDepart as depart', 'depart.id', 'link.depId')
    .select(['depart.id', 'depart.parentId', 'depart.departName', 'depart.orgCode', 'depart.orgCategory'])
    .where('link.userId', '=', userId)
    .where('depart.delFlag', '=', '0')
    .orderBy('depart.orgCode')
    .execute()
}

export async function setUserOrgCode(db: Db, userId: string, orgCode: string): Promise<void> {
  await db.updateTable('sysUser').set({ orgCode }).where('id', '=', userId).execute()
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('sysUser').set({ passwordHash }).where('id', '=', userId).execute()
}

export const ONLINE_FIELDS: ListFields = {
  username: { expression: sql.ref('user.username'), type: 'text' },
  realname: { expression: sql.ref('user.realname'), type: 'text' },
  phone: { expression: sql.ref('user.phone'), type: 'text' },
  sex: { expression: sql.ref('user.sex'), type: 'number' },
  ip: { expression: sql.ref('session.ip'), type: 'text' },
  createTime: { expression: sql.ref('session.createdAt'), type: 'time' },
  lastSeenTime: { expression: sql.ref('session.lastSeenAt'), type: 'time' },
}

export const ONLINE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`session.id`,
} as const

/** @param username substring of it */
export function listSessions(db: Db, request: ListRequest, username: string | undefined) {
  const base = db
    .selectFrom('sysSession as session')
    .innerJoin('sysUser as user', 'user.id', 'session.userId')
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .where(allOf(request.conditions))
    .$if(username !== undefined, (query) =>
      query.where(sql<boolean>`strpos(lower("user".username), lower(${username})) > 0`),
    )
  return findPage(
    base,
    base.select([
      'session.id',
      'session.ip',
      'session.createdAt',
      'session.lastSeenAt',
      'user.username',
      'user.realname',
      'user.avatar',
      'user.sex',
      'user.phone',
    ]),
    request,
  )
}
