import { type RefCallback, useCallback, useState } from 'react'

/** Loads slightly ahead of the viewport, so that scrolled-in content is ready. */
const AHEAD = '200px'

/** True once an element has come near the viewport; true at once where this cannot be observed. */
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
