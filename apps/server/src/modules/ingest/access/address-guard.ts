import { MINUTE_MS } from '@natim/domain/time'

/** security §6: 10 failures in 5 min from one address shut it out for 15 min. */
const MAX_FAILURES = 10
const WINDOW_MS = 5 * MINUTE_MS
const BLOCK_MS = 15 * MINUTE_MS
/** Addresses remembered at most; the one that was quiet for longest is forgotten first. */
const MAX_ADDRESSES = 10_000

interface Record {
  failures: number[]
  blockedUntilMs: number
}

/** Counts failed sign-ins of devices by address. Existing connections of a blocked address go on. */
export class AddressGuard {
  readonly #records = new Map<string, Record>()

  isBlocked(address: string, nowMs: number): boolean {
    return (this.#records.get(address)?.blockedUntilMs ?? Number.NEGATIVE_INFINITY) > nowMs
  }

  /** @returns true when this failure is the one that blocks the address. */
  addFailure(address: string, nowMs: number): boolean {
    const record = this.#records.get(address) ?? { failures: [], blockedUntilMs: Number.NEGATIVE_INFINITY }
    record.failures = [...record.failures.filter((at) => nowMs - at < WINDOW_MS), nowMs]
    // Last used last: the map's own order is the order of forgetting.
    this.#records.delete(address)
    this.#records.set(address, record)
    if (this.#records.size > MAX_ADDRESSES) this.#records.delete(this.#records.keys().next().value ?? '')
    if (record.failures.length < MAX_FAILURES) return false
    record.failures = []
    record.blockedUntilMs = nowMs + BLOCK_MS
    return true
  }
}
