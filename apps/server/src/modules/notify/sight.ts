import type { Db } from '../../platform/db/db.ts'
import { isInScope } from '../../platform/scope.ts'
import type { RightsCache } from '../permission/index.ts'
import { loadSubject } from '../session/index.ts'

interface Placed {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** Whether a user may see an alarm now: enabled account, permission, and department and region in scope. */
export type MaySee = (userId: string, alarm: Placed) => Promise<boolean>

export const createSight =
  (db: Db, rights: Pick<RightsCache, 'rightsOf' | 'rightsOfRole'>): MaySee =>
  async (userId, alarm) => {
    const subject = await loadSubject(db, rights, { kind: 'user', id: userId })
    if (subject?.person === undefined || subject.person.isBlocked) return false
    return subject.rights.permissions.has('mon:alarm:view') && isInScope(subject.person.scope, alarm)
  }
