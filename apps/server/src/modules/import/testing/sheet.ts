import { read, utils, write } from '@e965/xlsx'

/** A workbook of one sheet. */
export function sheetOf(table: readonly (readonly unknown[])[], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const sheet = utils.aoa_to_sheet(table.map((row) => [...row]))
  return write(utils.book_new(sheet, '数据'), { type: 'buffer', bookType, compression: true })
}

/** The cells of the first sheet, row by row. */
export function tableOf(bytes: Buffer): string[][] {
  const book = read(bytes, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet === undefined ? [] : utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
}
