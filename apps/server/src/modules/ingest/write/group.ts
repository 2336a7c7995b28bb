import { DirtyMarks } from './dirty-marks.ts'
import { newPoints, type Points } from './points.ts'

/** How a message is recognised when it comes again. */
export interface MessageMemory {
  readonly deviceNo: number
  /** Up to 65 bytes: kind, then id or SHA-256. */
  readonly key: Buffer
  /**
   * `once`: the same key within 24 h is a repetition. `resent`: only if the transport marked it so, within 60 s.
   */
  readonly rule: 'once' | 'resent'
  /** The transport's own mark of a repetition (MQTT DUP). */
  readonly isMarkedDuplicate: boolean
}

/** A message that is told from its repetition by what is remembered of it. */
export interface RememberedMessage {
  readonly memory: MessageMemory
  readonly rxMs: number
}

/** Where a device was: degrees of WGS-84, metres, epoch ms. */
export interface Position {
  readonly deviceNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly lng: number
  readonly lat: number
  readonly alt?: number | undefined
}

/** A message that is not idempotent by the keys of its samples: its times were corrected, or it replaces values. */
export interface CarefulMessage extends RememberedMessage {
  readonly isFinal: boolean
  readonly points: Points
  readonly position: Position | undefined
}

/** Called once: with nothing when the message is durable, with the reason when it is not and will not be. */
export type Waiter = (error?: Error) => void

/** What becomes durable in one transaction. */
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

  /** What partitions it needs, in no order. */
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
