import { describe, expect, it, vi } from 'vitest'
import { createManualClock } from './clock.ts'
import type { Log } from './logger.ts'
import { repeat } from './repeat.ts'

const warn = vi.fn<Log['warn']>()
const log = { warn } as unknown as Log
const options = () => ({ clock: createManualClock(0), everyMs: 1_000, log, failure: 'tried again' })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('repeated work', () => {
  it('runs after each pause, never concurrently', async () => {
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

  it('continues after a failed run, and logs the failure', async () => {
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

  it('on stop signals the run in flight, waits for it and starts no other', async () => {
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
    // An aborted run is not logged as a failure.
    expect(warn).not.toHaveBeenCalled()
    given.clock.advance(5_000)
    await repeated.look()
    expect(work).toHaveBeenCalledTimes(1)
  })
})
