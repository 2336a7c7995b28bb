import { createHash } from 'node:crypto'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, SESSION_STORAGE_MS } from '@natim/contract/constants'
import type { LoginResult } from '@natim/contract/system/session'
import { SIGN_IN_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/id.ts'
import { loadDictItems } from '../dict/index.ts'
import type { RightsOf } from '../permission/index.ts'
import { checkCaptcha } from './captcha.service.ts'
import { clearFailures, countFailure, createAddressLimiter, isLocked, usernameKey } from './login-guard.repository.ts'
import { hashPassword, verifyPassword } from './password.ts'
import {
  deleteSessionByHash,
  deleteSessionById,
  findDepartsOfUser,
  findLiveSession,
  findUserByUsername,
  insertSession,
  setPasswordHash,
  setUserOrgCode,
  touchSession,
} from './session.repository.ts'
import { toUserInfo } from './user-info.ts'

const TOUCH_EVERY_MS = 60_000
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{20,128}$/

export interface SessionDeps {
  readonly db: Db
  readonly bus: Bus
  readonly rightsOf: RightsOf
  readonly captcha: boolean
  readonly now: () => number
}

export interface LoginAttempt {
  readonly username: string
  readonly password: string
  readonly captcha: string | undefined
  readonly checkKey: string | undefined
  readonly remember: boolean
  readonly ip: string
  readonly userAgent: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export type SessionService = ReturnType<typeof createSessionService>

/** Sign-in, sign-out and the check of every call. */
export function createSessionService(deps: SessionDeps) {
  const { db, bus } = deps
  const addresses = createAddressLimiter(deps.now)

  async function refuse(attempt: LoginAttempt, reason: string): Promise<never> {
    addresses.count(attempt.ip)
    await countFailure(db, usernameKey(attempt.username))
    await writeAudit(db, {
      logType: SIGN_IN_LOG,
      content: `登录失败：${reason}`,
      success: false,
      username: attempt.username,
      ip: attempt.ip,
    })
    throw new AppError('login.failed')
  }

  /** Same text, code and time for unknown, frozen, locked and mistyped (security §2). */
  async function login(attempt: LoginAttempt): Promise<LoginResult> {
    if (addresses.isOver(attempt.ip)) throw new AppError('request.too_many', { retryAfterS: 60 })
    if (deps.captcha) await checkCaptcha(db, attempt.checkKey, attempt.captcha, deps.now())
    const [user, locked] = await Promise.all([
      findUserByUsername(db, attempt.username),
      isLocked(db, usernameKey(attempt.username)),
    ])
    const matches = await verifyPassword(user?.passwordHash, attempt.password)
    if (locked) return refuse(attempt, '账号锁定中')
    if (!user || !matches) return refuse(attempt, '用户名或密码错误')
    if (user.status !== 1) return refuse(attempt, '账号已冻结')
    if (user.passwordExpiresAt && user.passwordExpiresAt.getTime() < deps.now())
      return refuse(attempt, '初始密码已过期')
    await clearFailures(db, usernameKey(attempt.username))
    return openSession(user, attempt)
  }

  async function openSession(
    user: NonNullable<Awaited<ReturnType<typeof findUserByUsername>>>,
    attempt: LoginAttempt,
  ): Promise<LoginResult> {
    const departs = await findDepartsOfUser(db, user.id)
    const orgCode = chooseOrgCode(user.orgCode, departs)
    if (orgCode !== null && orgCode !== user.orgCode) await setUserOrgCode(db, user.id, orgCode)
    if (needsRehash(user.passwordHash)) await setPasswordHash(db, user.id, await hashPassword(attempt.password))

    const token = newToken()
    const sessionId = newId()
    await insertSession(db, {
      id: sessionId,
      tokenHash: sha256(token),
      userId: user.id,
      remember: attempt.remember,
      ip: attempt.ip,
      userAgent: attempt.userAgent.slice(0, 300),
      expiresAt: new Date(deps.now() + (attempt.remember ? SESSION_STORAGE_MS : SESSION_ABSOLUTE_MS)),
    })
    await writeAudit(db, {
      logType: SIGN_IN_LOG,
      content: '登录成功',
      success: true,
      userId: user.id,
      username: user.username,
      sessionId,
      ip: attempt.ip,
    })
    return {
      token,
      userInfo: toUserInfo(
        { ...user, orgCode },
        departs.map((depart) => depart.departName),
      ),
      sysAllDictItems: await loadDictItems(db),
      departs,
      multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
    }
  }

  /** Who a token belongs to; the session is not renewed by it. */
  const peek = (token: string) => lookUp(token, false)
  /** The same for a call of the user, which keeps the session alive. */
  const authenticate = (token: string) => lookUp(token, true)

  async function lookUp(token: string, renews: boolean): Promise<SessionUser | undefined> {
    if (!TOKEN_PATTERN.test(token)) return undefined
    const row = await findLiveSession(db, sha256(token), SESSION_IDLE_MS)
    if (!row) return undefined
    if (renews && deps.now() - row.lastSeenAt.getTime() > TOUCH_EVERY_MS) await touchSession(db, row.sessionId)
    const rights = await deps.rightsOf(row.userId)
    return {
      sessionId: row.sessionId,
      userId: row.userId,
      username: row.username,
      realname: row.realname,
      roleCodes: rights.roleCodes,
      permissions: rights.permissions,
      scope: { orgCode: row.orgCode ?? '', regionPrefixes: row.regionPrefixes },
    }
  }

  /** Ends the session of the presented token and of no other. */
  async function logout(token: string, ip: string): Promise<void> {
    const ended = TOKEN_PATTERN.test(token) ? await deleteSessionByHash(db, sha256(token)) : undefined
    if (!ended) throw new AppError('logout.no_session')
    bus.publish('sessionsEnded', [ended.id])
    await writeAudit(db, {
      logType: SIGN_IN_LOG,
      content: '退出登录',
      success: true,
      userId: ended.userId,
      sessionId: ended.id,
      ip,
    })
  }

  /** Accepts the opaque id of the online list; the own session is refused. */
  async function forceLogout(id: string, by: SessionUser, ip: string): Promise<void> {
    if (id === by.sessionId) throw new AppError('session.own')
    const ended = await deleteSessionById(db, id)
    if (!ended) throw new AppError('row.not_found')
    bus.publish('sessionsEnded', [ended.id])
    await writeAudit(db, {
      logType: SIGN_IN_LOG,
      content: '强制下线',
      success: true,
      userId: by.userId,
      username: by.username,
      sessionId: by.sessionId,
      objectId: ended.id,
      ip,
    })
  }

  return { login, authenticate, peek, logout, forceLogout }
}

/** contract/10 §1.2: the only department, or the first of several when none is chosen yet. */
function chooseOrgCode(current: string | null, departs: readonly { readonly orgCode: string }[]): string | null {
  const stillMember = departs.some((depart) => depart.orgCode === current)
  return stillMember ? current : (departs[0]?.orgCode ?? current)
}

/** Parameters were raised since the hash was made. */
function needsRehash(passwordHash: string): boolean {
  return !passwordHash.includes('m=19456,t=2,p=1')
}
