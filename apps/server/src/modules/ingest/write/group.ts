import { DirtyMarks } from './dirty-marks.ts'
import { newPoints, type Points } from './points.ts'

/** How a repetition of a message is recognised. */
export interface MessageMemory {
  readonly deviceNo: number
  /** Up to 65 bytes: kind, then id or SHA-256. */
  readonly key: Buffer
  /** `once`: the same key within 24 h is a repetition. `resent`: only if flagged by the transport, within 60 s. */
  readonly rule: 'once' | 'resent'
  /** The transport's redelivery flag (MQTT DUP). */
  readonly isMarkedDuplicate: boolean
}

/** A message whose repetition is recognised by remembered data. */
export interface RememberedMessage {
  readonly memory: MessageMemory
  readonly rxMs: number
}

/** Position of a device: degrees of WGS-84, metres, epoch ms. */
export interface Position {
  readonly deviceNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly lng: number
  readonly lat: number
  readonly alt?: number | undefined
}

/** A message that sample keys do not make idempotent: its times were corrected, or it replaces values. */
export interface CarefulMessage extends RememberedMessage {
  readonly isFinal: boolean
  readonly points: Points
  readonly position: Position | undefined
}

/** Called once: without argument when the message is durable, with an error when it will never be. */
export type Waiter = (error?: Error) => void

/** What is committed in one transaction. */
export class CommitGroup {
  /** Newer than anything of its channel: cannot collide with a stored row. */
  readonly fast: Points = newPoints()
  /** Late, repeated or out of order. */
  readonly rest: Points = newPoints()
  readonly careful: CarefulMessage[] = []
  readonly positions: Position[] = []
  readonly marks = new DirtyMarks()
  readonly waiters: Waiter[] = []
  readonly openedAtMs: number
  messages = 0
  size = 0

  /** @param openedAtMs of a monotonic clock. */
  constructor(openedAtMs: number) {
    this.openedAtMs = openedAtMs
  }

  /** Books a message whose points have been pushed into the columns. */
  addMessage(pointCount: number, waiter: Waiter | undefined): void {
    this.messages += 1
    this.size += pointCount
    if (waiter) this.waiters.push(waiter)
  }

  addCareful(message: CarefulMessage): void {
    this.careful.push(message)
  }

  /** Time spans it needs partitions for, unordered. */
  *spans(): Iterable<{ readonly fromMs: number; readonly toMs: number }> {
    yield* this.marks.values()
    for (const position of [...this.positions, ...this.careful.flatMap((message) => message.position ?? [])]) {
      yield { fromMs: position.tsMs, toMs: position.tsMs }
    }
  }

  settle(error?: Error): void {
    for (const waiter of this.waiters) waiter(error)
  }
}
