import { useLayoutEffect, useState } from 'react'

/** Whether something lies hidden before or behind what a sideways scroller shows. */
export interface HiddenEdges {
  readonly before: boolean
  readonly after: boolean
}

const edgesOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): HiddenEdges => ({
  before: scrollLeft > 0,
  after: scrollLeft + clientWidth < scrollWidth - 1,
})

/** Follows scrolling and resizing of the element given to `setHost`. */
export function useHiddenEdges() {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [hidden, setHidden] = useState<HiddenEdges>({ before: false, after: false })
  useLayoutEffect(() => {
    if (!host) return
    const look = () =>
      setHidden((held) => {
        const next = edgesOf(host)
        return held.before === next.before && held.after === next.after ? held : next
      })
    const observer = new ResizeObserver(look)
    observer.observe(host)
    // The table inside grows when a column is added.
    if (host.firstElementChild) observer.observe(host.firstElementChild)
    host.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      host.removeEventListener('scroll', look)
    }
  }, [host])
  return { setHost, hidden }
}
