import { element } from '@natim/domain/element'
/** Protocol violation in a stream of MQTT packets. */
export class PacketError extends Error {
  override readonly name = 'PacketError'
}

const DISCONNECT = 14
const MAX_LENGTH_BYTES = 4

/**
 * Parses the fixed headers of a stream of MQTT control packets without buffering, so that an oversized packet is
 * refused by its announced length (domain §6.1: 3.1.1 cannot announce a limit).
 */
export class PacketGuard {
  readonly #maxPacketBytes: number
  readonly #maxFirstBytes: number
  /** Bytes of the current packet's body still to come. */
  #remaining = 0
  /** Position within a fixed header: 0 = at its first byte. */
  #headerBytes = 0
  #length = 0
  #type = 0
  #packets = 0
  #sawDisconnect = false

  /** @param maxFirstBytes limit of the first packet, whose sender is not yet authenticated. */
  constructor(maxPacketBytes: number, maxFirstBytes: number) {
    this.#maxPacketBytes = maxPacketBytes
    this.#maxFirstBytes = maxFirstBytes
  }

  /** The peer has sent DISCONNECT. */
  get sawDisconnect(): boolean {
    return this.#sawDisconnect
  }

  /** @throws PacketError when a packet is too large or its length cannot be read. */
  inspect(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#remaining > 0) {
        const step = Math.min(this.#remaining, chunk.length - at)
        this.#remaining -= step
        at += step
      } else {
        this.#readHeaderByte(element(chunk[at]))
        at += 1
      }
    }
  }

  #readHeaderByte(byte: number): void {
    if (this.#headerBytes === 0) {
      this.#type = byte >> 4
      this.#length = 0
      this.#headerBytes = 1
      return
    }
    this.#length += (byte & 0x7f) * 128 ** (this.#headerBytes - 1)
    if ((byte & 0x80) !== 0) {
      if (this.#headerBytes >= MAX_LENGTH_BYTES) throw new PacketError('the length of a packet is malformed')
      this.#headerBytes += 1
      return
    }
    const limit = this.#packets === 0 ? this.#maxFirstBytes : this.#maxPacketBytes
    if (this.#length > limit) throw new PacketError(`a packet of ${this.#length} bytes is over the limit`)
    if (this.#type === DISCONNECT) this.#sawDisconnect = true
    this.#packets += 1
    this.#remaining = this.#length
    this.#headerBytes = 0
  }
}
