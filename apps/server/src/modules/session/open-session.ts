import { createHash } from 'node:crypto'
import { SESSION_ABSOLUTE_MS, SESSION_STORAGE_MS } from '@natim/contract/constants'
import type { LoginResult } from '@natim/contract/system/session'
import { SIGN_IN_LOG, writeAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/id.ts'
import { loadOwnTenants } from '../tenant/index.ts'
import { departmentOf } from './department.ts'
import { findDepartsOfUser, insertSession, setUserOrgCode, type UserRecord } from './session.repository.ts'
import type { Visitor } from './sign-in-gate.ts'
import { toUserInfo } from './user-info.ts'

/** How the user signed in, as logged. */
export type SignInKind = '密码' | '手机验证码' | '第三方' | '单点登录'

export interface SessionRequest {
  readonly user: UserRecord
  readonly visitor: Visitor
  readonly kind: SignInKind
  /** Seven days instead of twelve hours. */
  readonly remember: boolean
}

/** The login result without the dictionaries. */
export type OpenedSession = Omit<LoginResult, 'sysAllDictItems'>

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Opens a session for an authenticated user and chooses their department.
 *
 * @throws AppError login.tenants_frozen
 */
export async function openSession(db: Db, request: SessionRequest): Promise<OpenedSession> {
  const { user, visitor, kind, remember } = request
  const [departs, tenants] = await Promise.all([findDepartsOfUser(db, user.id), loadOwnTenants(db, user.id)])
  const entry = { logType: SIGN_IN_LOG, userId: user.id, username: user.username, ip: visitor.ip } as const
  if (tenants.areAllFrozen) {
    await writeAudit(db, { ...entry, content: '登录失败：所属租户均已冻结', success: false })
    throw new AppError('login.tenants_frozen')
  }
  const orgCode = departmentOf(user.orgCode, departs)
  if (orgCode !== null && orgCode !== user.orgCode) await setUserOrgCode(db, user.id, orgCode)
  const token = newToken()
  const sessionId = newId()
  await insertSession(db, {
    id: sessionId,
    tokenHash: hashToken(token),
    userId: user.id,
    remember,
    ip: visitor.ip,
    userAgent: visitor.userAgent.slice(0, 300),
    mustChangePassword: kind === '密码' && user.passwordExpiresAt !== null,
    lifeMs: remember ? SESSION_STORAGE_MS : SESSION_ABSOLUTE_MS,
  })
  const content = kind === '密码' ? '登录成功' : `登录成功（${kind}）`
  await writeAudit(db, { ...entry, content, success: true, sessionId })
  const departNames = departs.map((depart) => depart.departName)
  return {
    token,
    userInfo: toUserInfo({ ...user, orgCode }, departNames),
    departs,
    multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
    ...(tenants.enabled.length > 0 ? { tenantList: tenants.enabled } : {}),
  }
}
