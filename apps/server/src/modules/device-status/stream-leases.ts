import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { announceListener, exchangeLeases, giveUp, STREAMS, streamOf } from './stream-lease.repository.ts'

/** Which devices this process judges. */
export interface Streams {
  /** Lease epoch under which a device is judged here; undefined = judged elsewhere. */
  epochOf(deviceNo: number): number | undefined
  /** Whether other processes receive devices too. */
  readonly isShared: boolean
  /** Streams gained since the last call; their stored state must be read first. */
  takeGained(): readonly number[]
  /** Whether since the last call another process could not receive or is gone: its devices need time to reconnect. */
  takeDisturbed(): boolean
  /** Connections the other processes have just lost, as of their last announcement. */
  readonly lossesElsewhere: number
}

/** For a process that is always alone. */
export const SOLE_OWNER: Streams = {
  epochOf: () => 0,
  isShared: false,
  takeGained: () => [],
  takeDisturbed: () => false,
  lossesElsewhere: 0,
}

const RENEW_MS = 3_000
/** Validity by the local clock; shorter than the 10 s lease on the database's clock. */
const VALID_MS = 8_000

export interface StreamLeasesDeps {
  readonly db: Db
  readonly log: Log
  /** Monotonic, ms. */
  readonly clock: () => number
  /** False while reading from devices is paused. */
  readonly isListening: () => boolean
  /** Connections lost here within the last seconds. */
  readonly losses: () => number
}

/** Distributes devices among the receiving processes by database leases with fencing epochs (ADR 0039). */
export class StreamLeases implements Streams {
  readonly id = newId()
  readonly #deps: StreamLeasesDeps
  #epochs: ReadonlyMap<number, number> = new Map()
  #validUntilMs = Number.NEGATIVE_INFINITY
  #others: readonly string[] = []
  #lossesElsewhere = 0
  #gained: number[] = []
  #isDisturbed = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: StreamLeasesDeps) {
    this.#deps = deps
  }

  get isShared(): boolean {
    return this.#others.length > 0
  }

  get lossesElsewhere(): number {
    return this.#lossesElsewhere
  }

  /** Takes a first share, then keeps and rebalances it until `stop`. Throws when the database is unavailable. */
  async start(): Promise<void> {
    await this.#exchange()
    this.#timer = setInterval(() => {
      this.#running = this.renew()
    }, RENEW_MS)
  }

  /** Gives the leases back at once, so that others need not wait for them to expire. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
    this.#epochs = new Map()
    await giveUp(this.#deps.db, this.id).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'leases not released; they will expire'),
    )
  }

  epochOf(deviceNo: number): number | undefined {
    return this.#deps.clock() < this.#validUntilMs ? this.#epochs.get(streamOf(deviceNo)) : undefined
  }

  takeGained(): readonly number[] {
    return this.#gained.splice(0)
  }

  takeDisturbed(): boolean {
    const isDisturbed = this.#isDisturbed
    this.#isDisturbed = false
    return isDisturbed
  }

  /** Called every 3 s; tests call it themselves. */
  async renew(): Promise<void> {
    try {
      await this.#exchange()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'leases could not be renewed')
    }
  }

  async #exchange(): Promise<void> {
    const { db, clock, isListening, losses } = this.#deps
    const askedAtMs = clock()
    const listeners = await announceListener(db, { id: this.id, isListening: isListening(), losses: losses() })
    const leases = await exchangeLeases(db, this.id, Math.ceil(STREAMS / listeners.length))
    const others = listeners.filter(({ id }) => id !== this.id)
    const isGone = this.#others.some((id) => !others.some((other) => other.id === id))
    if (isGone || others.some((other) => !other.isListening)) this.#isDisturbed = true
    this.#others = others.map(({ id }) => id)
    this.#lossesElsewhere = others.reduce((sum, { losses: lost }) => sum + lost, 0)
    // An unchanged epoch means the stream was not held elsewhere meanwhile.
    const gained = leases.filter(({ stream, epoch }) => this.#epochs.get(stream) !== epoch)
    this.#gained.push(...gained.map(({ stream }) => stream))
    this.#epochs = new Map(leases.map(({ stream, epoch }) => [stream, epoch]))
    this.#validUntilMs = askedAtMs + VALID_MS
    if (gained.length > 0)
      this.#deps.log.info({ streams: leases.length, of: listeners.length }, 'device streams leased')
  }
}
