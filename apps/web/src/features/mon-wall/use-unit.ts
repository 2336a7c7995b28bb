import { useSyncExternalStore } from 'react'

/** Designed for 1080 lines; wider than 3 : 1 everything is drawn a quarter larger (design §4). */
const LINES = 1_080
const COLUMNS = 1_920
const WIDE_RATIO = 3
const WIDE_SCALE = 1.25
/** Below this scale text is unreadable, and the panels are stacked. */
const SMALLEST = 0.62

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Design size of a panel, px. */
const PANEL = { width: 620, height: 520 }

/** Window px per design px; a single tile uses the whole window. */
export function unitOf(width: number, height: number, isTile = false): number {
  if (isTile) return Math.max(SMALLEST, Math.min(width / PANEL.width, height / PANEL.height))
  if (width < 900 || height < 500) return 1
  const scale = width / height >= WIDE_RATIO ? (height / LINES) * WIDE_SCALE : Math.min(width / COLUMNS, height / LINES)
  return Math.max(SMALLEST, Math.round(scale * 1_000) / 1_000)
}

/** {@link unitOf} this window, updated on resize. */
export const useUnit = (isTile: boolean): number =>
  useSyncExternalStore(subscribe, () => unitOf(window.innerWidth, window.innerHeight, isTile))
