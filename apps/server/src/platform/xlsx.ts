import { utils, write } from '@e965/xlsx'

export interface SheetColumn<Row> {
  readonly title: string
  readonly value: (row: Row) => string | number | null | undefined
}

export interface SheetSpec<Row> {
  readonly title: string
  /** Second line: who exported, and when. */
  readonly subTitle: string
  readonly columns: readonly SheetColumn<Row>[]
}

export const XLSX_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Maximum rows of one export (security §5). */
export const MAX_EXPORT_ROWS = 50_000

/**
 * A workbook in the layout of contract/00 §11: title, subtitle, headings, rows. Cells are strings or numbers, never
 * formulas.
 */
export function toXlsx<Row>(spec: SheetSpec<Row>, rows: readonly Row[]): Buffer {
  const table: (string | number | null)[][] = [
    [spec.title],
    [spec.subTitle],
    spec.columns.map((column) => column.title),
    ...rows.map((row) => spec.columns.map((column) => column.value(row) ?? null)),
  ]
  const sheet = utils.aoa_to_sheet(table)
  sheet['!cols'] = spec.columns.map((column) => ({ wch: Math.max(12, column.title.length * 2 + 4) }))
  const book = utils.book_new(sheet, spec.title.slice(0, 31))
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
