import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'

/** security §2: argon2id, m >= 19 MB, t >= 2, p 1; the parameters travel inside the hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_RUNNING = 4
const MAX_WAITING = 32
const MAX_PASSWORD_LENGTH = 128

let running = 0
const waiting: (() => void)[] = []

/** Hashing takes about 20 MB and 50 ms of a core each; bounded, so that a login storm cannot starve ingest. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError('login.busy', { retryAfterS: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, PARAMETERS))
}

let dummyHash: Promise<string> | undefined

/**
 * For an unknown user, does the same work and returns false: the response time must not reveal whether an account
 * exists.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false
  dummyHash ??= hashPassword('natim-no-such-user')
  const against = storedHash ?? (await dummyHash)
  const matches = await bounded(() => verify(against, password))
  return matches && storedHash !== undefined
}

/** Whether the hash was made with weaker parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  return !passwordHash.includes('m=19456,t=2,p=1')
}
