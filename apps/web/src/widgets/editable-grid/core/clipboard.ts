/** Cells in spreadsheet clipboard format: lines of tab-separated texts, quoted where they contain either. */
export function toTsv(cells: readonly (readonly string[])[]): string {
  const quote = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return cells.map((line) => line.map(quote).join('\t')).join('\n')
}

/** Parses spreadsheet clipboard text; the trailing line break is ignored. */
export function fromTsv(text: string): string[][] {
  const lines: string[][] = [[]]
  let at = 0
  const push = (cell: string) => lines.at(-1)?.push(cell)
  while (at <= text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    push(quoted?.cell ?? text.slice(at, end))
    const next = text[end]
    if (next === undefined) break
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (next !== '\t') {
      if (at >= text.length) break
      lines.push([])
    }
  }
  return lines
}

function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\t' || character === '\n' || character === '\r') return at
  }
  return text.length
}

/** Reads a quoted cell; undefined when the quote is not closed and so is a plain character. */
function readQuoted(text: string, from: number): { cell: string; end: number } | undefined {
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close === -1) return undefined
    if (text[close + 1] === '"') {
      at = close + 2
      continue
    }
    const end = close + 1
    const isClosed = end === text.length || '\t\n\r'.includes(text[end] ?? '')
    return isClosed ? { cell: text.slice(from + 1, close).replaceAll('""', '"'), end } : undefined
  }
}
