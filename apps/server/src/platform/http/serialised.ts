import { createHash } from 'node:crypto'

/** A result that is large and the same for many: written once, sent as it is. */
export class Serialised<T> {
  readonly value: T
  readonly #json: Buffer
  #tag: string | undefined

  constructor(value: T) {
    this.value = value
    this.#json = Buffer.from(JSON.stringify(value))
  }

  /**
   * Changes with the result, in whichever process it was made. Weak (RFC 9110 §8.8.1): around the result the envelope has its
   * own time, and it may be compressed.
   */
  get tag(): string {
    this.#tag ??= `W/"${createHash('sha256').update(this.#json).digest('base64url').slice(0, 27)}"`
    return this.#tag
  }

  /** The envelope of a success around it. */
  inEnvelope(): Buffer {
    return Buffer.concat([BEFORE, this.#json, Buffer.from(`,"timestamp":${Date.now()}}`)])
  }
}

const BEFORE = Buffer.from('{"success":true,"message":"","code":200,"result":')
