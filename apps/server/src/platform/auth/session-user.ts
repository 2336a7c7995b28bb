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
  /** Signed in with a password somebody else set: without rights until he chose his own. */
  readonly mustChangePassword?: boolean
  /** The tenant this call works in, one of the user's own; 0 = none. */
  readonly tenantId: number
}

/**
 * Looks a token up; undefined when it is unknown, expired, revoked, or its user is gone or frozen, and when
 * `tenantId` is not 0 and not an enabled tenant of the user.
 */
export type Authenticate = (token: string, tenantId?: number) => Promise<SessionUser | undefined>
