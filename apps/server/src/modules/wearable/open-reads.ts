import { MINUTE_MS } from '@natim/domain/time'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/journal.ts'
import { noteAccess, type Sight } from '../subject/index.ts'

/** A board that stays open counts as one access, however often it refreshes. */
const LOOK_MS = 10 * MINUTE_MS
const MAX_KEPT = 50_000

type Noted = Parameters<typeof noteAccess>[3]

/** Logs open reads of self-refreshing pages: each person once in ten minutes per reader and object. */
export function createOpenReads(db: Db, now: () => number) {
  const noted = new Map<string, number>()

  return async (actor: Actor, sight: Sight, access: Noted): Promise<void> => {
    if (!sight.isOpen) return
    const { userId } = authorOf(actor.user)
    const keyOf = (subjectId: string | null) => `${userId} ${access.object} ${access.kind} ${subjectId}`
    const nowMs = now()
    const fresh = access.subjectIds.filter(
      (id) => nowMs - (noted.get(keyOf(id)) ?? Number.NEGATIVE_INFINITY) >= LOOK_MS,
    )
    if (fresh.length === 0) return
    await noteAccess(db, actor, sight, { ...access, subjectIds: fresh })
    if (noted.size > MAX_KEPT) noted.clear()
    for (const id of fresh) noted.set(keyOf(id), nowMs)
  }
}
