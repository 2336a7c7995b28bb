/** Left rotations of the four rounds (RFC 1321 §3.4). */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const

/** `floor(2^32 · |sin(i + 1)|)`, RFC 1321 §3.4. */
const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

const rotateLeft = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/**
 * MD5 of a UTF-8 text, 32 lower-case hex digits (RFC 1321). Only for the integrity signature of the wire: browsers
 * offer no MD5, and outside https no digest at all.
 */
export function md5Hex(text: string): string {
  const words = pad(new TextEncoder().encode(text))
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let at = 0; at < words.length; at += BLOCK_BYTES / 4) addBlock(state, words.subarray(at, at + BLOCK_BYTES / 4))
  const digest = new DataView(new ArrayBuffer(16))
  state.forEach((word, i) => digest.setUint32(4 * i, word, true))
  return Array.from({ length: 16 }, (_, i) => digest.getUint8(i).toString(16).padStart(2, '0')).join('')
}

/** The message, a one bit, zeros and its length in bits, as little-endian words in whole blocks. */
function pad(message: Uint8Array): Uint32Array {
  const blocks = Math.floor((message.length + LENGTH_BYTES) / BLOCK_BYTES) + 1
  const bytes = new Uint8Array(blocks * BLOCK_BYTES)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - LENGTH_BYTES, (message.length * 8) >>> 0, true)
  view.setUint32(bytes.length - LENGTH_BYTES / 2, Math.floor(message.length / 2 ** 29), true)
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true))
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  const before = [a, b, c, d]
  for (let i = 0; i < 64; i += 1) {
    const round = i >> 4
    const { mixed, index } = mix(round, i, b, c, d)
    const sum = (a + mixed + (SINES[i] ?? 0) + (words[index] ?? 0)) | 0
    const next = (b + rotateLeft(sum, SHIFTS[round]?.[i % 4] ?? 0)) | 0
    ;[a, d, c, b] = [d, c, b, next]
  }
  for (const [i, word] of [a, b, c, d].entries()) state[i] = (before[i] ?? 0) + word
}

/** The round's function of three words, and the index of the block word it uses. */
function mix(round: number, i: number, b: number, c: number, d: number): { mixed: number; index: number } {
  if (round === 0) return { mixed: (b & c) | (~b & d), index: i }
  if (round === 1) return { mixed: (d & b) | (~d & c), index: (5 * i + 1) % 16 }
  if (round === 2) return { mixed: b ^ c ^ d, index: (3 * i + 5) % 16 }
  return { mixed: c ^ (b | ~d), index: (7 * i) % 16 }
}
