import { element } from '@natim/domain/element'
import { QUALITY } from '@natim/domain/quality'
import type { Pool } from '../../../platform/db/pool.ts'
import { isBadReading } from '../register/definition.ts'
import type { Channel } from '../register/register-types.ts'
import { copyPoint, newPoints, type Points } from '../write/points.ts'
import { upsertLatest } from './latest.repository.ts'

export interface LatestListeners {
  /** Called when a sample becomes the newest of its channel; `previousMs` is −Infinity for the first. */
  readonly onAdvance: (channel: Channel, previousMs: number, tsMs: number) => void
  /** Called when the newest sample becomes, or stops being, stuck or out of range. */
  readonly onQuality: (channel: Channel, isBad: boolean, tsMs: number) => void
}

/** The newest committed sample of each channel: in memory at once, in `mon_latest` shortly after. */
export class Latest {
  readonly #pool: Pool
  readonly #listeners: LatestListeners
  #dirty: Channel[] = []

  constructor(pool: Pool, listeners: LatestListeners) {
    this.#pool = pool
    this.#listeners = listeners
  }

  /** Applies committed points. @returns those older than the newest known. */
  apply(points: Points): Points {
    const late = newPoints()
    const { channels, tsMs } = points
    for (let i = 0; i < tsMs.length; i++) {
      const channel = element(channels[i])
      const ts = element(tsMs[i])
      if (ts < channel.latestTs) copyPoint(points, i, late)
      else this.#advance(channel, ts, points, i)
    }
    return late
  }

  /** Sets the conflict bit on newest samples that were contested. */
  applyConflicts(losers: Points): void {
    for (let i = 0; i < losers.tsMs.length; i++) {
      const channel = element(losers.channels[i])
      if (losers.tsMs[i] !== channel.latestTs) continue
      channel.latestQ |= QUALITY.conflict
      this.#touch(channel)
    }
  }

  async flush(): Promise<void> {
    if (this.#dirty.length === 0) return
    const taken = this.#dirty
    this.#dirty = []
    for (const channel of taken) channel.isLatestDirty = false
    try {
      await upsertLatest(this.#pool, taken.sort(byKey))
    } catch (error) {
      for (const channel of taken) this.#touch(channel)
      throw error
    }
  }

  #advance(channel: Channel, ts: number, points: Points, i: number): void {
    const previousMs = channel.latestTs
    const flags = element(points.flags[i])
    // An equal instant is a final value that replaced it.
    if (ts > previousMs) {
      channel.previousValue = channel.latestValue
      this.#listeners.onAdvance(channel, previousMs, ts)
    }
    channel.latestTs = ts
    channel.latestRx = element(points.rxMs[i])
    channel.latestValue = element(points.values[i])
    channel.latestQ = flags
    const isBad = isBadReading(flags)
    if (isBad !== channel.isBad) {
      channel.isBad = isBad
      this.#listeners.onQuality(channel, isBad, ts)
    }
    this.#touch(channel)
  }

  #touch(channel: Channel): void {
    if (channel.isLatestDirty) return
    channel.isLatestDirty = true
    this.#dirty.push(channel)
  }
}

function byKey(a: Channel, b: Channel): number {
  return a.device.deviceNo - b.device.deviceNo || a.channelNo - b.channelNo
}
