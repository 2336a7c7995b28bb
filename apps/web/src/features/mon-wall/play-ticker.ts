import { useSyncExternalStore } from 'react'
import { serverNow } from '@/lib/clock.ts'

/** Smooth enough at ×600, where a step is two and a half minutes. */
const STEP_MS = 250

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** Shared by all parts between two steps: one cursor for the whole wall. */
let nowMs = serverNow()

function tick(): void {
  nowMs = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = serverNow()
    timer = setInterval(tick, STEP_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const idle = () => () => undefined

/** Derives a value from the server time, four times a second during playback. */
export function usePlayTicker<T extends string | number | boolean | undefined>(
  isPlaying: boolean,
  select: (nowMs: number) => T,
): T {
  return useSyncExternalStore(isPlaying ? subscribe : idle, () => select(nowMs))
}
