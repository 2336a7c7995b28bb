import { REQUESTS_SHOWN, type SeenRequest } from '@natim/contract/system/monitor'

/** Failures are few: some stay in sight after many calls that went well. */
const CAPACITY = 1_000

/** The newest requests in memory: a fixed number of places, each new one takes that of the oldest. */
export class RequestRing {
  readonly #capacity: number
  readonly #places: SeenRequest[] = []
  #next = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#places.length
  }

  add(request: SeenRequest): void {
    this.#places[this.#next] = request
    this.#next = (this.#next + 1) % this.#capacity
  }

  /** Newest first. */
  newest({ isFailed = false, limit = REQUESTS_SHOWN } = {}): SeenRequest[] {
    const rows = [...this.#places.slice(this.#next), ...this.#places.slice(0, this.#next)].toReversed()
    return rows.filter(({ failure }) => !isFailed || failure !== null).slice(0, limit)
  }
}
