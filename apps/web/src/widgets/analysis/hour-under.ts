import { useSyncExternalStore } from 'react'

/** The hour hovered in one of several plots; kept outside React, so that a move redraws a ring and no plot. */
export interface HourUnder {
  /** End of the hour, epoch ms; undefined = none hovered. */
  readonly get: () => number | undefined
  readonly set: (tsMs: number | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates one for the plots that share it. */
export function createHourUnder(): HourUnder {
  const listeners = new Set<() => void>()
  let under: number | undefined
  return {
    get: () => under,
    set(tsMs) {
      if (tsMs === under) return
      under = tsMs
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** End of the hovered hour, epoch ms. */
export const useHourUnder = (under: HourUnder): number | undefined => useSyncExternalStore(under.subscribe, under.get)
