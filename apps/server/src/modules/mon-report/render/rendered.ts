import type { ReportCell, ReportDocument } from '@natim/contract/mon/mon-report'
import type { ReportFormat } from '@natim/contract/mon/mon-report.resource'
import { XLSX_CONTENT_TYPE } from '../../../platform/xlsx.ts'

/** A report with its header data. */
export interface Paper {
  readonly document: ReportDocument
  /** 全国空气毒性与感染监测网络 */
  readonly network: string
  readonly name: string
  readonly revision: number
  readonly doneMs: number
  /** Changes found since: 数据已修订. */
  readonly stale: string | null
  readonly isSuperseded: boolean
}

export const REPORT_MIME: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: XLSX_CONTENT_TYPE,
  csv: 'text/csv; charset=utf-8',
}

/** Cells that differ from the previous revision: `table|row|column|value`, since row names may repeat. */
export const revisedCells = ({ changes }: ReportDocument): ReadonlySet<string> =>
  new Set(changes.map(({ table, row, column, after }) => cellKey(table, row, column, after)))

export const cellKey = (table: number, row: string, column: string, value: ReportCell) =>
  [table, row, column, JSON.stringify(value)].join('|')
