import { type CellObject, read, type WorkSheet } from '@e965/xlsx'
import type { SheetOrder, SheetRefusal, SheetRow } from './sheet-messages.ts'

/** Maximum number of rows above the data: titles and headings. */
const HEAD_ROWS = 10
const MAX_COLUMNS = 256
const MAX_CELL_CHARS = 2_000

export interface ReadSheet {
  readonly headings: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** The first sheet of a workbook as texts. @throws any error of the library for an unreadable workbook */
export function readRows({ bytes, titles, maxRows }: SheetOrder): ReadSheet | SheetRefusal {
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    sheets: 0,
    sheetRows: maxRows + HEAD_ROWS + 1,
    // Dates without time zone; formulas as their cached results.
    cellDates: true,
    UTC: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const table = sheet === undefined ? [] : tableOf(sheet)
  const headingRow = findHeadings(table.slice(0, HEAD_ROWS), new Set(titles))
  const headings = trimEnd(table[headingRow]?.cells ?? [])
  const rows = table
    .slice(headingRow + 1)
    .map(({ rowNo, cells }) => ({ rowNo, cells: headings.map((_, n) => cells[n] ?? '') }))
  const filled = rows.filter(({ cells }) => cells.some((text) => text !== ''))
  if (headings.length === 0 || filled.length === 0) return 'no_rows'
  return filled.length > maxRows ? 'too_many_rows' : { headings, rows: filled }
}

function tableOf(sheet: WorkSheet): SheetRow[] {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  const table: SheetRow[] = []
  // Only existing rows: the extent a sheet claims may be a million empty ones.
  data.forEach((cells, index) => {
    if (cells === undefined) return
    table.push({
      rowNo: index + 1,
      cells: Array.from({ length: Math.min(cells.length, MAX_COLUMNS) }, (_, n) => textOf(cells[n])),
    })
  })
  return table
}

/** The row with most known titles, else the first with more than one filled cell. */
function findHeadings(head: readonly SheetRow[], titles: ReadonlySet<string>): number {
  const known = head.map(({ cells }) => cells.filter((text) => titles.has(bareTitle(text))).length)
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  return Math.max(
    0,
    head.findIndex(({ cells }) => cells.filter((text) => text !== '').length > 1),
  )
}

/** A title without the star that marks a required column. */
const bareTitle = (text: string): string => text.replace(/^[*＊\s]+|[*＊\s]+$/g, '')

function trimEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((text) => text !== '')
  return cells.slice(0, last + 1)
}

/** Text of a cell: numbers with all digits, dates in wire format. */
function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null) return ''
  if (cell.v instanceof Date) return dateText(cell.v)
  const text = cell.t === 'e' ? (cell.w ?? '#ERROR') : String(cell.v)
  // Drop NUL and lone surrogates, which cannot be stored.
  return text
    .slice(0, MAX_CELL_CHARS)
    .replace(/[\0\p{Surrogate}]/gu, '')
    .trim()
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  // Round: fractions of days are inexact binary numbers.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1_000) * 1_000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}
