import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cachedAnswer } from './popup-cache.ts'

let nowMs = 0
let asked = 0
const load = async () => {
  asked += 1
  return { rows: asked }
}
const ask = (groupId?: string, url = '/data/1', params: object = { pageNo: 1 }) =>
  cachedAnswer(groupId, url, params, load, () => nowMs)

beforeEach(() => {
  nowMs = 1_000_000
  asked = 0
  localStorage.clear()
})

describe('answers of a popup', () => {
  it('[WG-60] [CO-24] of a group are requested again after 30 s, not before', async () => {
    expect(await ask('g')).toEqual({ rows: 1 })
    nowMs += 29_999
    expect(await ask('g')).toEqual({ rows: 1 })
    nowMs += 1
    expect(await ask('g')).toEqual({ rows: 2 })
  })

  it('[WG-60] are cached by group, address and parameters in any order', async () => {
    await ask('g', '/data/1', { a: 1, b: 2 })
    await ask('g', '/data/1', { b: 2, a: 1 })
    expect(asked).toBe(1)
    await ask('h', '/data/1', { a: 1, b: 2 })
    await ask('g', '/data/2', { a: 1, b: 2 })
    await ask('g', '/data/1', { a: 1, b: 3 })
    expect(asked).toBe(4)
  })

  it('[WG-60] are shared while in flight', async () => {
    expect(await Promise.all([ask('g'), ask('g')])).toEqual([{ rows: 1 }, { rows: 1 }])
  })

  it('[WG-60] without a group are never cached', async () => {
    await ask()
    await ask()
    await ask('')
    expect(asked).toBe(3)
    expect(localStorage).toHaveLength(0)
  })

  it('are not cached when the call failed, and old ones are removed', async () => {
    await expect(
      cachedAnswer(
        'g',
        '/x',
        {},
        () => Promise.reject(new Error('no')),
        () => nowMs,
      ),
    ).rejects.toThrow('no')
    expect(localStorage).toHaveLength(0)
    await ask('g', '/data/1')
    nowMs += 30_000
    await ask('g', '/data/2')
    expect(localStorage).toHaveLength(1)
  })

  it('work without storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    expect(await ask('g')).toEqual({ rows: 1 })
    vi.restoreAllMocks()
  })
})
