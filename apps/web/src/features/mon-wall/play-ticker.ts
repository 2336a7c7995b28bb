import { useSyncExternalStore } from 'react'

/** Smooth enough at ×600, where a step is two and a half minutes. */
const STEP_MS = 250

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const idle = () => () => undefined

/** What `select` makes of the playback, looked at four times a second while it plays. */
export function usePlayTicker<T extends string | number | boolean | undefined>(isPlaying: boolean, select: () => T): T {
  return useSyncExternalStore(isPlaying ? subscribe : idle, select)
}
