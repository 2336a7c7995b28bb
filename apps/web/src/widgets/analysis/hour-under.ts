import { useSyncExternalStore } from 'react'

/** The hour that the pointer is over in one of several plots; outside React, so that a move draws one ring and no plot. */
export interface HourUnder {
  /** End of the hour, epoch ms; undefined = the pointer is over none. */
  readonly get: () => number | undefined
  readonly set: (tsMs: number | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** One for the plots that share it. */
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

/** End of the hour under the pointer, epoch ms. */
export const useHourUnder = (under: HourUnder): number | undefined => useSyncExternalStore(under.subscribe, under.get)
