import type { HeadLine } from './head.ts'
import { type Cell, COLUMN_TITLES, type LineFormat, type PointWriter, pagesOf, type Sink } from './writer.ts'

/** Escaped so that a spreadsheet neither runs a name as a formula nor splits it. */
function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const LINE: LineFormat = { begin: '', cell, between: ',', end: '\r\n' }
const line = (values: readonly Cell[]) => `${values.map(cell).join(LINE.between)}${LINE.end}`

/** UTF-8 with a BOM, which spreadsheets need; header lines begin with `#`. */
export async function openCsv(sink: Sink, head: readonly HeadLine[]): Promise<PointWriter> {
  const put = (text: string) => sink(Buffer.from(text, 'utf8'))
  await put(`\uFEFF${head.map(([key, ...values]) => line([`# ${key}`, ...values])).join('')}${line(COLUMN_TITLES)}`)
  return {
    async write(chunk) {
      for (const page of pagesOf(chunk, LINE)) await put(page)
    },
    end: async () => undefined,
  }
}
