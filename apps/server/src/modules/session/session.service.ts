import type { ErrorCode } from '@natim/contract/errors'
import type { LoginResult } from '@natim/contract/system/session'
import { SIGN_IN_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import { AppError } from '../../platform/errors.ts'
import { loadDictItems } from '../dict/index.ts'
import { checkCaptcha } from './captcha.service.ts'
import { hashToken, type OpenedSession, openSession, type SessionRequest } from './open-session.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'
import {
  clearMustChange,
  deleteSessionByHash,
  deleteSessionById,
  deleteSessionsOfUser,
  findUserByUsername,
  setPasswordHash,
  spendPassword,
  type UserRecord,
} from './session.repository.ts'
import { createSessionChecks, isToken, isViewToken, type SessionCheckDeps } from './session-checks.ts'
import { createSignInGate, type Trial, type Visitor } from './sign-in-gate.ts'
import { createViewSessions } from './view-session.service.ts'

export interface SessionDeps extends SessionCheckDeps {
  readonly bus: Bus
  readonly captcha: boolean
}

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface LoginAttempt extends Credentials {
  readonly captcha: string | undefined
  readonly checkKey: string | undefined
  readonly remember: boolean
  readonly visitor: Visitor
}

export type SessionService = ReturnType<typeof createSessionService>

/** Sign-in, sign-out, and the session check of every call. */
export function createSessionService(deps: SessionDeps) {
  const { db } = deps
  const gate = createSignInGate(deps)

  /**
   * Returns the user with this name and password. Unknown, frozen, locked and mistyped get the same text, code and
   * response time (security §2). @throws AppError login.failed, request.too_many
   */
  const judgePassword = ({ refuse: refuseAs, onName }: Trial, { username, password }: Credentials) =>
    onName(username, async (isLocked): Promise<UserRecord> => {
      const user = await findUserByUsername(db, username)
      const refuse = (reason: string) => refuseAs({ username, userId: user?.id, reason, code: 'login.failed' })
      const matches = await verifyPassword(user?.passwordHash, password)
      if (isLocked) return refuse('账号锁定中')
      if (!user || !matches) return refuse('用户名或密码错误')
      if (user.status !== 1) return refuse('账号已冻结')
      const isTemporary = user.passwordExpiresAt !== null
      if (isTemporary && !(await spendPassword(db, user.id, new Date(deps.now()))))
        return refuse('初始密码已过期或已使用')
      if (needsRehash(user.passwordHash)) await setPasswordHash(db, user.id, await hashPassword(password))
      return user
    })

  async function login(attempt: LoginAttempt): Promise<LoginResult> {
    const { visitor, remember } = attempt
    const user = await gate.attempt(visitor, async (trial) => {
      if (deps.captcha) await checkCaptcha(db, attempt.checkKey, attempt.captcha, deps.now())
      return judgePassword(trial, attempt)
    })
    const opened = await openSession(db, { user, visitor, kind: '密码', remember })
    return { ...opened, sysAllDictItems: await loadDictItems(db) }
  }

  /** Sign-in of apps, without a captcha. */
  async function appLogin(credentials: Credentials, visitor: Visitor): Promise<OpenedSession> {
    const user = await gate.attempt(visitor, (trial) => judgePassword(trial, credentials))
    return openSession(db, { user, visitor, kind: '密码', remember: false })
  }

  /**
   * Signs in a user authenticated by other means: a code, a provider, a ticket. A lock on their name applies too and
   * gets the same answer as a wrong proof.
   */
  async function signInProven(
    { visitor, refuse: refuseAs }: Trial,
    request: Omit<SessionRequest, 'visitor'>,
    code: ErrorCode = 'login.failed',
  ): Promise<OpenedSession> {
    const { user } = request
    const refuse = (reason: string) => refuseAs({ username: user.username, userId: user.id, reason, code })
    if (await gate.isLocked(user.username)) return refuse('账号锁定中')
    if (user.status !== 1 || user.delFlag !== 0) return refuse('账号已冻结')
    await gate.clear(user.username)
    return openSession(db, { ...request, visitor })
  }

  return {
    ...createSessionChecks(deps),
    ...createSessionEnds(deps),
    look: createViewSessions(deps).begin,
    gate,
    login,
    appLogin,
    judgePassword,
    signInProven,
  }
}

function createSessionEnds(deps: SessionDeps) {
  const { db, bus } = deps
  const views = createViewSessions(deps)
  return {
    /** Ends only the session of the given token; for a view token, only the view. */
    async logout(token: string, ip: string): Promise<void> {
      if (isViewToken(token)) {
        const view = await views.end(token, ip)
        if (view === undefined) throw new AppError('logout.no_session')
        bus.publish('sessionsEnded', [view])
        return
      }
      const ended = isToken(token) ? await deleteSessionByHash(db, hashToken(token)) : undefined
      if (!ended) throw new AppError('logout.no_session')
      bus.publish('sessionsEnded', [ended.id])
      const whose = { userId: ended.userId, sessionId: ended.id, ip }
      await writeAudit(db, { logType: SIGN_IN_LOG, content: '退出登录', success: true, ...whose })
    },

    /** Ends a session by its opaque id from the online list; refused for the caller's own session. */
    async forceLogout(id: string, by: SessionUser, ip: string): Promise<void> {
      if (id === by.sessionId) throw new AppError('session.own')
      const ended = await deleteSessionById(db, id)
      if (!ended) throw new AppError('row.not_found')
      bus.publish('sessionsEnded', [ended.id])
      const who = { userId: by.userId, username: by.username, sessionId: by.sessionId, tenantId: by.tenantId, ip }
      await writeAudit(db, { logType: SIGN_IN_LOG, content: '强制下线', success: true, ...who, objectId: ended.id })
    },

    /** The user has chosen their own password: the session gets their permissions. */
    acceptPassword: (sessionId: string): Promise<void> => clearMustChange(db, sessionId),

    /** Ends all sessions of a user, or all but one, and closes their sockets. */
    async endSessionsOf(userId: string, exceptSessionId?: string): Promise<void> {
      const ended = await deleteSessionsOfUser(db, userId, exceptSessionId)
      if (ended.length > 0) bus.publish('sessionsEnded', ended)
    },
  }
}
