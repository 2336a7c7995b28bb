import type { HeadLine } from './head.ts'
import { COLUMN_TITLES, linesOf, type PointWriter, type Sink } from './writer.ts'

/** A spreadsheet must neither run a name as a formula nor split it. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (values: readonly (string | number | null)[]) => `${values.map(cell).join(',')}\r\n`

/** UTF-8 with its mark, which spreadsheets need; the head in lines that begin with `#`. */
export async function openCsv(sink: Sink, head: readonly HeadLine[]): Promise<PointWriter> {
  const put = (text: string) => sink(Buffer.from(text, 'utf8'))
  await put(`\uFEFF${head.map(([key, ...values]) => line([`# ${key}`, ...values])).join('')}${line(COLUMN_TITLES)}`)
  return {
    async write(chunk) {
      let text = ''
      for (const cells of linesOf(chunk)) text += line(cells)
      if (text !== '') await put(text)
    },
    end: async () => undefined,
  }
}
