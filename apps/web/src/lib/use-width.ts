import { type RefCallback, useCallback, useState } from 'react'

/** Content width of an element, px, live; undefined until laid out. */
export function useWidth<E extends Element>(): readonly [ref: RefCallback<E>, widthPx: number | undefined] {
  const [widthPx, setWidthPx] = useState<number>()
  const ref = useCallback((element: E | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      // A hidden tab has no width; the last one is right again when it is shown.
      if (width > 0) setWidthPx(width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
