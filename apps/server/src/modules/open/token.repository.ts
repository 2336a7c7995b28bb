import type { ApiToken, OpenScope } from '@natim/contract/mon/api-token'
import type { OpenFormat, PublicationLevel } from '@natim/contract/mon/publication.resource'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'

/** A valid token with the current data of its creator's account. */
export interface LiveToken {
  readonly id: string
  readonly userId: string
  readonly orgCode: string | null
  readonly userPrefixes: readonly string[]
  readonly scopes: readonly OpenScope[]
  readonly regionPrefixes: readonly string[]
  readonly status: 'on' | 'off'
  readonly level: PublicationLevel
  readonly delayMin: number
  readonly formats: readonly OpenFormat[]
  readonly metrics: readonly string[]
}

const RATE_WINDOW = sql`interval '1 minute'`
const isNewWindow = sql<boolean>`(token.window_at is null or token.window_at <= now() - ${RATE_WINDOW})`
const holds = sql<SqlBool>`token.revoked_at is null and token.expires_at > now() and person.status = 1 and person.del_flag = 0`

/**
 * Looks up a token and counts the call in one statement: revocation takes effect at the next call of any process, and
 * all processes share one rate limit. A call over the limit writes nothing.
 */
export async function takeToken(db: Db, tokenHash: Buffer, ip: string): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    update mon_api_token as token set
      window_at = case when ${isNewWindow} then now() else token.window_at end,
      window_n = case when ${isNewWindow} then 1 else token.window_n + 1 end,
      last_used_at = now(), last_ip = ${ip}, calls = token.calls + 1
    from sys_user as person, mon_publication as publication
    where token.token_hash = ${tokenHash} and person.id = token.user_id and publication.id = token.publication_id
      and ${holds} and (${isNewWindow} or token.window_n < token.rate_per_min)
    returning token.id, token.user_id, person.org_code, person.region_prefixes as user_prefixes, token.scopes,
      token.region_prefixes, publication.status, publication.level, publication.delay_min, publication.formats,
      publication.metrics`.execute(db)
  return rows[0]
}

/** Seconds until a valid token may be used again; undefined for an invalid one. */
export async function findWaitS(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ waitS: number }>`
    select greatest(1, ceil(extract(epoch from token.window_at + ${RATE_WINDOW} - now())))::int as wait_s
    from mon_api_token as token join sys_user as person on person.id = token.user_id
    where token.token_hash = ${tokenHash} and ${holds} and token.window_at is not null`.execute(db)
  return rows[0]?.waitS
}

/** Tokens of a department and its subdepartments, newest first. */
export async function findTokens(db: Db, { orgCode }: DataScope, limit: number): Promise<ApiToken[]> {
  if (orgCode === '') return []
  const { rows } = await sql<
    Omit<ApiToken, 'expiresMs' | 'createMs' | 'lastUsedMs' | 'calls'> & {
      readonly expiresAt: Date
      readonly createTime: Date
      readonly lastUsedAt: Date | null
      readonly calls: string
    }
  >`
    select token.id, token.name, token.hint, token.publication_id, publication.name as publication_name, token.scopes,
      token.region_prefixes, token.rate_per_min, token.expires_at, token.create_by, token.create_time, token.last_used_at,
      token.last_ip, token.calls::text as calls,
      case when token.revoked_at is not null then 'revoked' when token.expires_at <= now() then 'expired'
        when person.id is null then 'ended' else 'valid' end as state
    from mon_api_token as token
    join mon_publication as publication on publication.id = token.publication_id
    left join sys_user as person on person.id = token.user_id and person.status = 1 and person.del_flag = 0
    where starts_with(token.sys_org_code, ${orgCode})
    order by token.create_time desc, token.id desc limit ${limit}`.execute(db)
  return rows.map(({ expiresAt, createTime, lastUsedAt, calls, ...row }) => ({
    ...row,
    expiresMs: expiresAt.getTime(),
    createMs: createTime.getTime(),
    lastUsedMs: lastUsedAt?.getTime() ?? null,
    calls: Number(calls),
  }))
}

/** Serializes additions of one account until the transaction ends. */
export async function lockAdditions(trx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030054, hashtext(${userId}))`.execute(trx)
}

export async function countTokens(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('monApiToken')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return n
}

export interface NewToken {
  readonly id: string
  readonly name: string
  readonly tokenHash: Buffer
  readonly hint: string
  readonly publicationId: string
  readonly scopes: readonly string[]
  readonly regionPrefixes: readonly string[]
  readonly ratePerMin: number
  readonly days: number
  readonly userId: string
  readonly sysOrgCode: string
  readonly createBy: string
}

export async function insertToken(trx: Tx, { days, scopes, regionPrefixes, ...token }: NewToken): Promise<void> {
  await trx
    .insertInto('monApiToken')
    .values({
      ...token,
      scopes: [...scopes],
      regionPrefixes: [...regionPrefixes],
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
}

/** Returns its name; undefined when it does not exist, is not visible, or was already revoked. */
export async function revokeToken(
  trx: Tx,
  { orgCode }: DataScope,
  id: string,
  by: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('monApiToken')
    .set({ revokedAt: sql<Date>`now()`, revokedBy: by })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where(orgCode === '' ? sql<SqlBool>`false` : sql<SqlBool>`starts_with(sys_org_code, ${orgCode})`)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export const findPublications = (db: Db) =>
  db
    .selectFrom('monPublication')
    .select(['id', 'name', 'level', 'delayMin'])
    .where('status', '=', 'on')
    .where('delFlag', '=', 0)
    .orderBy('delayMin')
    .orderBy('id')
    .execute()
