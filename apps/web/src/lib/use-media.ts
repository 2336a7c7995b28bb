import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** SH-06: below 1088 px the menu is a drawer. */
export const useIsMobile = () => useMedia('(max-width: 1087.98px)')
/** One column, cards instead of tables (design §4). */
export const useIsPhone = () => useMedia('(max-width: 767.98px)')
/** Room for a tree pane and the secondary columns (design §4). */
export const useIsWide = () => useMedia('(min-width: 1440px)')
