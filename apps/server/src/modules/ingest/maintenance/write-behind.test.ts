import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from '../../../platform/logger.ts'
import { WriteBehind } from './write-behind.ts'

const log = createLogger({ logLevel: 'silent' }).of('ingest')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('writes at its interval, which may change from round to round', async () => {
  let intervalMs = 100
  let writes = 0
  const part = new WriteBehind(
    'test',
    log,
    async () => void writes++,
    () => intervalMs,
  )
  part.start()
  await vi.advanceTimersByTimeAsync(100)
  expect(writes).toBe(1)
  intervalMs = 1_000
  await vi.advanceTimersByTimeAsync(100)
  expect(writes).toBe(2)
  await vi.advanceTimersByTimeAsync(900)
  expect(writes).toBe(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(writes).toBe(3)
  await part.stop()
})

it('never runs two writes at once, however slow a write is', async () => {
  let running = 0
  let most = 0
  const slow = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 500))
    running -= 1
  }
  const part = new WriteBehind('test', log, slow, () => 100)
  part.start()
  void part.flush()
  await vi.advanceTimersByTimeAsync(3_000)
  const stopped = part.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  await stopped
  expect(most).toBe(1)
})

it('continues after a failure', async () => {
  let attempts = 0
  const failing = async () => {
    attempts += 1
    throw new Error('the database is away')
  }
  const part = new WriteBehind('test', log, failing, () => 100)
  part.start()
  await vi.advanceTimersByTimeAsync(350)
  expect(attempts).toBe(3)
  await part.stop()
})

it('writes a last time when stopped, then no more', async () => {
  let writes = 0
  const part = new WriteBehind(
    'test',
    log,
    async () => void writes++,
    () => 100,
  )
  part.start()
  await part.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(writes).toBe(1)
})
