import type { PermissionCode } from '@natim/contract/permissions'
import type { DataScope } from '../scope.ts'

/** A row rule of a page (contract/20 §4). */
export interface DataRule {
  readonly ruleColumn: string
  readonly ruleConditions: string
  readonly ruleValue: string
}
/** The rules a user's roles hold, by the component of the page's menu. */
export type RulesByPage = ReadonlyMap<string, readonly DataRule[]>

/** Somebody looks at the console as another user, or whoever has a role, sees it (ADR 0027): nothing may be changed then. */
export interface View {
  readonly id: string
  /** Who is really there: what is noted is noted of them, and they see nothing that they could not see otherwise. */
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
  /** Signed in with a password somebody else set: without rights until they chose their own. */
  readonly mustChangePassword?: boolean
  /** The tenant this call works in, one of the user's own; 0 = none. */
  readonly tenantId: number
  /** Only a view has it. Everything else then says what its subject sees; `sessionId` is that of the viewer. */
  readonly view?: View
  /** Only the token of a wall has it: it opens calls that say so, for this screen. */
  readonly kiosk?: Kiosk
}

/** A screen on a wall, which nobody has signed in at (ADR 0051). */
export interface Kiosk {
  readonly screenId: string
  /** With this user it ends. */
  readonly makerId: string
}

/** The person who acts, whosever console they look at. */
export const authorOf = (user: SessionUser): SessionUser => user.view?.viewer ?? user

/**
 * Looks a token up; undefined when it is unknown, expired, revoked, or its user is gone or frozen, and when
 * `tenantId` is not 0 and not an enabled tenant of the user.
 */
export type Authenticate = (token: string, tenantId?: number) => Promise<SessionUser | undefined>
