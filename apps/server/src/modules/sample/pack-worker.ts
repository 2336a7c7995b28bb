import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { packDay } from './pack.service.ts'
import { createPartition, findPartitions } from './partition.repository.ts'
import { partitionAt, partitionNamed } from './partition-names.ts'

export interface PackWorkerOptions {
  readonly pool: Pool
  /** Uses `pool`. */
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
}

const EVERY_MS = 10 * MINUTE_MS
/** How long a day stays unpacked after its end; `openDays` relies on it. */
export const PACK_AFTER_MS = 2 * DAY_MS

/** Packs finished days until stopped. Any number may run; only one works at a time. */
export function startPackWorker({ pool, db, log, clock = systemClock }: PackWorkerOptions): () => Promise<void> {
  async function pass(signal: AbortSignal): Promise<void> {
    const untilMs = clock.now() - PACK_AFTER_MS
    for (const name of await findPartitions(pool, 'mon_sample')) {
      const day = partitionNamed('mon_sample', name)
      if (!day || day.toMs > untilMs || signal.aborted) continue
      await createPartition(pool, partitionAt('mon_sample_pack', day.fromMs))
      const startedMs = performance.now()
      if (await packDay(db, day, signal))
        log.info({ partition: name, tookMs: Math.round(performance.now() - startedMs) }, 'samples packed')
    }
  }

  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'packing failed; trying again in ten minutes' }, pass).stop
}
