import type { Db } from '../../platform/db/db.ts'
import { isInScope } from '../../platform/scope.ts'
import type { RightsCache } from '../permission/index.ts'
import { loadSubject } from '../session/index.ts'

interface Placed {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** Whether somebody may see an alarm now: they are not blocked, hold the right, and it lies in their departments and regions. */
export type MaySee = (userId: string, alarm: Placed) => Promise<boolean>

export const createSight =
  (db: Db, rights: Pick<RightsCache, 'rightsOf' | 'rightsOfRole'>): MaySee =>
  async (userId, alarm) => {
    const subject = await loadSubject(db, rights, { kind: 'user', id: userId })
    if (subject?.person === undefined || subject.person.isBlocked) return false
    return subject.rights.permissions.has('mon:alarm:view') && isInScope(subject.person.scope, alarm)
  }
