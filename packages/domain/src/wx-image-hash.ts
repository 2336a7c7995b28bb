/** Columns and rows of grey values that {@link differenceHash} takes: one column more than bits. */
export const HASH_COLUMNS = 9
export const HASH_ROWS = 8
/** Pictures this near are shown as similar. */
export const SIMILAR_BITS = 6
/** Steps of an even sky are noise of the compression: only what is lighter by more counts. */
const MIN_STEP = 2
const BAND_BITS = 16
const BANDS = 4

/**
 * 64 bits that say where a picture grows lighter to the right (dHash). Scaling and recompression change few of them.
 *
 * @param grey {@link HASH_COLUMNS} × {@link HASH_ROWS} grey values, row by row
 */
export function differenceHash(grey: Uint8Array): bigint {
  if (grey.length !== HASH_COLUMNS * HASH_ROWS) throw new RangeError(`Expected 72 grey values, got ${grey.length}`)
  let hash = 0n
  for (let row = 0; row < HASH_ROWS; row += 1)
    for (let column = 0; column < HASH_COLUMNS - 1; column += 1) {
      const at = row * HASH_COLUMNS + column
      hash = (hash << 1n) | ((grey[at + 1] ?? 0) - (grey[at] ?? 0) > MIN_STEP ? 1n : 0n)
    }
  return hash
}

/** Bits in which two hashes differ, 0 … 64. */
export function hashDistance(a: bigint, b: bigint): number {
  let left = BigInt.asUintN(64, a ^ b)
  let bits = 0
  for (; left !== 0n; left &= left - 1n) bits += 1
  return bits
}

/** The four 16-bit parts, the highest first. */
export const hashBands = (hash: bigint): number[] =>
  Array.from({ length: BANDS }, (_, band) => Number((hash >> BigInt(BAND_BITS * (BANDS - 1 - band))) & 0xff_ffn))

/**
 * Values of one part that a neighbour may have there. Six bits over four parts leave at most one for some part: so every hash
 * within {@link SIMILAR_BITS} is met by one of these in one of the parts.
 */
export const nearBands = (band: number): number[] => [
  band,
  ...Array.from({ length: BAND_BITS }, (_, bit) => band ^ (1 << bit)),
]
