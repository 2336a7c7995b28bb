/** Seed of the whole demonstration network (domain §11). */
export const DEMO_SEED = 20_261_121

/** Mixes 32-bit integers into one well-spread unsigned 32-bit integer (murmur3's finaliser between the parts). */
export function hash(...parts: readonly number[]): number {
  let h = DEMO_SEED
  for (const part of parts) h = mix(h ^ mix(part | 0))
  return h >>> 0
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** A number in [0, 1) from the same parts. */
export function unit(...parts: readonly number[]): number {
  return hash(...parts) / 0x1_0000_0000
}

/** An integer in [from, to], both inclusive. */
export function between(from: number, to: number, ...parts: readonly number[]): number {
  return from + Math.floor(unit(...parts) * (to - from + 1))
}

/** Converts a text to a number, so that texts can be parts. */
export function textSeed(text: string): number {
  let h = 0x811c9dc5
  for (let index = 0; index < text.length; index++) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193)
  return h | 0
}
