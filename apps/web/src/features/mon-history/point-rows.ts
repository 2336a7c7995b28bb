import type { TsSeries } from '@natim/contract/mon/timeseries'

/** An instant with, for each series, the index of its point; undefined where it has none. */
export interface PointRow {
  readonly tsMs: number
  readonly indexes: readonly (number | undefined)[]
}

/** All instants at which any series has a value, newest first. */
export function pointRows(series: readonly TsSeries[]): PointRow[] {
  const rows = new Map<number, (number | undefined)[]>()
  for (const [place, { timesMs, avg }] of series.entries())
    for (const [index, tsMs] of timesMs.entries()) {
      // A null only breaks the line of the chart; it is not a reading.
      if (avg[index] === null) continue
      const row = rows.get(tsMs) ?? []
      row[place] = index
      rows.set(tsMs, row)
    }
  return [...rows].map(([tsMs, indexes]) => ({ tsMs, indexes })).toSorted((a, b) => b.tsMs - a.tsMs)
}
