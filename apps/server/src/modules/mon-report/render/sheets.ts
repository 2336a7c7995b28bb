import { utils, write } from '@e965/xlsx'
import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { formatGmt8 } from '@natim/domain/time'
import { CSV_BOM, CSV_EOL, csvCell } from '../../../platform/csv.ts'
import type { Paper } from './rendered.ts'

const SHEET_NAME_CHARS = 28

const headLines = ({ document, network, name, revision, doneMs, stale }: Paper): string[] => [
  `${document.title} ${document.period}`,
  `${network} · ${document.scope} · ${name} · 第 ${revision} 版 · 生成于 ${formatGmt8(doneMs)}`,
  ...(stale === null ? [] : [`数据已修订：${stale}`]),
  ...document.conclusions,
]

/** UTF-8 with BOM for spreadsheets; header lines start with `#`. */
export function toCsv(paper: Paper): Buffer {
  const lines = headLines(paper).map((line) => `# ${line}`)
  for (const { title, columns, rows, note } of paper.document.tables) {
    lines.push(`# ${title}`, columns.map((column) => csvCell(column.title)).join(','))
    for (const row of rows) lines.push(row.map((value) => csvCell(value)).join(','))
    if (note !== '') lines.push(`# ${note}`)
  }
  return Buffer.from(CSV_BOM + lines.join(CSV_EOL) + CSV_EOL)
}

/** One sheet per table. Cells are texts or numbers, never formulas. */
export function toWorkbook(paper: Paper): Buffer {
  const book = utils.book_new()
  for (const [index, table] of paper.document.tables.entries()) {
    const sheet = utils.aoa_to_sheet(sheetRows(paper, table))
    sheet['!cols'] = table.columns.map(({ title }) => ({ wch: Math.max(10, title.length * 2 + 2) }))
    utils.book_append_sheet(book, sheet, sheetName(table.title, index))
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

const sheetRows = (paper: Paper, { title, columns, rows, note }: ReportDocument['tables'][number]) => [
  ...headLines(paper).map((line) => [line]),
  [title],
  columns.map((column) => column.title),
  ...rows.map((row) => [...row]),
  ...(note === '' ? [] : [[note]]),
]

/** Unique, short, and without characters invalid in sheet names. */
const sheetName = (title: string, index: number) =>
  `${index + 1} ${title.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, SHEET_NAME_CHARS)}`
