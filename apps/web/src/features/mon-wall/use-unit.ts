import { useSyncExternalStore } from 'react'

/** Designed for 1080 lines; wider than 3 : 1 the same is drawn a quarter larger (design §4). */
const LINES = 1_080
const COLUMNS = 1_920
const WIDE_RATIO = 3
const WIDE_SCALE = 1.25
/** Below this writing is no longer read, and the panels stand one below the other. */
const SMALLEST = 0.62

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** A panel of the design, px. */
const PANEL = { width: 620, height: 520 }

/** How many px of this window one px of the design is; of a single tile, which has the window for itself. */
export function unitOf(width: number, height: number, isTile = false): number {
  if (isTile) return Math.max(SMALLEST, Math.min(width / PANEL.width, height / PANEL.height))
  if (width < 900 || height < 500) return 1
  const scale = width / height >= WIDE_RATIO ? (height / LINES) * WIDE_SCALE : Math.min(width / COLUMNS, height / LINES)
  return Math.max(SMALLEST, Math.round(scale * 1_000) / 1_000)
}

/** {@link unitOf} this window, as it changes. */
export const useUnit = (isTile: boolean): number =>
  useSyncExternalStore(subscribe, () => unitOf(window.innerWidth, window.innerHeight, isTile))
