/** Limits of what may wait for the database. */
export interface BacklogLimits {
  readonly maxPoints: number
  readonly maxMessages: number
}

export const DEFAULT_BACKLOG: BacklogLimits = { maxPoints: 200_000, maxMessages: 50_000 }

/** Reads pause above the first share and resume below the second (hysteresis). */
const HIGH_WATER = 0.8
const LOW_WATER = 0.6

/** Counts what is accepted but not yet durable, over all writers. */
export class Backlog {
  readonly #limits: BacklogLimits
  readonly #listeners: ((isHigh: boolean) => void)[] = []
  #points = 0
  #messages = 0
  #isHigh = false

  constructor(limits: BacklogLimits) {
    this.#limits = limits
  }

  get points(): number {
    return this.#points
  }

  /** Back-pressure: sockets are not read, HTTP answers 429. */
  get isHigh(): boolean {
    return this.#isHigh
  }

  /** No capacity left: nothing more is accepted. */
  get isFull(): boolean {
    return this.#share() >= 1
  }

  add(points: number): void {
    this.#points += points
    this.#messages += 1
    if (!this.#isHigh && this.#share() >= HIGH_WATER) this.#set(true)
  }

  remove(points: number, messages: number): void {
    this.#points -= points
    this.#messages -= messages
    if (this.#isHigh && this.#share() <= LOW_WATER) this.#set(false)
  }

  onChange(listener: (isHigh: boolean) => void): void {
    this.#listeners.push(listener)
  }

  #share(): number {
    return Math.max(this.#points / this.#limits.maxPoints, this.#messages / this.#limits.maxMessages)
  }

  #set(isHigh: boolean): void {
    this.#isHigh = isHigh
    for (const listener of this.#listeners) listener(isHigh)
  }
}
