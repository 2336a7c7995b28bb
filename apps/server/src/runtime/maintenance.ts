import { deleteOldCodes } from '../modules/account/index.ts'
import { deleteOldRemovals } from '../modules/resource/index.ts'
import {
  deleteExpiredCaptchas,
  deleteExpiredSessions,
  deleteOldGuards,
  endOverViews,
} from '../modules/session/index.ts'
import { deleteExpiredFlows } from '../modules/third-login/index.ts'
import type { Bus } from '../platform/bus.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Log } from '../platform/logger.ts'

const EVERY_MS = 60_000
const DAY_MS = 86_400_000
/** How long a deletion can be undone completely. */
const REMOVED_KEPT_MS = 90 * DAY_MS

/**
 * Deletes expired rows: unanswered captchas, abandoned sign-ins at providers, SMS codes and failures that no longer
 * count towards a limit, the contents of old deletions, expired sessions, and views that expired or lost their viewer.
 * Publishes ended sessions and views, so that their sockets are closed.
 */
export function startMaintenance({
  db,
  bus,
  log,
  clock = systemClock,
}: {
  db: Db
  bus: Bus
  log: Log
  clock?: Clock
}): () => void {
  const run = async () => {
    try {
      await deleteExpiredCaptchas(db, new Date(clock.now()))
      await deleteExpiredFlows(db, new Date(clock.now()))
      await deleteOldCodes(db, new Date(clock.now() - DAY_MS))
      await deleteOldGuards(db)
      await deleteOldRemovals(db, new Date(clock.now() - REMOVED_KEPT_MS))
      const sessions = await deleteExpiredSessions(db)
      const ended = [...sessions, ...(await endOverViews(db))]
      if (ended.length > 0) bus.publish('sessionsEnded', ended)
    } catch (error) {
      log.warn({ err: error }, 'maintenance failed; retrying')
    }
  }
  return clock.every(EVERY_MS, () => void run())
}
