import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of 更多, px. */
const MORE_PX = 72

/** How many boxes of these widths fit, reserving space for 更多 where not all do. */
export function countFitting(widths: readonly number[], room: number): number {
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0))
  if ((ends.at(-1) ?? 0) <= room) return widths.length
  return ends.filter((end) => end <= room - MORE_PX).length
}

/**
 * How many entries of a bar fit (SH-03). All are rendered once and measured before paint; their widths are then cached.
 *
 * @param entries the rendered entries; a new list is measured again
 */
export function useFold(bar: RefObject<HTMLElement | null>, entries: readonly unknown[]): number {
  const [measured, setMeasured] = useState<{ readonly of: readonly unknown[]; readonly count: number }>()
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    // Children of the last render: all of them, as this list has not been measured yet.
    const widths = [...box.children].map((child) => child.getBoundingClientRect().width)
    const fold = () => setMeasured({ of: entries, count: countFitting(widths, box.clientWidth) })
    fold()
    const observer = new ResizeObserver(fold)
    observer.observe(box)
    return () => observer.disconnect()
  }, [bar, entries])
  return measured?.of === entries ? measured.count : entries.length
}
