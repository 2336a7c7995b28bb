/** Smaller counts of persons are not printed (domain §3.10). */
export const SMALLEST_SHOWN = 5

/**
 * Printed form of a count: the number; `small` = `<5`; `hidden` = withheld, because a small count could be derived from
 * it.
 */
export type PrintedCount = number | 'small' | 'hidden'

export interface PrintedCounts {
  readonly cells: readonly PrintedCount[]
  readonly total: PrintedCount
}

/**
 * A row of counts printed with its total. Counts below five become `<5`; if such a count could be derived as the
 * difference to the total, the smallest others are hidden as well, and finally the total.
 */
export function printCounts(counts: readonly number[]): PrintedCounts {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total < SMALLEST_SHOWN) return { cells: counts.map(() => 'small'), total: 'small' }
  const hidden = new Set<number>()
  const bySize = counts.map((_, index) => index).filter((index) => isShown(counts, index))
  bySize.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b)
  const cellsNow = () =>
    counts.map(
      (count, index): PrintedCount => (count < SMALLEST_SHOWN ? 'small' : hidden.has(index) ? 'hidden' : count),
    )
  while (!isAmbiguous(counts, cellsNow())) {
    const next = bySize.shift()
    if (next === undefined) return { cells: cellsNow(), total: 'hidden' }
    hidden.add(next)
  }
  return { cells: cellsNow(), total }
}

const isShown = (counts: readonly number[], index: number) => (counts[index] ?? 0) >= SMALLEST_SHOWN

/** Whether each withheld cell has at least two possible values for a reader who knows the total and the method. */
function isAmbiguous(counts: readonly number[], cells: readonly PrintedCount[]): boolean {
  const small = cells.filter((cell) => cell === 'small').length
  const hidden = cells.filter((cell) => cell === 'hidden').length
  if (small + hidden === 0) return true
  const untold = counts.reduce((sum, count, index) => (typeof cells[index] === 'number' ? sum : sum + count), 0)
  const most = SMALLEST_SHOWN - 1
  if (small > 0) {
    const low = hidden > 0 ? 0 : Math.max(0, untold - most * (small - 1))
    const high = Math.min(most, untold - SMALLEST_SHOWN * hidden)
    if (low >= high) return false
  }
  if (hidden > 0) {
    const low = hidden > 1 ? SMALLEST_SHOWN : Math.max(SMALLEST_SHOWN, untold - most * small)
    const high = untold - SMALLEST_SHOWN * (hidden - 1)
    if (low >= high) return false
  }
  return true
}

/** `<5`, `—` or the number, as shown in tables. */
export const countText = (count: PrintedCount): string =>
  count === 'small' ? `<${SMALLEST_SHOWN}` : count === 'hidden' ? '—' : String(count)
