import { describe, expect, it } from 'vitest'
import { newId, newToken } from './id.ts'

describe('an id', () => {
  it('has 18 to 19 digits, more than a JSON number can hold, and so is text', () => {
    const id = newId(Date.parse('2026-11-21T00:00:00Z'))
    expect(id).toMatch(/^\d{18,19}$/)
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  })

  it('is unique and increasing for ten thousand ids within one millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newId(1_900_000_000_000))
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))).toEqual(ids)
  })

  it('is unique when the clock steps back', () => {
    const before = Array.from({ length: 100 }, () => newId(2_000_000_000_000))
    const after = Array.from({ length: 100 }, () => newId(1_999_999_990_000))
    expect(new Set([...before, ...after]).size).toBe(200)
    expect(BigInt(after[0] ?? 0) > BigInt(before.at(-1) ?? 0)).toBe(true)
  })
})

describe('a token', () => {
  it('has 256 bits, in characters legal in headers, paths and subprotocols', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(32)
  })
})
