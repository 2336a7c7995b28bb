import { describe, expect, it } from 'vitest'
import { newId, newToken } from './id.ts'

describe('编号', () => {
  it('是 18 到 19 位数字，超过 JSON 数字的精度，所以是文字', () => {
    const id = newId(Date.parse('2026-11-21T00:00:00Z'))
    expect(id).toMatch(/^\d{18,19}$/)
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  })

  it('同一毫秒里一万个互不相同，并按先后排序', () => {
    const ids = Array.from({ length: 10_000 }, () => newId(1_900_000_000_000))
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))).toEqual(ids)
  })

  it('时钟倒退也不重复', () => {
    const before = Array.from({ length: 100 }, () => newId(2_000_000_000_000))
    const after = Array.from({ length: 100 }, () => newId(1_999_999_990_000))
    expect(new Set([...before, ...after]).size).toBe(200)
    expect(BigInt(after[0] ?? 0) > BigInt(before.at(-1) ?? 0)).toBe(true)
  })
})

describe('令牌', () => {
  it('有 256 位，只用请求头、路径和子协议都合法的字符', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(tokens[0] ?? '', 'base64url')).toHaveLength(32)
  })
})
