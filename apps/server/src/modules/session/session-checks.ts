import { SESSION_IDLE_MS } from '@natim/contract/constants'
import type { PermissionCode } from '@natim/contract/permissions'
import { VIEW_TOKEN_PREFIX } from '@natim/contract/system/rights'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { createLoader } from '../../platform/loader.ts'
import { scopeWith } from '../../platform/scope.ts'
import { isEnabledTenantOf } from '../tenant/index.ts'
import { hashToken } from './open-session.ts'
import { findLiveSessionById, findLiveSessions, type LiveSession, touchSession } from './session.repository.ts'
import { findView, type ViewRecord } from './view-session.repository.ts'
import { loadSubject, type RightsLookUp, refusalOf, type Subject } from './view-subject.ts'

const NO_RIGHTS: ReadonlySet<PermissionCode> = new Set()
const TOUCH_EVERY_MS = 60_000
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{20,128}$/
/** Longer than any other token, so that none can be mistaken for a view token. */
const VIEW_TOKEN_CHARS = VIEW_TOKEN_PREFIX.length + 43

export const isToken = (text: string) => TOKEN_PATTERN.test(text)
export const isViewToken = (token: string) =>
  token.length === VIEW_TOKEN_CHARS && token.startsWith(VIEW_TOKEN_PREFIX) && isToken(token)

export interface SessionCheckDeps {
  readonly db: Db
  readonly now: () => number
  readonly rights: RightsLookUp
}

interface Look {
  readonly token: string
  readonly tenantId: number
  /** A call of the user renews the session; an open socket does not. */
  readonly renews: boolean
}

/** Resolves tokens to users. */
export function createSessionChecks({ db, now, rights }: SessionCheckDeps) {
  const liveSession = createLoader((hashes: readonly string[]) => findLiveSessions(db, hashes, SESSION_IDLE_MS))

  async function toUser(row: LiveSession, { tenantId, renews }: Look): Promise<SessionUser | undefined> {
    if (tenantId !== 0 && !(await isEnabledTenantOf(db, row.userId, tenantId))) return undefined
    if (renews && now() - row.lastSeenAt.getTime() > TOUCH_EVERY_MS) await touchSession(db, row.sessionId)
    const { roleCodes, permissions, dataRules } = await rights.rightsOf(row.userId)
    // Until users choose their own password, they may do nothing else.
    const held = row.mustChangePassword ? NO_RIGHTS : permissions
    return {
      sessionId: row.sessionId,
      userId: row.userId,
      username: row.username,
      realname: row.realname,
      roleCodes,
      permissions: held,
      mustChangePassword: row.mustChangePassword,
      scope: scopeWith({ orgCode: row.orgCode ?? '', regionPrefixes: row.regionPrefixes }, held),
      dataRules,
      tenantId,
    }
  }

  async function person(look: Look): Promise<SessionUser | undefined> {
    if (!isToken(look.token)) return undefined
    const row = await liveSession(hashToken(look.token).toString('hex'))
    return row && toUser(row, look)
  }

  /** Checked on every call, so that a view ends as soon as its preconditions do. */
  async function viewed(look: Look): Promise<SessionUser | undefined> {
    const view = await findView(db, hashToken(look.token))
    const row = view && (await findLiveSessionById(db, view.viewerSessionId, SESSION_IDLE_MS))
    const viewer = row && (await toUser(row, look))
    if (view === undefined || viewer === undefined) return undefined
    const { subjectKind, subjectId } = view
    const subject = await loadSubject(db, rights, { kind: subjectKind === 'role' ? 'role' : 'user', id: subjectId })
    if (subject === undefined || refusalOf(viewer, subject) !== undefined) return undefined
    const isInTenant = subject.person === undefined || look.tenantId === 0
    if (!isInTenant && !(await isEnabledTenantOf(db, subjectId, look.tenantId))) return undefined
    return asSeenBy(viewer, subject, view)
  }

  const anybody = (look: Look) => (isViewToken(look.token) ? viewed(look) : person(look))

  return {
    /** The user of a token, without renewing the session. undefined for view tokens. */
    peek: (token: string, tenantId = 0) => person({ token, tenantId, renews: false }),
    /** The same for a call of the user, which renews the session. */
    authenticate: (token: string, tenantId = 0) => person({ token, tenantId, renews: true }),
    /** Like {@link peek}, including view tokens; the caller must enforce the limits of views. */
    peekAny: (token: string, tenantId = 0) => anybody({ token, tenantId, renews: false }),
    /** Like {@link authenticate}, including view tokens; the caller must enforce the limits of views. */
    authenticateAny: (token: string, tenantId = 0) => anybody({ token, tenantId, renews: true }),
  }
}

function asSeenBy(viewer: SessionUser, subject: Subject, view: ViewRecord): SessionUser {
  const { kind, id, name, rights, person } = subject
  const { roleCodes, permissions, dataRules } = rights
  const { userId, username, realname, scope } = person ?? viewer
  return {
    ...viewer,
    userId,
    username,
    realname,
    scope: scopeWith(scope, permissions),
    roleCodes,
    permissions,
    dataRules,
    view: { id: view.id, viewer, subject: { kind, id, name } },
  }
}
