import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export interface KioskRecord {
  readonly id: string
  readonly screenId: string
  readonly name: string
  readonly makerId: string
  readonly orgCode: string
  readonly regionPrefixes: string[]
}

/** In force: neither revoked nor expired, with an existing screen and an enabled account of its creator. */
const LIVE = sql<boolean>`token.revoked_at is null and token.expires_at > now() and screen.del_flag = 0
  and maker.status = 1 and maker.del_flag = 0`

/** The token with this hash, if in force. */
export async function findKiosk(db: Db, tokenHash: Buffer): Promise<KioskRecord | undefined> {
  const { rows } = await sql<KioskRecord>`
    select token.id, token.screen_id, token.name, token.maker_id, token.org_code, token.region_prefixes
    from mon_wall_token as token
    join mon_wall_screen as screen on screen.id = token.screen_id
    join sys_user as maker on maker.id = token.maker_id
    where token.token_hash = ${tokenHash} and ${LIVE}`.execute(db)
  return rows[0]
}

/** Updates the time of last use at most once a minute. */
export async function touchKiosk(db: Db, id: string): Promise<void> {
  await sql`update mon_wall_token set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

export async function insertToken(
  trx: Tx,
  { days, ...token }: KioskRecord & { readonly tokenHash: Buffer; readonly days: number },
): Promise<void> {
  await sql`insert into mon_wall_token (id, screen_id, name, token_hash, maker_id, org_code, region_prefixes, expires_at)
    values (${token.id}, ${token.screenId}, ${token.name}, ${token.tokenHash}, ${token.makerId}, ${token.orgCode},
      ${token.regionPrefixes}::text[], now() + make_interval(days => ${days}::int))`.execute(trx)
}

export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly makerName: string
  readonly createTime: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly state: 'valid' | 'expired' | 'revoked' | 'maker_gone'
}

/** Tokens of a screen, newest first. */
export async function findTokens(db: Db, screenId: string): Promise<TokenRecord[]> {
  const { rows } = await sql<TokenRecord>`
    select token.id, token.name, coalesce(maker.realname, '') as maker_name, token.create_time, token.expires_at,
      token.last_used_at,
      case when token.revoked_at is not null then 'revoked' when token.expires_at <= now() then 'expired'
        when maker.status = 1 and maker.del_flag = 0 then 'valid' else 'maker_gone' end as state
    from mon_wall_token as token left join sys_user as maker on maker.id = token.maker_id
    where token.screen_id = ${screenId}
    order by token.create_time desc, token.id desc`.execute(db)
  return rows
}

/** The screen of a token that is not revoked, with the token locked. */
export const lockToken = (trx: Tx, id: string) =>
  trx
    .selectFrom('monWallToken')
    .select(['id', 'screenId', 'name'])
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function markRevoked(trx: Tx, id: string): Promise<void> {
  await trx.updateTable('monWallToken').set({ revokedAt: sql<Date>`now()` }).where('id', '=', id).execute()
}
