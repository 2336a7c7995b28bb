import { MINUTE_MS } from '@natim/domain/time'

/** security §6: failures within 5 min block for 15 min. */
const WINDOW_MS = 5 * MINUTE_MS
const BLOCK_MS = 15 * MINUTE_MS
/** Maximum subjects remembered; the least recently active one is evicted first. */
const MAX_SUBJECTS = 10_000

interface Record {
  failures: number[]
  blockedUntilMs: number
}

/**
 * Counts failed device sign-ins per subject: an address, or an address and client id. Existing connections are not
 * affected. Each process counts separately (ADR 0031).
 */
export class AttemptGuard {
  readonly #records = new Map<string, Record>()
  readonly #maxFailures: number

  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures
  }

  isBlocked(subject: string, nowMs: number): boolean {
    return (this.#records.get(subject)?.blockedUntilMs ?? Number.NEGATIVE_INFINITY) > nowMs
  }

  /** @returns true when this failure is the one that blocks the subject. */
  addFailure(subject: string, nowMs: number): boolean {
    const record = this.#records.get(subject) ?? { failures: [], blockedUntilMs: Number.NEGATIVE_INFINITY }
    record.failures = [...record.failures.filter((at) => nowMs - at < WINDOW_MS), nowMs]
    // Re-insert: the map's order is the eviction order.
    this.#records.delete(subject)
    this.#records.set(subject, record)
    if (this.#records.size > MAX_SUBJECTS) this.#records.delete(this.#records.keys().next().value ?? '')
    if (record.failures.length < this.#maxFailures) return false
    record.failures = []
    record.blockedUntilMs = nowMs + BLOCK_MS
    return true
  }
}
