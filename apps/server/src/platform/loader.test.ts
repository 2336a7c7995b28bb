import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoader, createSingleFlight } from './loader.ts'

/** A question whose answers come when told. */
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
/** Questions are asked when whoever runs has done so. */
const endOfTurn = () => Promise.resolve()

describe('createLoader', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks at once for whoever comes alone, and together for those who come meanwhile', async () => {
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

  it('asks for all the keys of one caller together', async () => {
    const { ask, asked, keysAsked } = slowQuestion()
    const both = Promise.all([ask('a'), ask('b')])
    await endOfTurn()
    expect(keysAsked()).toEqual([['a', 'b']])
    asked[0]?.answer()
    expect(await both).toEqual(['a1', 'b1'])
  })

  it('gives nobody an answer to a question that was asked before they came', async () => {
    const { ask, asked } = slowQuestion()
    const first = ask('a')
    await endOfTurn()
    const second = ask('a')
    asked[0]?.answer()
    await first
    asked[1]?.answer()
    expect(await second).toBe('a2')
  })

  it('does not wait for a question that hangs', async () => {
    const { ask, asked, keysAsked } = slowQuestion()
    void ask('hangs')
    await endOfTurn()
    const second = ask('b')
    await vi.advanceTimersByTimeAsync(50)
    expect(keysAsked()).toEqual([['hangs'], ['b']])
    asked[1]?.answer()
    expect(await second).toBe('b2')
  })

  it('fails for those who asked, and goes on', async () => {
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
  it('does the work once for all who come while it is done', async () => {
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
