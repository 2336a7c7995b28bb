import type { ReportDocument } from '@natim/contract/mon/mon-report'

/** Maximum changes listed in a report. */
const MAX_CHANGES = 500

type Row = ReportDocument['tables'][number]['rows'][number]

/** Cells that differ from the previous report, by table, row and column. */
export function changesSince(before: ReportDocument, after: ReportDocument): ReportDocument['changes'] {
  return after.tables
    .flatMap((table, index) => {
      const former = before.tables[index]
      if (former === undefined) return []
      const olds = formerRows(former.rows, table.rows)
      const columns = new Map(former.columns.map(({ title }, i) => [title, i]))
      return table.rows.flatMap((row, at) => {
        const old = olds[at]
        return table.columns.flatMap(({ title }, i) => {
          const place = columns.get(title)
          const was = old === undefined || place === undefined ? null : (old[place] ?? null)
          const is = row[i] ?? null
          return was === is ? [] : [{ table: index, row: String(row[0]), column: title, before: was, after: is }]
        })
      })
    })
    .slice(0, MAX_CHANGES)
}

/**
 * The former version of each row. Names are not unique (devices may share one): among rows with one name, identical
 * ones are paired first, the others in order.
 */
function formerRows(former: readonly Row[], rows: readonly Row[]): (Row | undefined)[] {
  const left = new Map<string, Row[]>()
  for (const row of former) left.set(String(row[0]), [...(left.get(String(row[0])) ?? []), row])
  const unchanged = rows.map((row) => {
    const named = left.get(String(row[0])) ?? []
    const at = named.findIndex((old) => JSON.stringify(old) === JSON.stringify(row))
    return at === -1 ? undefined : named.splice(at, 1)[0]
  })
  return rows.map((row, i) => unchanged[i] ?? left.get(String(row[0]))?.shift())
}

/** Text of the first few: `苏州 AQI 55 → 57；…，共 12 处`. */
export function changesText(changes: ReportDocument['changes']): string {
  if (changes.length === 0) return '数据有变化'
  const shown = changes
    .slice(0, 3)
    .map(({ row, column, before, after }) => `${row} ${column} ${before ?? '—'} → ${after ?? '—'}`)
  return `${shown.join('；')}${changes.length > shown.length ? `；共 ${changes.length} 处` : ''}`
}
