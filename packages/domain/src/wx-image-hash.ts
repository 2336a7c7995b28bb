/** Columns and rows of grey values for {@link differenceHash}: one more column than bits. */
export const HASH_COLUMNS = 9
export const HASH_ROWS = 8
/** Maximum distance of pictures shown as similar. */
export const SIMILAR_BITS = 6
/** Steps within a plain sky are compression noise: only larger steps count. */
const MIN_STEP = 2
const BAND_BITS = 16
const BANDS = 4

/**
 * 64 bits showing where a picture gets lighter to the right (dHash). Scaling and recompression change few of them.
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

/** Number of differing bits, 0 … 64. */
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
 * Values a similar picture may have in one part. Six bits over four parts leave at most one for some part, so every
 * hash within {@link SIMILAR_BITS} matches one of these in at least one part.
 */
export const nearBands = (band: number): number[] => [
  band,
  ...Array.from({ length: BAND_BITS }, (_, bit) => band ^ (1 << bit)),
]
