import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { findMaintenance, type MaintenanceWindow } from './device-status.repository.ts'

const RELOAD_MS = 60_000
const NO_WINDOWS: readonly MaintenanceWindow[] = []

export interface MaintenanceDeps {
  readonly db: Db
  readonly log: Log
  /** Wall clock, epoch ms. */
  readonly now: () => number
  /** Retention of raw samples, which are accepted that far back, ms. */
  readonly rawMs: number
}

/** Maintenance windows by device, as far back as samples may still arrive. */
export class MaintenanceWindows {
  readonly #deps: MaintenanceDeps
  #byDevice: ReadonlyMap<string, readonly MaintenanceWindow[]> = new Map()
  #loadedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps
  }

  of(deviceId: string): readonly MaintenanceWindow[] {
    return this.#byDevice.get(deviceId) ?? NO_WINDOWS
  }

  async reloadIfDue(): Promise<void> {
    if (this.#deps.now() - this.#loadedAtMs >= RELOAD_MS) await this.reload()
  }

  /** Keeps the known ones when the database cannot be read. */
  async reload(): Promise<void> {
    const { db, log, now, rawMs } = this.#deps
    this.#loadedAtMs = now()
    try {
      const byDevice = new Map<string, MaintenanceWindow[]>()
      for (const window of await findMaintenance(db, now() - rawMs))
        byDevice.set(window.deviceId, [...(byDevice.get(window.deviceId) ?? []), window])
      this.#byDevice = byDevice
    } catch (error) {
      log.warn({ err: error }, 'maintenance windows could not be read')
    }
  }

  /** The wall clock was set by this much. */
  shift(stepMs: number): void {
    this.#loadedAtMs += stepMs
  }
}
