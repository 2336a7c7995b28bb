import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoader, createSingleFlight } from './loader.ts'

/** A loader whose answers the test triggers. */
function slowQuestion() {
  const asked: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = createLoader(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        const turn = asked.length + 1
        const answer = () =>
          resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}${turn}`])))
        asked.push({ keys, answer, fail: reject })
      }),
  )
  return { ask, asked, keysAsked: () => asked.map(({ keys }) => keys) }
}
/** Loads start at the end of the current turn. */
const endOfTurn = () => Promise.resolve()

describe('createLoader', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('loads at once for a single caller, and in one batch for callers that arrive meanwhile', async () => {
    const { ask, asked, keysAsked } = slowQuestion()
    const first = ask('a')
    await endOfTurn()
    expect(keysAsked()).toEqual([['a']])
    const others = [ask('b'), ask('c'), ask('b'), ask('nobody')]
    expect(keysAsked()).toEqual([['a']])
    asked[0]?.answer()
    expect(await first).toBe('a1')
    expect(keysAsked()).toEqual([['a'], ['b', 'c', 'nobody']])
    asked[1]?.answer()
    expect(await Promise.all(others)).toEqual(['b2', 'c2', 'b2', undefined])
  })

  it('loads all keys of one caller together', async () => {
    const { ask, asked, keysAsked } = slowQuestion()
    const both = Promise.all([ask('a'), ask('b')])
    await endOfTurn()
    expect(keysAsked()).toEqual([['a', 'b']])
    asked[0]?.answer()
    expect(await both).toEqual(['a1', 'b1'])
  })

  it('never answers a caller from a load that started before the call', async () => {
    const { ask, asked } = slowQuestion()
    const first = ask('a')
    await endOfTurn()
    const second = ask('a')
    asked[0]?.answer()
    await first
    asked[1]?.answer()
    expect(await second).toBe('a2')
  })

  it('does not wait for a load that hangs', async () => {
    const { ask, asked, keysAsked } = slowQuestion()
    void ask('hangs')
    await endOfTurn()
    const second = ask('b')
    await vi.advanceTimersByTimeAsync(50)
    expect(keysAsked()).toEqual([['hangs'], ['b']])
    asked[1]?.answer()
    expect(await second).toBe('b2')
  })

  it('rejects for the callers of a failed load, and continues', async () => {
    const { ask, asked } = slowQuestion()
    const first = ask('a')
    await endOfTurn()
    const second = ask('b')
    asked[0]?.fail(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    asked[1]?.answer()
    expect(await second).toBe('b2')
  })
})

describe('createSingleFlight', () => {
  it('runs the work once for all callers that arrive while it is in flight', async () => {
    let turns = 0
    const work = createSingleFlight(async () => {
      turns += 1
      await Promise.resolve()
      return turns
    })
    const first = work()
    await Promise.resolve()
    expect(await Promise.all([first, work(), work()])).toEqual([1, 2, 2])
  })
})
