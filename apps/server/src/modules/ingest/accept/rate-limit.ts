/** Rate one device may send at; bursts of up to 5 s worth pass (domain §6.3). */
export interface RateLimits {
  readonly messagesPerS: number
  readonly pointsPerS: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = { messagesPerS: 50, pointsPerS: 2_000 }
const BURST_S = 5

/** Two token buckets, one for messages and one for points. Times are of a monotonic clock, ms. */
export class RateLimit {
  readonly #limits: RateLimits
  #messages: number
  #points: number
  #filledMs = Number.NEGATIVE_INFINITY

  constructor(limits: RateLimits) {
    this.#limits = limits
    this.#messages = limits.messagesPerS * BURST_S
    this.#points = limits.pointsPerS * BURST_S
  }

  /** Takes one message; false when the device is over its rate. */
  takeMessage(nowMs: number): boolean {
    this.#refill(nowMs)
    if (this.#messages < 1) return false
    this.#messages -= 1
    return true
  }

  /** Takes the points of a message, all or none. */
  takePoints(count: number, nowMs: number): boolean {
    this.#refill(nowMs)
    // A valid message may exceed a small configured burst; it must not starve.
    if (this.#points < Math.min(count, this.#limits.pointsPerS * BURST_S)) return false
    this.#points -= count
    return true
  }

  /** Charges work heavier than one message, such as inflating. May leave a debt that later messages pay off. */
  charge(messages: number): void {
    this.#messages -= messages
  }

  #refill(nowMs: number): void {
    const elapsedS = (nowMs - this.#filledMs) / 1_000
    if (!(elapsedS > 0)) return
    this.#filledMs = nowMs
    const { messagesPerS, pointsPerS } = this.#limits
    this.#messages = Math.min(messagesPerS * BURST_S, this.#messages + elapsedS * messagesPerS)
    this.#points = Math.min(pointsPerS * BURST_S, this.#points + elapsedS * pointsPerS)
  }
}
