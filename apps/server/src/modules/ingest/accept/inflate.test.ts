import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflate, isGzip } from './inflate.ts'

describe('inflate', () => {
  it('unpacks a gzip payload', () => {
    const plain = Buffer.from(JSON.stringify({ v: 1, rows: Array.from({ length: 50 }, (_, i) => [i * 997, i / 7]) }))
    expect(isGzip(gzipSync(plain))).toBe(true)
    expect(inflate(gzipSync(plain))?.equals(plain)).toBe(true)
    expect(isGzip(plain)).toBe(false)
  })

  it('stops a gzip bomb at twenty times the packed size', () => {
    expect(inflate(gzipSync(Buffer.alloc(1_000_000)))).toBeUndefined()
  })

  it('stops at 4 MB regardless of the packed size', () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7_919 * (i % 251)) % 256))
    const packed = gzipSync(Buffer.concat(Array.from({ length: 15 }, () => noise)))
    expect(packed.length * 20).toBeGreaterThan(4_500_000)
    expect(inflate(packed)).toBeUndefined()
  })

  it('returns undefined for a truncated or corrupt stream', () => {
    const packed = gzipSync('x'.repeat(10))
    expect(inflate(packed.subarray(0, packed.length - 4))).toBeUndefined()
    expect(inflate(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))).toBeUndefined()
  })
})
