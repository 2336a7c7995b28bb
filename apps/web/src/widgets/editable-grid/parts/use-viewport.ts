import { GRID } from '@natim/contract/constants'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Where the grid is scrolled to and how much of it is in sight, px. */
interface Viewport {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

type Placer = (top: number, left: number) => void

export interface ScrolledViewport extends Viewport {
  readonly show: (top: number, left: number) => void
  /** Names what moves the drawn rows to a scroll position. */
  readonly follow: (place: Placer) => void
}

/** A shift sideways that is drawn, px. */
const LEFT_STEP_PX = 30

/**
 * Follows the scroller. The rows stand in a pane that does not scroll: it is pinned to the window of the scroller and
 * they are moved under it, so a fast scroll finds no empty space. A small shift only moves the rows that are there
 * (the `Placer`); beyond 0.3 of a row they are chosen anew, in the same frame.
 */
export function useViewport(scroller: RefObject<HTMLDivElement | null>, rowPx: number): ScrolledViewport {
  const placer = useRef<Placer>(() => {})
  const [view, setView] = useState<Viewport>({ top: 0, left: 0, width: 0, height: 0 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height, scrollTop: top, scrollLeft: left } = element
      setView((was) =>
        was.width === width && was.height === height && was.top === top && was.left === left
          ? was
          : { top, left, width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => {
      const { scrollTop: top, scrollLeft: left } = element
      placer.current(top, left)
      const isNear =
        Math.abs(top - view.top) < GRID.scrollThresholdRows * rowPx && Math.abs(left - view.left) < LEFT_STEP_PX
      if (!isNear) flushSync(() => setView((was) => ({ ...was, top, left })))
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller, rowPx, view])

  const show = useCallback(
    (top: number, left: number) => {
      const element = scroller.current
      if (!element || (element.scrollTop === top && element.scrollLeft === left)) return
      element.scrollTo({ top, left, behavior: 'instant' })
      setView((was) => ({ ...was, top: element.scrollTop, left: element.scrollLeft }))
    },
    [scroller],
  )
  const follow = useCallback((place: Placer) => {
    placer.current = place
  }, [])
  return { ...view, show, follow }
}
