import { useSyncExternalStore } from 'react'

/** design §9: ages below a minute are counted in seconds. */
const TICK_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let readClock = (): number => Date.now()
let nowMs = readClock()

function tick(): void {
  nowMs = readClock()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = readClock()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/**
 * Sets the server's clock for the ticker: ages depend on it, because an operator's PC may be minutes off. Call once at
 * the root; until then the local clock is used.
 */
export function setTickerClock(clock: () => number): void {
  readClock = clock
  tick()
}

/** Current time by the clock of {@link setTickerClock}, epoch ms. */
export const tickerNow = (): number => readClock()

/**
 * Result of `select` for the current time (epoch ms), evaluated once a second. One timer serves the whole page, and a
 * component re-renders only when its own result changes; it must be a primitive.
 */
export function useTicker<T extends string | number | boolean | undefined>(select: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(nowMs))
}
