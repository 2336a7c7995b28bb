import { REQUESTS_SHOWN, type SeenRequest } from '@natim/contract/system/monitor'

/** Large enough to keep rare failures visible after many successful requests. */
const CAPACITY = 1_000

/** A ring buffer of the latest requests. */
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
