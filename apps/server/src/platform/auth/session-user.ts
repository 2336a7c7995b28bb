import type { PermissionCode } from '@natim/contract/permissions'
import type { DataScope } from '../scope.ts'

/** A row rule of a page (contract/20 §4). */
export interface DataRule {
  readonly ruleColumn: string
  readonly ruleConditions: string
  readonly ruleValue: string
}
/** The data rules of a user's roles, by component of the page's menu. */
export type RulesByPage = ReadonlyMap<string, readonly DataRule[]>

/** A read-only view of the console as another user, or any user with a given role, sees it (ADR 0027). */
export interface View {
  readonly id: string
  /** The real user: audit entries name them, and the view shows nothing they could not see otherwise. */
  readonly viewer: SessionUser
  readonly subject: { readonly kind: 'user' | 'role'; readonly id: string; readonly name: string }
}

/** Who is calling, as established from the token; never from body, query or header (security §0.3). */
export interface SessionUser {
  readonly sessionId: string
  readonly userId: string
  readonly username: string
  readonly realname: string
  readonly roleCodes: readonly string[]
  readonly permissions: ReadonlySet<PermissionCode>
  readonly scope: DataScope
  readonly dataRules: RulesByPage
  /** Signed in with a password set by somebody else: no rights until the user chooses a new one. */
  readonly mustChangePassword?: boolean
  /** The tenant this call works in, one of the user's own; 0 = none. */
  readonly tenantId: number
  /** Set in a view only. All other fields are then those of its subject, except `sessionId`, which is the viewer's. */
  readonly view?: View
  /** Set for the token of a wall only: it may make the calls that allow a kiosk, for this screen. */
  readonly kiosk?: Kiosk
}

/** A wall screen without a signed-in user (ADR 0051). */
export interface Kiosk {
  readonly screenId: string
  /** Its creator; the kiosk ends with this user. */
  readonly makerId: string
}

/** The user who acts; in a view, the viewer. */
export const authorOf = (user: SessionUser): SessionUser => user.view?.viewer ?? user

/**
 * Looks a token up; undefined when it is unknown, expired, revoked, or its user is gone or frozen, and when
 * `tenantId` is not 0 and not an enabled tenant of the user.
 */
export type Authenticate = (token: string, tenantId?: number) => Promise<SessionUser | undefined>
