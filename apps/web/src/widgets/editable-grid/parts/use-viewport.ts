import { GRID } from '@natim/contract/constants'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** How much of the grid is in sight, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where the grid is scrolled to, px. */
interface Scroll {
  readonly top: number
  readonly left: number
}

type Placer = (top: number, left: number) => void

export interface Viewport extends Size, Scroll {
  readonly show: (top: number, left: number) => void
  /** Names what moves the drawn rows to a scroll position. */
  readonly follow: (place: Placer) => void
}

/** A shift sideways that is drawn, px. */
const LEFT_STEP_PX = 30

/** Size of the window of the scroller, kept up to date; apart from where it is scrolled to, which few parts need. */
export function useSize(scroller: RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return size
}

/**
 * Follows the scroller. The rows stand in a pane that does not scroll: it is pinned to the window of the scroller and
 * they are moved under it, so a fast scroll finds no empty space. A small shift only moves the rows that are there
 * (the `Placer`); beyond 0.3 of a row they are chosen anew, in the same frame.
 */
export function useViewport(scroller: RefObject<HTMLDivElement | null>, rowPx: number, size: Size): Viewport {
  const placer = useRef<Placer>(() => {})
  const [scroll, setScroll] = useState<Scroll>({ top: 0, left: 0 })

  const read = useCallback(() => {
    const { scrollTop: top = 0, scrollLeft: left = 0 } = scroller.current ?? {}
    setScroll((was) => (was.top === top && was.left === left ? was : { top, left }))
  }, [scroller])
  useLayoutEffect(() => {
    if (!scroller.current) return
    // A grid that was hidden has forgotten where it was.
    const observer = new ResizeObserver(read)
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller, read])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => {
      const { scrollTop: top, scrollLeft: left } = element
      placer.current(top, left)
      const isNear =
        Math.abs(top - scroll.top) < GRID.scrollThresholdRows * rowPx && Math.abs(left - scroll.left) < LEFT_STEP_PX
      if (!isNear) flushSync(read)
    }
    // Before those who hang pop-ups at a cell and ask where it is now.
    element.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', follow, { capture: true })
  }, [scroller, rowPx, scroll, read])

  const show = useCallback(
    (top: number, left: number) => {
      const element = scroller.current
      if (!element || (element.scrollTop === top && element.scrollLeft === left)) return
      element.scrollTo({ top, left, behavior: 'instant' })
      read()
    },
    [scroller, read],
  )
  const follow = useCallback((place: Placer) => {
    placer.current = place
  }, [])
  return { ...scroll, ...size, show, follow }
}
