import { createHash } from 'node:crypto'
import { KIOSK_TOKEN_PREFIX, type WallToken } from '@natim/contract/mon/wall'
import type { PermissionCode } from '@natim/contract/permissions'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findKiosk, findTokens, insertToken, lockToken, markRevoked, touchKiosk } from './kiosk.repository.ts'
import type { Walls } from './wall.service.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const TOKEN = new RegExp(`^${KIOSK_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

export const isKioskToken = (token: string): boolean => TOKEN.test(token)

/** Permissions required by the live feed topics; other calls are opened individually (`kiosk` of an endpoint). */
const RIGHTS: ReadonlySet<PermissionCode> = new Set([
  'mon:wall:view',
  'mon:ts:view',
  'mon:device:view',
  'mon:alarm:view',
  'mon:home:view',
])

/** Pseudo-user of a wall token, with the scope its creator had. Looked up on every call. */
export async function authenticateKiosk(db: Db, token: string): Promise<SessionUser | undefined> {
  const kiosk = isKioskToken(token) ? await findKiosk(db, hashOf(token)) : undefined
  if (kiosk === undefined) return undefined
  await touchKiosk(db, kiosk.id)
  return {
    sessionId: kiosk.id,
    // Sockets count for the kiosk, not for its creator.
    userId: `wall-${kiosk.id}`,
    username: kiosk.name,
    realname: kiosk.name,
    roleCodes: [],
    permissions: RIGHTS,
    scope: { orgCode: kiosk.orgCode, regionPrefixes: kiosk.regionPrefixes, hidesPersons: true },
    dataRules: new Map(),
    tenantId: 0,
    kiosk: { screenId: kiosk.screenId, makerId: kiosk.makerId },
  }
}

/** Wall tokens: adding, listing, revoking. */
export function createKiosks({ db, bus, walls }: { readonly db: Db; readonly bus: Bus; readonly walls: Walls }) {
  return {
    /** @returns the token, which cannot be read again */
    async add(actor: Actor, screenId: string, name: string, days: number): Promise<{ id: string; token: string }> {
      const { user } = actor
      const screen = await walls.get(user, screenId)
      const token = `${KIOSK_TOKEN_PREFIX}${newToken()}`
      const id = newId()
      const { orgCode, regionPrefixes } = user.scope
      await db.transaction().execute(async (trx) => {
        await insertToken(trx, {
          id,
          screenId,
          name,
          tokenHash: hashOf(token),
          makerId: user.userId,
          orgCode,
          regionPrefixes: [...regionPrefixes],
          days,
        })
        await writeOperation(trx, actor, {
          content: `生成大屏令牌：${screen.name}（${name}，${days} 天）`,
          objectId: screenId,
          operateType: OPERATE.add,
          detail: { table: 'mon_wall_token', before: {}, after: { id, name, days } },
        })
      })
      return { id, token }
    },

    async list(user: SessionUser, screenId: string): Promise<WallToken[]> {
      await walls.get(user, screenId)
      return (await findTokens(db, screenId)).map(({ createTime, expiresAt, lastUsedAt, ...token }) => ({
        ...token,
        createTime: toDateTimeText(createTime),
        expiresAt: toDateTimeText(expiresAt),
        lastUsedAt: lastUsedAt && toDateTimeText(lastUsedAt),
      }))
    },

    /** Closes its sockets at once in every process. @throws AppError row.not_found */
    async revoke(actor: Actor, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const token = await lockToken(trx, id)
        if (token === undefined) throw new AppError('row.not_found')
        const screen = await walls.get(actor.user, token.screenId)
        await markRevoked(trx, id)
        await writeOperation(trx, actor, {
          content: `吊销大屏令牌：${screen.name}（${token.name}）`,
          objectId: token.screenId,
          operateType: OPERATE.edit,
          detail: { table: 'mon_wall_token', before: { revoked: false }, after: { revoked: true } },
        })
      })
      bus.publish('sessionsEnded', [id])
    },
  }
}
