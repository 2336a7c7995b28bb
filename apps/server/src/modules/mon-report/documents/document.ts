import type { ReportCell, ReportDocument } from '@natim/contract/mon/mon-report'
import { regionName } from '@natim/domain/regions'
import type { ReportParams } from '../run.repository.ts'

/** Kind-specific content; head and comparison are shared. */
export type ReportBody = Omit<ReportDocument, 'changes' | 'scope' | 'period'>

export type Table = ReportDocument['tables'][number]

export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => ReportCell
  readonly isText?: true
}

/** A table of rows; the first column is the row's name. */
export const tableOf = <Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  note = '',
): Table => ({
  title,
  note,
  columns: columns.map((column) => ({ title: column.title, isNumber: column.isText !== true })),
  rows: rows.map((row) => columns.map(({ value }) => value(row))),
})

/** A share of 0–1 in per cent with one decimal, as elsewhere. */
export const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10)

export const rounded = (value: number | null | undefined, decimals: number): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(decimals))

/** Text for the scope of a report. */
export function scopeText({ scope, region }: Pick<ReportParams, 'scope' | 'region'>): string {
  if (region !== '') return regionName(region.padEnd(6, '0'))
  if (scope.regionPrefixes.length === 0) return `部门 ${scope.orgCode}`
  if (scope.regionPrefixes.includes('*')) return '全国'
  return scope.regionPrefixes.map((prefix) => regionName(prefix.padEnd(6, '0'))).join('、')
}
