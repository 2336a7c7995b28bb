import { Problem } from './problem.ts'

/** Where a page ended: an instant and what tells rows of it apart. */
export interface Place {
  readonly tMs: number
  readonly key: string
}

export const START: Place = { tMs: Number.NEGATIVE_INFINITY, key: '' }

/** Opaque to whoever reads it. It holds a place and no right: what is behind it is asked for by the token again. */
export const toCursor = ({ tMs, key }: Place): string => Buffer.from(JSON.stringify([tMs, key])).toString('base64url')

const MAX_KEY = 64
// Within what both the database and JavaScript hold as a time.
const MAX_MS = 8_640_000_000_000_000

/** @throws Problem for anything that no page was given */
export function fromCursor(text: string | undefined): Place {
  if (text === undefined) return START
  try {
    const [tMs, key] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof tMs === 'number' && tMs >= 0 && tMs <= MAX_MS && typeof key === 'string' && key.length <= MAX_KEY)
      if (!key.includes('\0')) return { tMs, key }
  } catch {
    // Told below.
  }
  throw new Problem('parameter_invalid', 'cursor：不是上一页给出的游标')
}
