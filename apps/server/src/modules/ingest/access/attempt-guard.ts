import { MINUTE_MS } from '@natim/domain/time'

/** security §6: so many failures in 5 min shut out for 15 min. */
const WINDOW_MS = 5 * MINUTE_MS
const BLOCK_MS = 15 * MINUTE_MS
/** Subjects remembered at most; the one that was quiet for longest is forgotten first. */
const MAX_SUBJECTS = 10_000

interface Record {
  failures: number[]
  blockedUntilMs: number
}

/** Counts failed sign-ins of devices by a subject: an address, or an address and the client it spoke for. Existing connections go on. Each process counts for itself (ADR 0031). */
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
    // Last used last: the map's own order is the order of forgetting.
    this.#records.delete(subject)
    this.#records.set(subject, record)
    if (this.#records.size > MAX_SUBJECTS) this.#records.delete(this.#records.keys().next().value ?? '')
    if (record.failures.length < this.#maxFailures) return false
    record.failures = []
    record.blockedUntilMs = nowMs + BLOCK_MS
    return true
  }
}
