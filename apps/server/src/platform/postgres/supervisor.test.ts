import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Postmaster, PostmasterExit } from './postmaster.ts'
import { supervise } from './supervisor.ts'
import { recordingLog } from './testing/scratch.ts'

const { log } = recordingLog()

/** A server that lives until stopped or killed. */
function fakePostmaster(pid: number): Postmaster & { die(): void } {
  let end: (exit: PostmasterExit) => void = () => undefined
  const exited = new Promise<PostmasterExit>((resolve) => {
    end = resolve
  })
  const die = () => end({ code: null, signal: 'SIGKILL', output: '' })
  return { pid, exited, die, stop: async () => end({ code: 0, signal: null, output: '' }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('supervise', () => {
  it('restarts the server at once, and reports both events', async () => {
    const [first, second] = [fakePostmaster(1), fakePostmaster(2)]
    const events: string[] = []
    const supervisor = supervise(first, async () => second, {
      log,
      onDown: (reason) => events.push(`down ${reason}`),
      onUp: () => events.push('up'),
    })
    first.die()
    await vi.advanceTimersByTimeAsync(0)
    expect(events).toEqual(['down SIGKILL', 'up'])
    expect(supervisor.pid).toBe(2)
    await supervisor.stop()
  })

  it('waits longer after each failed start, 10 s at most', async () => {
    const first = fakePostmaster(1)
    const startedAtMs: number[] = []
    const supervisor = supervise(
      first,
      async () => {
        startedAtMs.push(Date.now())
        throw new Error('no space left')
      },
      { log },
    )
    first.die()
    await vi.advanceTimersByTimeAsync(60_000)
    const pausesMs = startedAtMs.slice(1).map((atMs, i) => atMs - (startedAtMs[i] ?? 0))
    expect(pausesMs.slice(0, 9)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
    await supervisor.stop()
  })

  it('cancels a pause and starts nothing more when stopped', async () => {
    const first = fakePostmaster(1)
    const start = vi.fn(async () => Promise.reject(new Error('no')))
    const supervisor = supervise(first, start, { log })
    first.die()
    await vi.advanceTimersByTimeAsync(1_000)
    const tries = start.mock.calls.length
    await supervisor.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(start).toHaveBeenCalledTimes(tries)
  })

  it('stops a server that comes up after the stop', async () => {
    const [first, second] = [fakePostmaster(1), fakePostmaster(2)]
    let arrive: (server: Postmaster) => void = () => undefined
    const supervisor = supervise(first, () => new Promise((resolve) => (arrive = resolve)), { log })
    first.die()
    await vi.advanceTimersByTimeAsync(0)
    const stopped = supervisor.stop()
    arrive(second)
    await stopped
    expect(await second.exited).toMatchObject({ code: 0 })
  })

  it('does not report a deliberate stop as a death', async () => {
    const onDown = vi.fn()
    await supervise(fakePostmaster(1), async () => fakePostmaster(2), { log, onDown }).stop()
    expect(onDown).not.toHaveBeenCalled()
  })
})
