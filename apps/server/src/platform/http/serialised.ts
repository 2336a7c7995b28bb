/** A result that is large and the same for many: written once, sent as it is. */
export class Serialised<T> {
  readonly value: T
  readonly #json: Buffer

  constructor(value: T) {
    this.value = value
    this.#json = Buffer.from(JSON.stringify(value))
  }

  /** The envelope of a success around it. */
  inEnvelope(): Buffer {
    return Buffer.concat([BEFORE, this.#json, Buffer.from(`,"timestamp":${Date.now()}}`)])
  }
}

const BEFORE = Buffer.from('{"success":true,"message":"","code":200,"result":')
