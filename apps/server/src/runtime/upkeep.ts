import { deleteExpiredCaptchas, deleteExpiredSessions } from '../modules/session/index.ts'
import type { Bus } from '../platform/bus.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Log } from '../platform/logger.ts'

const EVERY_MS = 60_000

/** Rows that die of age: pictures nobody answered, sessions that ran out. Their sockets are closed with them. */
export function startUpkeep({
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
      const ended = await deleteExpiredSessions(db)
      if (ended.length > 0) bus.publish('sessionsEnded', ended)
    } catch (error) {
      log.warn({ err: error }, 'upkeep failed and is tried again')
    }
  }
  return clock.every(EVERY_MS, () => void run())
}
