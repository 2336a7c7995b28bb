import { describe, expect, it } from 'vitest'
import { readStored, writeStored } from './storage.ts'

describe('stored values', () => {
  it('live until their expiry stamp and are removed by a later read', () => {
    writeStored('Access-Token', 't', 604_800_000, 1_000)
    expect(JSON.parse(localStorage.getItem('Access-Token') ?? '')).toEqual({ value: 't', expire: 604_801_000 })
    expect(readStored('Access-Token', 604_800_999)).toBe('t')
    expect(readStored('Access-Token', 604_801_000)).toBeUndefined()
    expect(localStorage.getItem('Access-Token')).toBeNull()
  })

  it('never expire without a lifetime', () => {
    writeStored('k', { a: 1 }, null)
    expect(readStored('k', Number.MAX_SAFE_INTEGER)).toEqual({ a: 1 })
  })

  it.each(['rubbish', '"text"', 'null', '17', '{"value":1}', '[]'])('%s of another version is removed', (raw) => {
    localStorage.setItem('k', raw)
    expect(readStored('k')).toBeUndefined()
    expect(localStorage.getItem('k')).toBeNull()
  })
})
