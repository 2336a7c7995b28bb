import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'

/** Allows for clock differences and repeated calls. */
const WINDOW_MS = 10 * MINUTE_MS

/** The platform's signature (its manual, 消息加解密): SHA-1 over the sorted parts. */
export const signatureOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex')

interface Signed {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** Whether a call has a valid and recent signature of the platform. `more` is the sealed text of encrypted calls. */
export function isSigned(
  token: string,
  { timestamp, nonce, signature }: Signed,
  nowMs: number,
  ...more: string[]
): boolean {
  const expected = Buffer.from(signatureOf(token, timestamp, nonce, ...more))
  const given = Buffer.from(signature)
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  return isRight && Math.abs(nowMs - Number(timestamp) * SECOND_MS) <= WINDOW_MS
}

const BLOCK = 32
const HEAD_BYTES = 16
const LENGTH_BYTES = 4

const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')

/**
 * Decrypts a call: AES-256-CBC over 16 random bytes, the length of the text, the text and the app id, padded to 32
 * bytes. Undefined when it is invalid.
 */
export function decrypt(sealed: string, aesKey: string, appId: string | undefined): string | undefined {
  const key = keyOf(aesKey)
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, HEAD_BYTES)).setAutoPadding(false)
    const bytes = Buffer.concat([cipher.update(sealed, 'base64'), cipher.final()])
    const padding = bytes.at(-1) ?? 0
    if (padding < 1 || padding > BLOCK) return undefined
    const length = bytes.readUInt32BE(HEAD_BYTES)
    const from = HEAD_BYTES + LENGTH_BYTES
    const end = bytes.length - padding
    if (from + length > end) return undefined
    if (appId !== undefined && bytes.toString('utf8', from + length, end) !== appId) return undefined
    return bytes.toString('utf8', from, from + length)
  } catch {
    // Any cipher error means that it is no call of the platform.
    return undefined
  }
}

/** The inverse, for tests and stand-ins. */
export function encrypt(text: string, aesKey: string, appId: string): string {
  const key = keyOf(aesKey)
  const body = Buffer.from(text)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(body.length)
  const plain = Buffer.concat([randomBytes(HEAD_BYTES), length, body, Buffer.from(appId)])
  const padding = BLOCK - (plain.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, HEAD_BYTES)).setAutoPadding(false)
  const padded = Buffer.concat([plain, Buffer.alloc(padding, padding)])
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}
