import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { zipOf } from '../../testing/zip.ts'
import { AppError } from '../errors.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetRow } from './sheet-messages.ts'

const MAX_ROWS = 3_000
const bookOf = (table: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer =>
  write(utils.book_new(utils.aoa_to_sheet(table), '数据'), { type: 'buffer', bookType, compression: true })

const read = (bytes: Buffer, name = 'a.xlsx', titles: string[] = ['编号', '名称']) =>
  readSheet({ name, bytes, titles, maxRows: MAX_ROWS }, async ({ headings, total, batches }) => {
    const rows: SheetRow[] = []
    for await (const batch of batches) rows.push(...batch)
    return { headings, total, rows }
  })

const refusal = (bytes: Buffer, name?: string) =>
  read(bytes, name).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const TABLE = [
  ['站点列表'],
  ['导出人：x'],
  ['*编号', '名称 ', '日期'],
  ['A1', 2.23606797749979, new Date(Date.UTC(2026, 0, 5))],
  [],
  ['', ' 乙 '],
]

describe('a sheet', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'of kind %s is read as texts below its headings, with row numbers',
    async (kind) => {
      const { headings, total, rows } = await read(bookOf(TABLE, kind), kind === 'xlsx' ? 'a.XLSX' : 'a.xls')
      expect(headings).toEqual(['*编号', '名称', '日期'])
      expect(total).toBe(2)
      expect(rows).toEqual([
        { rowNo: 4, cells: ['A1', '2.23606797749979', '2026-01-05'] },
        { rowNo: 6, cells: ['', '乙', ''] },
      ])
    },
  )

  it('is delivered completely, in batches', async () => {
    const table = [['编号', '名称'], ...Array.from({ length: 2_500 }, (_, n) => [`A${n}`, n])]
    const { rows } = await read(bookOf(table))
    expect(rows.map(({ cells }) => cells[0])).toEqual(table.slice(1).map(([code]) => code))
  })

  it('contains the cached results of formulas', async () => {
    const sheet = utils.aoa_to_sheet([['编号'], ['']])
    sheet['A2'] = { t: 'n', v: 7, f: 'HYPERLINK("http://x")' }
    const bytes = write(utils.book_new(sheet, 'a'), { type: 'buffer', bookType: 'xlsx' })
    expect((await read(bytes)).rows[0]?.cells).toEqual(['7'])
  })
})

describe('a file is refused by name and content', () => {
  it.each([
    ['another name', bookOf(TABLE), 'a.txt', 'import.type_refused'],
    ['headings alone as text', Buffer.from('编号,名称'), 'a.csv', 'import.no_rows'],
    ['a text with the right name', Buffer.from('编号,名称\nA,B'), 'a.xlsx', 'import.unreadable'],
    ['a picture with the right name', Buffer.from('89504e470d0a1a0a00', 'hex'), 'a.xls', 'import.unreadable'],
    ['a page Excel would open', Buffer.from('<html><table><tr><td>1</td></tr></table>'), 'a.xls', 'import.unreadable'],
    ['a zip that is no workbook', zipOf([{ name: 'a.txt', content: 'x' }]), 'a.xlsx', 'import.unreadable'],
    ['half a workbook', bookOf(TABLE).subarray(0, 2_000), 'a.xlsx', 'import.unreadable'],
    ['an empty container', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), 'a.xls', 'import.unreadable'],
    ['headings alone', bookOf(TABLE.slice(0, 3)), 'a.xlsx', 'import.no_rows'],
    ['nothing', bookOf([[]]), 'a.xlsx', 'import.no_rows'],
    [
      'a row too many',
      bookOf([['编号'], ...Array.from({ length: MAX_ROWS + 1 }, () => ['A'])]),
      'a.xlsx',
      'import.too_many_rows',
    ],
  ])('%s', async (_, bytes, name, code) => expect(await refusal(bytes, name)).toBe(code))
})

it('the thread inspects workbooks for malicious content too', async () => {
  const bytes = zipOf([{ name: 'xl/workbook.xml', content: '<!DOCTYPE x><workbook/>' }])
  expect(await refusal(bytes)).toBe('import.unsafe')
})
