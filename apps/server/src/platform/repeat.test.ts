import { describe, expect, it, vi } from 'vitest'
import { createManualClock } from './clock.ts'
import type { Log } from './logger.ts'
import { repeat } from './repeat.ts'

const warn = vi.fn<Log['warn']>()
const log = { warn } as unknown as Log
const options = () => ({ clock: createManualClock(0), everyMs: 1_000, log, failure: 'tried again' })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('repeated work', () => {
  it('is looked at after each pause, never twice at once', async () => {
    const given = options()
    let end = () => {}
    const work = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    repeat(given, work)
    given.clock.advance(3_500)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await settled()
    given.clock.advance(1_000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('goes on after a look that failed, and says so', async () => {
    const given = options()
    const work = vi.fn((): Promise<void> => {
      throw new Error('no database')
    })
    const { look } = repeat(given, work)
    await look()
    expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'tried again')
    given.clock.advance(1_000)
    expect(work).toHaveBeenCalledTimes(2)
    await settled()
  })

  it('waits at its stop for the look under way, which hears of it, and looks no more', async () => {
    warn.mockClear()
    const given = options()
    const ended = vi.fn()
    const work = vi.fn(
      (signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => setImmediate(() => (ended(), reject(new Error('cut off')))))
        }),
    )
    const repeated = repeat(given, work)
    given.clock.advance(1_000)
    await repeated.stop()
    expect(ended).toHaveBeenCalledTimes(1)
    // What is cut off by a stop is no failure.
    expect(warn).not.toHaveBeenCalled()
    given.clock.advance(5_000)
    await repeated.look()
    expect(work).toHaveBeenCalledTimes(1)
  })
})
