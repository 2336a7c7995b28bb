import { type RefCallback, useCallback, useState } from 'react'

/** Read a little ahead of the window, so that what comes into view is there. */
const AHEAD = '200px'

/** True from the moment an element first comes near the window; at once where nobody can tell. */
export function useSeen<E extends Element>(): readonly [ref: RefCallback<E>, isSeen: boolean] {
  const [isSeen, setIsSeen] = useState(!('IntersectionObserver' in window))
  const ref = useCallback((element: E | null) => {
    if (element === null || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setIsSeen(true)
        observer.disconnect()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isSeen]
}
