import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorDetailsOf } from '../errors.ts'

const KEY_BYTES = 32

/**
 * The key of this installation: from the environment where several machines share a database, else from a key file
 * (0600) created on first use.
 */
export function loadKey({
  dataDir,
  sealKey,
}: {
  readonly dataDir: string
  readonly sealKey: string | undefined
}): Buffer {
  if (sealKey !== undefined) return createHash('sha256').update(sealKey).digest()
  const path = join(dataDir, 'seal.key')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // Exclusive create: two processes never end up with two keys.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorDetailsOf(error).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${path} holds no key of ${KEY_BYTES} bytes`)
  return key
}
