import { HOUR_MS } from '@natim/domain/time'
import type { Retention } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import type { Log } from '../../../platform/logger.ts'
import {
  deleteExpiredEvents,
  deleteExpiredMemory,
  deleteExpiredQuarantine,
  deleteExpiredRecords,
} from '../access/quarantine.repository.ts'
import { dropExpiredPartitions, ensurePartitions, sortRecords } from './partitions.ts'

export interface HousekeepingDeps {
  readonly pool: Pool
  readonly db: Db
  readonly log: Log
  readonly retention: Retention
  /** Wall clock, epoch ms. */
  readonly now: () => number
}

/** Hourly: creates partitions ahead, drops expired ones, deletes expired memory. Each job may fail independently. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.run())
    }, HOUR_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async run(): Promise<void> {
    const { pool, db, log, now, retention } = this.#deps
    const jobs = {
      'partitions ahead': () => ensurePartitions(pool, now()),
      'records without a month': () => sortRecords(pool),
      'expired partitions': async () => {
        const dropped = await dropExpiredPartitions(pool, now(), retention)
        if (dropped.length > 0) log.info({ dropped }, 'expired telemetry dropped')
      },
      'expired quarantine': () => deleteExpiredQuarantine(db),
      'expired events': () => deleteExpiredEvents(db, now(), retention),
      'expired records': () => deleteExpiredRecords(db, now(), retention),
      'expired message ids': () => deleteExpiredMemory(db, now()),
    }
    for (const [name, job] of Object.entries(jobs)) {
      await job().catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'housekeeping failed, next try in an hour'),
      )
    }
  }
}
