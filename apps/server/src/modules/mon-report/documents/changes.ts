import type { ReportDocument } from '@natim/contract/mon/mon-report'

/** Changes that one report tells of at most. */
const MAX_CHANGES = 500

/** Cells of a report that say something else than those of the one before it, by table, row and column. */
export function changesSince(before: ReportDocument, after: ReportDocument): ReportDocument['changes'] {
  return after.tables
    .flatMap((table, index) => {
      const former = before.tables[index]
      if (former === undefined) return []
      const rows = new Map(former.rows.map((row) => [String(row[0]), row]))
      const columns = new Map(former.columns.map(({ title }, i) => [title, i]))
      return table.rows.flatMap((row) => {
        const old = rows.get(String(row[0]))
        return table.columns.flatMap(({ title }, i) => {
          const at = columns.get(title)
          const was = old === undefined || at === undefined ? null : (old[at] ?? null)
          const is = row[i] ?? null
          return was === is ? [] : [{ table: index, row: String(row[0]), column: title, before: was, after: is }]
        })
      })
    })
    .slice(0, MAX_CHANGES)
}

/** The first few in words: `苏州 AQI 55 → 57；…，共 12 处`. */
export function changesText(changes: ReportDocument['changes']): string {
  if (changes.length === 0) return '数据有变化'
  const shown = changes
    .slice(0, 3)
    .map(({ row, column, before, after }) => `${row} ${column} ${before ?? '—'} → ${after ?? '—'}`)
  return `${shown.join('；')}${changes.length > shown.length ? `；共 ${changes.length} 处` : ''}`
}
