import type { Column } from './column.ts'
import { createExactSum, type ExactSum } from './exact-sum.ts'
import type { GridRecord } from './rows.ts'

/** Texts below a column. */
export interface ColumnStatistics {
  readonly sum?: string | undefined
  readonly average?: string | undefined
}

/** Maintains column statistics; for changed rows only the difference is counted (WG-198). */
export function createStatistics(columns: readonly Column[]) {
  const counted = columns.filter(({ statistics = [] }) => statistics.length > 0)
  let sums: ReadonlyMap<string, ExactSum> = new Map()
  let known: readonly GridRecord[] = []

  function countAnew(records: readonly GridRecord[]): void {
    sums = new Map(counted.map(({ key }) => [key, createExactSum()]))
    for (const { values } of records) for (const [key, sum] of sums) sum.add(values[key])
  }
  function countChanged(records: readonly GridRecord[]): boolean {
    for (const [index, record] of records.entries()) {
      const former = known[index]
      if (former === record) continue
      if (former?.id !== record.id) return false
      for (const [key, sum] of sums) {
        sum.subtract(former.values[key])
        sum.add(record.values[key])
      }
    }
    return true
  }

  return {
    /** Statistics of these rows by column key. */
    read(records: readonly GridRecord[]): ReadonlyMap<string, ColumnStatistics> {
      const isSame = records.length === known.length && sums.size > 0 && countChanged(records)
      if (!isSame) countAnew(records)
      known = records
      return new Map(
        counted.map(({ key, statistics = [] }) => {
          const sum = sums.get(key)
          return [
            key,
            {
              sum: statistics.includes('sum') ? sum?.sum() : undefined,
              average: statistics.includes('average') ? sum?.average() : undefined,
            },
          ]
        }),
      )
    },
  }
}
