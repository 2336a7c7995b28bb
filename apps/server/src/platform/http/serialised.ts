import { createHash } from 'node:crypto'

/** A large result shared by many callers: serialised once, sent as it is. */
export class Serialised<T> {
  readonly value: T
  readonly #json: Buffer
  #tag: string | undefined

  constructor(value: T) {
    this.value = value
    this.#json = Buffer.from(JSON.stringify(value))
  }

  /**
   * Entity tag of the result, the same in every process. Weak (RFC 9110 §8.8.1): the envelope around it has its own
   * timestamp, and it may be compressed.
   */
  get tag(): string {
    this.#tag ??= `W/"${createHash('sha256').update(this.#json).digest('base64url').slice(0, 27)}"`
    return this.#tag
  }

  /** The result in a success envelope. */
  inEnvelope(): Buffer {
    return Buffer.concat([BEFORE, this.#json, Buffer.from(`,"timestamp":${Date.now()}}`)])
  }
}

const BEFORE = Buffer.from('{"success":true,"message":"","code":200,"result":')
