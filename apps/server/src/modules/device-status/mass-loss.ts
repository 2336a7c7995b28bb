import { SECOND_MS } from '@natim/domain/time'

const WINDOW_MS = 15 * SECOND_MS
const MIN_DEVICES = 20
const MIN_SHARE = 0.2

/**
 * Detects a network fault behind simultaneous disconnections: more than a fifth of the connected devices, and at least
 * 20, within 15 s. Instants are epoch ms, in order.
 */
export class MassLoss {
  #losses: number[] = []
  #faultUntilMs = Number.NEGATIVE_INFINITY

  add(atMs: number): void {
    this.#losses.push(atMs)
  }

  /** Losses within the window. */
  count(nowMs: number): number {
    this.#losses = this.#losses.filter((atMs) => atMs > nowMs - WINDOW_MS)
    return this.#losses.length
  }

  /**
   * @param connected devices of the network that could have been lost, including those lost within the window.
   * @param lostElsewhere those that other processes have lost within it.
   */
  isFault(connected: number, lostElsewhere: number, nowMs: number): boolean {
    const lost = this.count(nowMs) + lostElsewhere
    // Further losses within the window belong to it.
    if (lost >= MIN_DEVICES && lost > connected * MIN_SHARE) this.#faultUntilMs = nowMs + WINDOW_MS
    return nowMs < this.#faultUntilMs
  }
}
