import type { ErrorCode } from '@natim/contract/errors'
import type { SessionUser, View } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, isScopeOver } from '../../platform/scope.ts'
import { findRole, type Rights, type RightsCache } from '../permission/index.ts'
import { departmentOf } from './department.ts'
import { findSubject } from './view-session.repository.ts'

export type RightsLookUp = Pick<RightsCache, 'rightsOf' | 'rightsOfRole'>

/** The user or role to view the console as. */
export interface Subject {
  readonly kind: View['subject']['kind']
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly rights: Rights
  /** Absent for a role: the view is then the viewer with other permissions. */
  readonly person?: {
    readonly userId: string
    readonly username: string
    readonly realname: string
    readonly isBlocked: boolean
    readonly scope: DataScope
    /** Codes of all departments of the user. */
    readonly orgCodes: readonly string[]
  }
}

export async function loadSubject(
  db: Db,
  lookUp: RightsLookUp,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
): Promise<Subject | undefined> {
  if (kind === 'role') {
    const role = await findRole(db, id)
    return role && { kind, id, name: role.roleName, rights: await lookUp.rightsOfRole(id) }
  }
  const found = await findSubject(db, id)
  if (found === undefined) return undefined
  const { username, realname, isBlocked, regionPrefixes, orgCodes } = found
  // As the next sign-in would choose it: a user who has never signed in has none stored.
  const orgCode = departmentOf(
    found.orgCode,
    orgCodes.map((code) => ({ orgCode: code })),
  )
  return {
    kind,
    id,
    name: `${realname}（${username}）`,
    rights: await lookUp.rightsOf(id),
    person: { userId: id, username, realname, isBlocked, scope: { orgCode: orgCode ?? '', regionPrefixes }, orgCodes },
  }
}

/**
 * Why a viewer may not view as this subject; undefined if they may. The viewer needs the permission to view as others
 * and every permission and scope of the subject (ADR 0027).
 */
export function refusalOf(viewer: SessionUser, { rights, person }: Subject): ErrorCode | undefined {
  if (!viewer.permissions.has('system:rights:lookAs')) return 'permission.denied'
  if (person?.userId === viewer.userId) return 'look.self'
  if (person?.isBlocked) return 'look.blocked'
  if ([...rights.permissions].some((code) => !viewer.permissions.has(code))) return 'look.above'
  if (person === undefined) return undefined
  const { scope, orgCodes } = person
  return isScopeOver(viewer.scope, [scope.orgCode, ...orgCodes], scope.regionPrefixes) ? undefined : 'look.scope_beyond'
}
