import { type RefCallback, useCallback } from 'react'

/**
 * Marks a horizontal scroller by `data-before` and `data-after` when content is hidden at either side. The content has
 * two marker elements with `data-side`, observed by the browser: no measuring, no re-rendering.
 */
export function useEdges(): RefCallback<HTMLElement> {
  return useCallback((scroller: HTMLElement | null) => {
    if (!scroller || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          scroller.toggleAttribute(`data-${(target as HTMLElement).dataset['side']}`, !isIntersecting)
        }
      },
      { root: scroller },
    )
    for (const side of scroller.querySelectorAll('[data-side]')) observer.observe(side)
    return () => observer.disconnect()
  }, [])
}
