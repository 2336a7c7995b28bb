import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../apps/server/src/platform/db/db.ts'

const HOUR_MS = 3_600_000

/** Creates sessions of administrators without a browser: one session per user. Returns the tokens. */
export async function buildSessions(db: Db, count: number): Promise<string[]> {
  const role = await db.selectFrom('sysRole').select('id').where('roleCode', '=', 'nat_admin').executeTakeFirstOrThrow()
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  for (const [index, token] of tokens.entries()) {
    const userId = `bench-user-${index}`
    const name = { username: userId, realname: userId, passwordHash: 'no password opens this account' }
    await db
      .insertInto('sysUser')
      .values({ id: userId, ...name, orgCode: 'A01', regionPrefixes: ['*'] })
      .execute()
    await db.insertInto('sysUserRole').values({ userId, roleId: role.id }).execute()
    await db
      .insertInto('sysSession')
      .values({
        id: `bench-session-${index}`,
        tokenHash: createHash('sha256').update(token).digest(),
        userId,
        remember: true,
        ip: '127.0.0.1',
        userAgent: 'bench',
        expiresAt: new Date(Date.now() + HOUR_MS),
      })
      .execute()
  }
  return tokens
}
