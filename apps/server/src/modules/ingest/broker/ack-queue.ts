import type { Duplex } from 'node:stream'

const PUBACK = 0x40
const PUBACK_BYTES = 4

/**
 * PUBACKs of one connection, batched: one commit completes many messages, whose acknowledgements leave in one write.
 */
export class AckQueue {
  readonly #stream: Duplex
  #messageIds: number[] = []

  constructor(stream: Duplex) {
    this.#stream = stream
  }

  add(messageId: number): void {
    this.#messageIds.push(messageId)
    // Deferred until all waiters of the commit have been called.
    if (this.#messageIds.length === 1) process.nextTick(() => this.#flush())
  }

  #flush(): void {
    const ids = this.#messageIds
    this.#messageIds = []
    // Disconnected meanwhile: the device sends again and the repetition is recognised.
    if (this.#stream.destroyed) return
    const packets = Buffer.allocUnsafe(ids.length * PUBACK_BYTES)
    let at = 0
    for (const messageId of ids) {
      packets[at] = PUBACK
      packets[at + 1] = 2
      packets.writeUInt16BE(messageId, at + 2)
      at += PUBACK_BYTES
    }
    this.#stream.write(packets)
  }
}
