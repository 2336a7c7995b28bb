import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from '../../../platform/db/pool.ts'
import { errorOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/logger.ts'
import type { Backlog } from './backlog.ts'
import { type Committed, commitGroup } from './commit-group.ts'
import { CommitGroup } from './group.ts'
import { NoveltyGuess } from './novelty-guess.ts'
import { RowEncoder } from './row-encoder.ts'
import { isTransient } from './transient.ts'

const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 5_000

export interface WriterOptions {
  /** A group is written when it holds this many points … */
  readonly gatherPoints: number
  /** … or reaches this age, whichever comes first. */
  readonly gatherMs: number
  /** Approximate maximum group size while working off a backlog. */
  readonly maxGroupPoints: number
}

export const DEFAULT_WRITER: WriterOptions = { gatherPoints: 1_000, gatherMs: 50, maxGroupPoints: 5_000 }

export interface WriterDeps {
  readonly pool: Pool
  readonly log: Log
  readonly options: WriterOptions
  readonly backlog: Backlog
  /** Monotonic, ms. */
  readonly clock: () => number
  /** Wall clock, epoch ms. */
  readonly now: () => number
  readonly isOnCitus: () => Promise<boolean>
  /** Creates the partitions a group needs. */
  readonly prepare: (group: CommitGroup, isRetry: boolean) => Promise<void>
  /** Called after the waiters. */
  readonly onCommitted: (committed: Committed, durationMs: number) => void
  /** Called when database availability changes or is confirmed. */
  readonly onHealth: (isUp: boolean) => void
}

/**
 * Group commit over one connection. Points collect in the open group while the previous one is written. A device
 * belongs to one writer, so its messages are stored in order and two writers never lock the same rows.
 */
export class ShardWriter {
  readonly #deps: WriterDeps
  readonly #encoder = new RowEncoder()
  readonly #guess = new NoveltyGuess()
  readonly #sealed: CommitGroup[] = []
  readonly #abort = new AbortController()
  #open: CommitGroup | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isDraining = false

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  /** The group that currently collects points. Push into it and call `added` in the same turn. */
  get open(): CommitGroup {
    this.#open ??= new CommitGroup(this.#deps.clock())
    return this.#open
  }

  /** Reports that a message with this many points has been put into the open group. */
  added(points: number): void {
    const { backlog, options } = this.#deps
    backlog.add(points)
    const group = this.open
    if (group.size >= options.maxGroupPoints) this.#seal()
    if (this.#running === undefined) {
      if (group.size >= options.gatherPoints) this.#start()
      else this.#timer ??= setTimeout(() => this.#start(), options.gatherMs)
    }
  }

  /** Writes pending groups. Those not durable by the deadline are dropped and never acknowledged. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isDraining = true
    const giveUp = setTimeout(() => this.#abort.abort(), deadlineMs)
    this.#start()
    await this.#running
    clearTimeout(giveUp)
    clearTimeout(this.#timer)
  }

  #seal(): void {
    if (this.#open === undefined) return
    this.#sealed.push(this.#open)
    this.#open = undefined
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      this.#gatherOn()
    })
  }

  async #run(): Promise<void> {
    if (this.#sealed.length === 0) this.#seal()
    for (let group = this.#sealed.shift(); group !== undefined; group = this.#next()) await this.#write(group)
  }

  /** The next due group: a sealed one, or the open one when it is large or old enough. */
  #next(): CommitGroup | undefined {
    if (this.#sealed.length === 0 && this.#open !== undefined && this.#isDue(this.#open)) this.#seal()
    return this.#sealed.shift()
  }

  #isDue(group: CommitGroup): boolean {
    const { options, clock } = this.#deps
    return this.#isDraining || group.size >= options.gatherPoints || clock() - group.openedAtMs >= options.gatherMs
  }

  #gatherOn(): void {
    if (this.#open === undefined || this.#open.messages === 0) return
    const age = this.#deps.clock() - this.#open.openedAtMs
    this.#timer ??= setTimeout(() => this.#start(), Math.max(0, this.#deps.options.gatherMs - age))
  }

  async #write(group: CommitGroup): Promise<void> {
    const { backlog, clock, onCommitted } = this.#deps
    const startedMs = clock()
    const result = await this.#persist(group)
    backlog.remove(group.size, group.messages)
    if (result instanceof Error) {
      group.settle(result)
      return
    }
    group.settle()
    onCommitted(result, clock() - startedMs)
  }

  /** Retries until the group is stored, fails permanently or is dropped. */
  async #persist(group: CommitGroup): Promise<Committed | Error> {
    const { log, onHealth } = this.#deps
    for (let retryMs = RETRY_FIRST_MS; ; retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)) {
      try {
        const committed = await this.#tryOnce(group, retryMs > RETRY_FIRST_MS)
        onHealth(true)
        return committed
      } catch (error) {
        const isHopeless = !isTransient(error)
        if (!isHopeless) onHealth(false)
        if (isHopeless || this.#abort.signal.aborted) {
          log.error({ err: error, points: group.size, messages: group.messages }, 'samples were not stored')
          return errorOf(error)
        }
        log.warn({ err: error, retryMs, points: group.size }, 'database unavailable; samples queued')
        // An abort ends the wait; the next attempt is then the last.
        await delay(retryMs, undefined, { signal: this.#abort.signal }).catch(() => undefined)
      }
    }
  }

  async #tryOnce(group: CommitGroup, isRetry: boolean): Promise<Committed> {
    const { pool, prepare, now, isOnCitus } = this.#deps
    await prepare(group, isRetry)
    const options = { nowMs: now(), isOnCitus: await isOnCitus(), guess: this.#guess }
    const connection = await pool.connect()
    // Cuts off a hanging statement; its effect is rolled back or was never acknowledged.
    const cutOff = () => void connection.end().catch(() => undefined)
    this.#abort.signal.addEventListener('abort', cutOff, { once: true })
    try {
      const committed = await commitGroup(connection, group, this.#encoder, options)
      connection.release()
      return committed
    } catch (error) {
      // A failed connection is not reused.
      connection.release(errorOf(error))
      throw error
    } finally {
      this.#abort.signal.removeEventListener('abort', cutOff)
    }
  }
}
