import { randomBytes, randomInt } from 'node:crypto'

// 2020-01-01T00:00:00Z: keeps the ids at 18-19 digits for decades.
const EPOCH_MS = 1_577_836_800_000
const SEQUENCE_BITS = 12n
const NODE_BITS = 10n

const node = BigInt(randomInt(1 << Number(NODE_BITS)))
let lastMs = 0
let sequence = 0

/** A decimal snowflake: 41 bits of ms, 10 of process, 12 of sequence. Sorts by time; text, because JSON numbers lose digits. */
export function newId(nowMs = Date.now()): string {
  // A clock that steps back must not produce an id twice.
  const ms = Math.max(nowMs, lastMs)
  sequence = ms === lastMs ? sequence + 1 : 0
  lastMs = ms
  if (sequence >= 1 << Number(SEQUENCE_BITS)) {
    lastMs += 1
    sequence = 0
  }
  return (
    (BigInt(lastMs - EPOCH_MS) << (NODE_BITS + SEQUENCE_BITS)) |
    (node << SEQUENCE_BITS) |
    BigInt(sequence)
  ).toString()
}

/** 256 random bits in the alphabet that is legal in a header, a path segment and a WebSocket subprotocol (contract/00 §4). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
