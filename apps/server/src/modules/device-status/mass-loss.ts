import { SECOND_MS } from '@natim/domain/time'

const WINDOW_MS = 15 * SECOND_MS
const MIN_DEVICES = 20
const MIN_SHARE = 0.2

/**
 * Tells many devices that hang up together from many that break: more than a fifth of those connected, and at least 20,
 * within 15 s are a fault of the way between them and us. Instants are epoch ms, in order.
 */
export class MassLoss {
  #losses: number[] = []
  #faultUntilMs = Number.NEGATIVE_INFINITY

  add(atMs: number): void {
    this.#losses.push(atMs)
  }

  /** @param connected devices that could have been lost, those lost within the window included. */
  isFault(connected: number, nowMs: number): boolean {
    this.#losses = this.#losses.filter((atMs) => atMs > nowMs - WINDOW_MS)
    const lost = this.#losses.length
    // Those that follow belong to it.
    if (lost >= MIN_DEVICES && lost > connected * MIN_SHARE) this.#faultUntilMs = nowMs + WINDOW_MS
    return nowMs < this.#faultUntilMs
  }
}
