import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SheetRow } from './sheet-messages.ts'

const MAX_COLUMNS = 256
const MAX_CELL_CHARS = 2_000
/** Rows parsed before yielding to the event loop. */
const ROWS_A_TURN = 2_000

/** Decodes a file as UTF-8, or as GB 18030, which Chinese spreadsheets write. */
export function textOfCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/**
 * Rows of RFC 4180 text with commas or tabs as separators; empty rows are skipped, and cells are trimmed and cut like
 * those of workbooks. Undefined as soon as there are more than `max`.
 */
export async function readCsvRows(text: string, max: number): Promise<SheetRow[] | undefined> {
  const separator = separatorOf(text)
  const rows: SheetRow[] = []
  let cells: string[] = []
  let rowNo = 1
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ rowNo, cells })
    cells = []
    rowNo += 1
  }
  for (let at = 0; at < text.length; ) {
    const { cell, end } = readCell(text, at, separator)
    if (cells.length < MAX_COLUMNS) cells.push(cell.trim().slice(0, MAX_CELL_CHARS))
    const mark = text[end]
    at = end + (mark === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (mark === separator) {
      if (at >= text.length) cells.push('')
      continue
    }
    endRow()
    if (rows.length > max) return undefined
    if (rowNo % ROWS_A_TURN === 0) await nextTurn()
  }
  if (cells.length > 0) endRow()
  return rows.length > max ? undefined : rows
}

const separatorOf = (text: string): string => {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  return head.includes('\t') && !head.includes(',') ? '\t' : ','
}

/** One cell, and the position of its terminator. An unclosed quote ends with the text. */
function readCell(text: string, start: number, separator: string): { readonly cell: string; readonly end: number } {
  if (text[start] !== '"') {
    let end = start
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
    return { cell: text.slice(start, end), end }
  }
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length }
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      let end = quote + 1
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
      return { cell, end }
    }
    cell += '"'
    at = quote + 2
  }
}
