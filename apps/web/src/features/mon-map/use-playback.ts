import { FRAME_STEP_MS } from '@natim/contract/mon/map'
import { useEffect, useEffectEvent, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'

/** Minutes of data per second of playback. */
export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

const TICK_MS = 250
const MINUTE_MS = 60_000

export interface PlaybackInput {
  /** The window; undefined while loading. */
  readonly window: { readonly fromMs: number; readonly toMs: number } | undefined
  /** Shown instant; 0 = now. */
  readonly at: number
  /** The end of the window is now, not the end of a day. */
  readonly endsNow: boolean
  readonly onAt: (at: number) => void
}

/** Playing, stepping and seeking within a window. Only explicit choices go into the address, not each playback step. */
export function usePlayback({ window: span, at, endsNow, onAt }: PlaybackInput) {
  const [speed, setSpeed] = useState<Speed>(10)
  const [played, setPlayed] = useState<number>()
  const shown = played ?? at
  const isPlaying = played !== undefined

  const seek = (toMs: number) => {
    setPlayed(undefined)
    if (span === undefined) return
    const bounded = Math.max(span.fromMs, toMs)
    onAt(bounded >= span.toMs ? (endsNow ? 0 : span.toMs) : bounded)
  }
  const toggle = () => {
    if (span === undefined) return
    if (isPlaying) seek(played)
    // At the end, playing restarts from the beginning of the window.
    else setPlayed(shown === 0 || shown >= span.toMs ? span.fromMs : shown)
  }
  const step = (frames: number) => {
    if (span !== undefined) seek((shown === 0 ? span.toMs : shown) + frames * FRAME_STEP_MS)
  }

  const handleTick = useEffectEvent(() => {
    if (played === undefined || span === undefined) return
    const next = played + (TICK_MS / 1_000) * speed * MINUTE_MS
    if (next >= span.toMs) seek(span.toMs)
    else setPlayed(next)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => handleTick(), TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying])

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    // Arrow keys belong to the map and Space to buttons.
    if (
      target instanceof HTMLElement &&
      target.closest('canvas, button, a, [role="slider"], [role="menu"], [role="dialog"]')
    )
      return
    if (event.key === ' ') toggle()
    else if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return { at: shown, isPlaying, speed, setSpeed, seek, toggle, step }
}
export type Playback = ReturnType<typeof usePlayback>
