import { Problem } from './problem.ts'

/** End of a page: an instant, and a key that distinguishes rows of it. */
export interface Place {
  readonly tMs: number
  readonly key: string
}

export const START: Place = { tMs: Number.NEGATIVE_INFINITY, key: '' }

/** Opaque to clients. It contains a position but no permission: the token is checked again for every page. */
export const toCursor = ({ tMs, key }: Place): string => Buffer.from(JSON.stringify([tMs, key])).toString('base64url')

const MAX_KEY = 64
// The largest time in JavaScript, which PostgreSQL can store too.
const MAX_MS = 8_640_000_000_000_000

/** @throws Problem for a cursor that no page returned */
export function fromCursor(text: string | undefined): Place {
  if (text === undefined) return START
  try {
    const [tMs, key]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof tMs === 'number' && tMs >= 0 && tMs <= MAX_MS && typeof key === 'string' && key.length <= MAX_KEY)
      if (!key.includes('\0')) return { tMs, key }
  } catch {
    // Reported below.
  }
  throw new Problem('parameter_invalid', 'cursor：不是上一页给出的游标')
}
