import { insertLines } from './audit.repository.ts'
import { authorOf, type SessionUser } from './auth/session-user.ts'
import type { Db } from './db/db.ts'
import { tenantOfRow } from './db/tenant.ts'
import { currentCall } from './http/current-call.ts'

/** A line of the append-only log. `detail` holds masked values only, never a password, token or secret. */
export interface AuditEntry {
  readonly logType: 1 | 2 | 3
  readonly content: string
  readonly success: boolean
  readonly userId?: string | undefined
  readonly username?: string | undefined
  readonly sessionId?: string | undefined
  readonly ip?: string | undefined
  readonly route?: string | undefined
  readonly objectId?: string | undefined
  readonly detail?: Readonly<Record<string, unknown>> | undefined
  /** 1 query, 2 add, 3 edit, 4 delete, 5 import, 6 export. */
  readonly operateType?: number | undefined
  /** Tenant it happened in; none when absent. */
  readonly tenantId?: number | undefined
}

export const SIGN_IN_LOG = 1
export const OPERATION_LOG = 2
export const DENIAL_LOG = 3

// CR, LF and other control characters would let a user name forge a second line in a text export.
const CONTROLS = /[\u0000-\u001f\u007f]/g

const encode = (control: string) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`
const clean = (text: string | undefined) => text?.replace(CONTROLS, encode).slice(0, 500) ?? null

/**
 * Writes lines, each with its call and the duration of that call so far. Leaves the transaction in the tenant of the
 * last line.
 */
export function writeAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  const call = currentCall()
  return insertLines(
    db,
    entries.map((entry) => ({
      logType: entry.logType,
      logContent: clean(entry.content) ?? '',
      success: entry.success,
      userId: entry.userId ?? null,
      username: clean(entry.username),
      sessionId: entry.sessionId ?? null,
      ip: clean(entry.ip),
      route: clean(entry.route ?? call?.route),
      objectId: clean(entry.objectId),
      operateType: entry.operateType ?? null,
      tenantId: tenantOfRow(entry.tenantId ?? 0),
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
      costMs: call?.costMs ?? null,
      requestMethod: call?.method ?? null,
      requestParam: call?.parameters ?? null,
    })),
  )
}

export const writeAudit = (db: Db, entry: AuditEntry): Promise<void> => writeAudits(db, [entry])

/** A signed-in user was refused; `access` is the missing permission. */
export function writeDenial(
  db: Db,
  denial: {
    readonly user: SessionUser
    readonly access: string
    readonly route: string | undefined
    readonly ip: string
  },
): Promise<void> {
  const { user, access, route, ip } = denial
  const { userId, username, sessionId, tenantId } = authorOf(user)
  const where = user.view ? `（以 ${user.view.subject.name} 的身份查看时）` : ''
  return writeAudit(db, {
    logType: DENIAL_LOG,
    content: `拒绝访问${where}：${access}`,
    success: false,
    userId,
    username,
    sessionId,
    tenantId,
    ip,
    route,
  })
}
