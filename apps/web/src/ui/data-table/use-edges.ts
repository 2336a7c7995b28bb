import { type RefCallback, useCallback } from 'react'

/**
 * Says on a sideways scroller, by `data-before` and `data-after`, whether something lies hidden at either side. Its
 * content marks its sides by two elements with `data-side`. The browser tells when one comes into or out of sight:
 * nothing is measured, and nothing is drawn anew.
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
