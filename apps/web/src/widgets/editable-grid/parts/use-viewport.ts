import { GRID } from '@natim/contract/constants'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Visible size of the grid, px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Scroll position of the grid, px. */
interface Scroll {
  readonly top: number
  readonly left: number
}

type Placer = (top: number, left: number) => void

export interface Viewport extends Size, Scroll {
  readonly show: (top: number, left: number) => void
  /** Sets the function that moves the rendered rows to a scroll position. */
  readonly follow: (place: Placer) => void
}

/** Horizontal step after which columns are recomputed, px. */
const LEFT_STEP_PX = 30

/** Live viewport size of the scroller; separate from its scroll position, which few parts need. */
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
 * Follows the scroller. The rows are in a pane pinned to the scroller's viewport and are moved under it, so a fast
 * scroll shows no empty space. A small shift only moves the existing rows (the `Placer`); beyond 0.3 of a row they are
 * recomputed, in the same frame.
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
    // A grid that was hidden has lost its scroll position.
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
    // Capture phase: runs before code that positions pop-ups at a cell.
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
