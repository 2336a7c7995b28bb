import { element } from '@natim/domain/element'
import type { DeviceLive, StatusChange } from './device-live.ts'
import type { Judged } from './device-status.repository.ts'

/** Called when a state is durable, or with the reason why it will not be. */
export type StateWaiter = (error?: Error) => void

/** Further ones are refused; the sender repeats them. */
const MAX_WAITERS = 20_000

/** What one transaction writes. */
export interface Batch {
  /** As they were when taken: what arrives during the write is news again. */
  readonly heard: readonly DeviceLive[]
  readonly judged: readonly Judged<DeviceLive>[]
  readonly changes: readonly Judged<StatusChange>[]
  readonly waiters: readonly StateWaiter[]
  /** Those that `heard` was taken from. */
  readonly lives: readonly DeviceLive[]
}

/** States and status changes that are not written yet. */
export class PendingStates {
  #heard = new Set<DeviceLive>()
  /** With the lease epoch each was judged under. */
  #judged = new Map<DeviceLive, number>()
  #changes: Judged<StatusChange>[] = []
  #waiters: StateWaiter[] = []

  addHeard(live: DeviceLive): void {
    this.#heard.add(live)
  }

  addJudged(live: DeviceLive, epoch: number, change: StatusChange | undefined): void {
    this.#judged.set(live, epoch)
    if (change !== undefined) this.#changes.push({ of: change, epoch })
  }

  /** @returns false when too many wait already; the waiter was told */
  addWaiter(waiter: StateWaiter): boolean {
    if (this.#waiters.length < MAX_WAITERS) return this.#waiters.push(waiter) > 0
    waiter(new Error('too many states wait for the database'))
    return false
  }

  /** Takes everything; undefined when there is nothing. @param complete adds to a state what only its writing needs */
  take(complete: (live: DeviceLive) => void): Batch | undefined {
    if (this.#heard.size === 0 && this.#judged.size === 0 && this.#changes.length === 0) return undefined
    const lives = [...this.#heard]
    for (const live of lives) complete(live)
    const heard = lives.map((live) => ({ ...live }))
    for (const live of lives) Object.assign(live, { news: {}, newLossMs: undefined })
    const judged = [...this.#judged].map(([of, epoch]) => ({ of, epoch }))
    const batch = { heard, judged, changes: this.#changes, waiters: this.#waiters, lives }
    this.#heard = new Set()
    this.#judged = new Map()
    this.#changes = []
    this.#waiters = []
    return batch
  }

  /** Takes back a batch whose write failed; what has come since is newer. */
  restore({ heard, judged, changes, waiters, lives }: Batch): void {
    for (const [i, live] of lives.entries()) {
      const { news, newLossMs } = element(heard[i])
      live.news = { ...news, ...live.news }
      if (!isNewer(live.lastSeenMs, newLossMs)) live.newLossMs ??= newLossMs
      this.#heard.add(live)
    }
    this.#judged = new Map([...judged.map(({ of, epoch }) => [of, epoch] as const), ...this.#judged])
    this.#changes.unshift(...changes)
    this.#waiters.unshift(...waiters)
  }

  /** Forgets the status changes of devices that were heard after all. */
  forgetChanges(deviceNos: ReadonlySet<number>): void {
    this.#changes = this.#changes.filter(({ of }) => !deviceNos.has(of.deviceNo))
  }
}

/** Absent is older than any time. */
export const isNewer = (aMs: number | undefined, bMs: number | undefined): boolean => (aMs ?? 0) > (bMs ?? 0)
