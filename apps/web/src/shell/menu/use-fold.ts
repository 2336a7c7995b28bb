import { type RefObject, useLayoutEffect, useState } from 'react'

/** What 更多 takes, px. */
const MORE_PX = 72

/** How many of boxes of these widths fit, leaving room for 更多 where they do not all. */
export function countFitting(widths: readonly number[], room: number): number {
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0))
  if ((ends.at(-1) ?? 0) <= room) return widths.length
  return ends.filter((end) => end <= room - MORE_PX).length
}

/**
 * How many entries of a bar have room (SH-03). All are drawn once to be measured, before anything is painted; after
 * that the widths are known.
 *
 * @param entries what is drawn; another list is measured anew
 */
export function useFold(bar: RefObject<HTMLElement | null>, entries: readonly unknown[]): number {
  const [measured, setMeasured] = useState<{ readonly of: readonly unknown[]; readonly count: number }>()
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    // Children of the last drawing: all of them, as nothing was measured for this list.
    const widths = [...box.children].map((child) => child.getBoundingClientRect().width)
    const fold = () => setMeasured({ of: entries, count: countFitting(widths, box.clientWidth) })
    fold()
    const observer = new ResizeObserver(fold)
    observer.observe(box)
    return () => observer.disconnect()
  }, [bar, entries])
  return measured?.of === entries ? measured.count : entries.length
}
