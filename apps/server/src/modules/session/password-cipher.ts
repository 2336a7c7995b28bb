import { createDecipheriv, createHash } from 'node:crypto'

const BLOCK_BYTES = 16
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
// Text a user can have typed; anything else means that the password was sent unencrypted.
const TYPED = /^[^\p{Cc}\p{Surrogate}\uFFFD]+$/u

export interface PasswordKey {
  /** 16 characters each, as existing clients expect them. */
  readonly key: string
  readonly iv: string
}

/**
 * The key handed out to every client. It only keeps passwords from being read at a glance in logs; the protection is
 * TLS (contract/10 §1). Derived, so that every process of an installation hands out the same key.
 */
export function passwordKeyOf(signSecret: string): PasswordKey {
  const hex = createHash('sha256').update(`password-key:${signSecret}`).digest('hex')
  return { key: hex.slice(0, BLOCK_BYTES), iv: hex.slice(BLOCK_BYTES, 2 * BLOCK_BYTES) }
}

/** The clear password from either form: text that does not decrypt to something typed is returned unchanged. */
export function readPassword(sent: string, { key, iv }: PasswordKey): string {
  const bytes = Buffer.from(sent, 'base64')
  if (!BASE64.test(sent) || bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) return sent
  const decipher = createDecipheriv('aes-128-cbc', key, iv).setAutoPadding(false)
  const text = Buffer.concat([decipher.update(bytes), decipher.final()])
    .toString('utf8')
    .replace(/\0+$/, '')
  return TYPED.test(text) ? text : sent
}
