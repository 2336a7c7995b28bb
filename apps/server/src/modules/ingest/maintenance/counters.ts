import type { IngestCode } from '@natim/contract/mon/ingest'
import { HOUR_MS } from '@natim/domain/time'
import type { Pool } from '../../../platform/db/pool.ts'
import { addCounters, type CounterRow } from './counter.repository.ts'

/** Refusals per device, clock hour and code (domain §6.3), collected in memory and flushed periodically. */
export class Counters {
  readonly #pool: Pool
  #rows = new Map<string, { deviceNo: number; hourMs: number; code: IngestCode; n: number }>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  add(deviceNo: number, code: IngestCode, n: number, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
    const key = `${deviceNo}/${hourMs}/${code}`
    const row = this.#rows.get(key)
    if (row) row.n += n
    else this.#rows.set(key, { deviceNo, hourMs, code, n })
  }

  async flush(): Promise<void> {
    if (this.#rows.size === 0) return
    const taken = this.#rows
    this.#rows = new Map()
    try {
      await addCounters(this.#pool, [...taken.values()].sort(byKey))
    } catch (error) {
      for (const row of taken.values()) this.add(row.deviceNo, row.code, row.n, row.hourMs)
      throw error
    }
  }
}

function byKey(a: CounterRow, b: CounterRow): number {
  return a.deviceNo - b.deviceNo || a.hourMs - b.hourMs || (a.code < b.code ? -1 : 1)
}
