import { describe, expect, it } from 'vitest'
import { readCsvRows, textOfCsv } from './csv-rows.ts'

const cells = async (text: string, max = 100) => (await readCsvRows(text, max))?.map((row) => [row.rowNo, ...row.cells])

describe('CSV text', () => {
  it('is parsed into cells, with quotes, either kind of line end, and row numbers as in a spreadsheet', async () => {
    expect(await cells('a,b\r\n1,"x, ""y"""\n\n"two\nlines",\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x, "y"'],
      [4, 'two\nlines', ''],
    ])
    expect(await cells('a\tb\n1\t2')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ])
    expect(await cells('a,')).toEqual([[1, 'a', '']])
    expect(await cells('')).toEqual([])
    expect(await cells('"open')).toEqual([[1, 'open']])
  })

  it('is refused as soon as it has too many rows', async () => {
    expect(await cells('1\n2\n3', 2)).toBeUndefined()
    expect(await cells('1\n2\n', 2)).toHaveLength(2)
  })

  it('is decoded as UTF-8 with or without byte order mark, and as GB 18030', () => {
    expect(textOfCsv(new TextEncoder().encode('通道'))).toBe('通道')
    expect(textOfCsv(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
    expect(textOfCsv(new Uint8Array([0xcd, 0xa8, 0xb5, 0xc0]))).toBe('通道')
  })
})
