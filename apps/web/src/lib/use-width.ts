import { type RefCallback, useCallback, useState } from 'react'

/** Width of an element's content, px, as it changes; undefined until it was laid out. */
export function useWidth<E extends Element>(): readonly [ref: RefCallback<E>, widthPx: number | undefined] {
  const [widthPx, setWidthPx] = useState<number>()
  const ref = useCallback((element: E | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      // A hidden tab has no width; what was drawn last is right again when it comes back.
      if (width > 0) setWidthPx(width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
