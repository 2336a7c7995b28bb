import { expect, test } from 'vitest'
import { createRefreshing } from './refreshing.ts'
import { createScopeCache } from './scope-cache.ts'

const POLICY = { freshMs: 100, staleMs: 1_000 }

test('callers share one computation; a fresh value is returned without another', async () => {
  let made = 0
  let nowMs = 0
  const get = createRefreshing(
    async () => ++made,
    POLICY,
    () => nowMs,
  )
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  nowMs = 100
  expect(await get()).toBe(1)
})

test('a stale value is returned at once while it is refreshed; an expired one is waited for', async () => {
  let made = 0
  let nowMs = 0
  const get = createRefreshing(
    async () => ++made,
    POLICY,
    () => nowMs,
  )
  await get()
  nowMs = 500
  expect(await get()).toBe(1)
  expect(await get()).toBe(2)
  nowMs = 5_000
  expect(await get()).toBe(3)
})

test('a failure reaches only callers without a held value', async () => {
  let nowMs = 0
  let fails = false
  const get = createRefreshing(
    async () => {
      if (fails) throw new Error('down')
      return 'held'
    },
    POLICY,
    () => nowMs,
  )
  await get()
  fails = true
  nowMs = 500
  expect(await get()).toBe('held')
  nowMs = 5_000
  await expect(get()).rejects.toThrow('down')
})

test('the scope cache separates keys and does not cache failures', async () => {
  let nowMs = 0
  const cache = createScopeCache<string>(1_000, () => nowMs)
  expect(await cache('a', async () => 'A')).toBe('A')
  expect(await cache('b', async () => 'B')).toBe('B')
  expect(await cache('a', async () => 'later')).toBe('A')
  nowMs = 1_000
  expect(await cache('a', async () => 'later')).toBe('later')
  await expect(cache('c', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache('c', async () => 'C')).toBe('C')
})
