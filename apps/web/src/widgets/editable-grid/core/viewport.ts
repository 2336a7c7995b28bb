/** Rows or columns from `first` to `end`, exclusive. */
export interface Range {
  readonly first: number
  readonly end: number
}

/** Left edges of columns, px, followed by the total width. */
export function edgesOf(widths: readonly number[]): number[] {
  const edges = [0]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  return edges
}

/** Columns to render; `edges` of {@link edgesOf}. */
export function columnsInSight(scrollPx: number, viewPx: number, edges: readonly number[]): Range {
  const count = edges.length - 1
  let first = 0
  while (first < count - 1 && (edges[first + 1] ?? 0) <= scrollPx) first += 1
  let end = first
  while (end < count && (edges[end] ?? 0) < scrollPx + viewPx) end += 1
  return { first: Math.max(0, first - 1), end: Math.min(count, end + 1) }
}

/**
 * Assigns each wanted row a slot among the rendered elements. A row that was rendered keeps its slot; a new row reuses
 * the element of a removed one, whose cells are of the same kinds.
 */
export function assignSlots(former: ReadonlyMap<number, number>, wanted: readonly number[]): Map<number, number> {
  const kept = new Map<number, number>()
  for (const row of wanted) {
    const slot = former.get(row)
    if (slot !== undefined) kept.set(row, slot)
  }
  const taken = new Set(kept.values())
  let free = 0
  const slots = new Map<number, number>()
  for (const row of wanted) {
    let slot = kept.get(row)
    if (slot === undefined) {
      while (taken.has(free)) free += 1
      taken.add(free)
      slot = free
    }
    slots.set(row, slot)
  }
  return slots
}

/** Scroll position that shows a stretch; unchanged when it is visible. */
export function scrollToShow(scrollPx: number, viewPx: number, fromPx: number, toPx: number): number {
  if (fromPx < scrollPx || toPx - fromPx > viewPx) return fromPx
  return toPx > scrollPx + viewPx ? toPx - viewPx : scrollPx
}
