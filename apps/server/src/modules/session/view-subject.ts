import type { ErrorCode } from '@natim/contract/errors'
import type { SessionUser, View } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, isScopeOver } from '../../platform/scope.ts'
import { findRole, type Rights, type RightsCache } from '../permission/index.ts'
import { departmentOf } from './department.ts'
import { findSubject } from './view-session.repository.ts'

export type RightsLookUp = Pick<RightsCache, 'rightsOf' | 'rightsOfRole'>

/** Whom, or which role, somebody wants to look as. */
export interface Subject {
  readonly kind: View['subject']['kind']
  readonly id: string
  /** As people read it. */
  readonly name: string
  readonly rights: Rights
  /** Absent for a role: then it is the viewer themselves with other rights. */
  readonly person?: {
    readonly userId: string
    readonly username: string
    readonly realname: string
    readonly isBlocked: boolean
    readonly scope: DataScope
    /** Of every department they belong to. */
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
  // As the next sign-in would choose it: whoever has never signed in has none yet.
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
 * Why somebody may not look as this subject: they must hold the right to look at all, and whatever the subject may do and
 * see they must be able to do and see themselves (ADR 0027).
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
