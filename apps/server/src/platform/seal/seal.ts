import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12

/** Encrypts secrets that must be recovered later (security §7); `context` binds a sealed text to its place. */
export interface Sealer {
  seal(secret: string, context: string): string
  /** @throws Error when the text was changed, has another context, or was sealed with another key */
  open(sealed: string, context: string): string
}

/** AES-256-GCM. @param loadKey returns 32 bytes; called on first use */
export function createSealer(loadKey: () => Buffer): Sealer {
  let loaded: Buffer | undefined
  const keyOf = () => {
    loaded ??= loadKey()
    return loaded
  }
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(), nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, context) {
      const [version, ...parts] = sealed.split('.')
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== VERSION || !nonce || !tag || !text) throw new Error('Not a sealed text of ours')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(), nonce, { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}
