import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from '../../../platform/db/pool.ts'
import { errorOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/logger.ts'
import { writeBreathResults } from '../../breath/index.ts'
import { type BlobRow, type EventRow, insertBlobs, insertEvents } from './event.repository.ts'
import type { MessageMemory, Waiter } from './group.ts'
import { dropRepeated } from './message-memory.ts'
import { begin, type Connection, commit, rollback } from './sample.repository.ts'
import { isTransient } from './transient.ts'

/** An event or blob to be stored. */
export interface EventMessage {
  readonly memory: MessageMemory
  readonly rxMs: number
  readonly event?: EventRow
  readonly blob?: BlobRow
  readonly bytes: number
  readonly waiter: Waiter | undefined
}

const MAX_GROUP = 500
const MAX_GROUP_BYTES = 8 * 1024 * 1024
/** Above this nothing is accepted: unacknowledged messages are sent again. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
/** Charged per event even without content. */
const EVENT_OVERHEAD_BYTES = 512
const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 5_000

/**
 * Writes events, command answers and blobs, one group at a time; what arrives during a write forms the next group.
 * Senders are notified when their message is durable. While the database is unavailable everything waits.
 */
export class EventWriter {
  readonly #pool: Pool
  readonly #log: Log
  readonly #abort = new AbortController()
  #waiting: EventMessage[] = []
  #bytes = 0
  #running: Promise<void> | undefined

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  add(message: EventMessage): void {
    if (this.#abort.signal.aborted || this.#bytes >= MAX_WAITING_BYTES) {
      message.waiter?.(new Error('too many database unavailable; events queued'))
      return
    }
    this.#waiting.push(message)
    this.#bytes += sizeOf(message)
    this.#start()
  }

  /** Writes pending messages; those not durable by the deadline are dropped and never acknowledged. */
  async stop(withinMs: number): Promise<void> {
    const giveUp = setTimeout(() => this.#abort.abort(), withinMs)
    await this.#running
    clearTimeout(giveUp)
    this.#abort.abort()
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#waiting.length > 0) this.#start()
    })
  }

  async #run(): Promise<void> {
    // Messages of one event-loop turn go together.
    await delay(0)
    while (this.#waiting.length > 0) await this.#write(this.#next())
  }

  #next(): EventMessage[] {
    let bytes = 0
    let count = 0
    for (const message of this.#waiting) {
      bytes += sizeOf(message)
      count += 1
      if (count >= MAX_GROUP || bytes >= MAX_GROUP_BYTES) break
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }

  async #write(group: readonly EventMessage[]): Promise<void> {
    const error = await this.#persist(group)
    if (error === undefined) for (const { waiter } of group) waiter?.()
    else if (group.length > 1 && !isTransient(error)) for (const message of group) await this.#write([message])
    else {
      this.#log.error({ err: error, messages: group.length }, 'events were not stored')
      for (const { waiter } of group) waiter?.(error)
    }
  }

  /** Retries until the group is stored, fails permanently or is dropped. @returns why it is not stored. */
  async #persist(group: readonly EventMessage[]): Promise<Error | undefined> {
    for (let retryMs = RETRY_FIRST_MS; ; retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)) {
      try {
        await this.#tryOnce(group)
        return undefined
      } catch (error) {
        if (!isTransient(error) || this.#abort.signal.aborted) return errorOf(error)
        this.#log.warn({ err: error, retryMs, messages: group.length }, 'database unavailable; events queued')
        await delay(retryMs, undefined, { signal: this.#abort.signal }).catch(() => undefined)
      }
    }
  }

  async #tryOnce(group: readonly EventMessage[]): Promise<void> {
    const connection = await this.#pool.connect()
    try {
      await storeOnce(connection, group)
      connection.release()
    } catch (error) {
      await rollback(connection).catch(() => undefined)
      connection.release(errorOf(error))
      throw error
    }
  }
}

async function storeOnce(connection: Connection, group: readonly EventMessage[]): Promise<void> {
  await begin(connection)
  const fresh = await dropRepeated(connection, group)
  const events = fresh.flatMap(({ event }) => event ?? [])
  await insertEvents(connection, events)
  await writeBreathResults(connection, events)
  await insertBlobs(
    connection,
    fresh.flatMap(({ blob }) => blob ?? []),
  )
  await commit(connection)
}

const sizeOf = ({ bytes }: EventMessage) => bytes + EVENT_OVERHEAD_BYTES
