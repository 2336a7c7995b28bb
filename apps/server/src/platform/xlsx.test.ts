import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { type SheetSpec, toXlsx } from './xlsx.ts'

interface Row {
  readonly name: string | null
  readonly n: number | undefined
}
const SPEC: SheetSpec<Row> = {
  title: '站点列表',
  subTitle: '导出人：值班员  2026-11-21 08:00:00',
  columns: [
    { title: '名称', value: (row) => row.name },
    { title: '数量', value: (row) => row.n },
  ],
}
function sheetOf(rows: readonly Row[], spec = SPEC) {
  const book = read(toXlsx(spec, rows))
  return { name: book.SheetNames[0], sheet: book.Sheets[book.SheetNames[0] ?? ''] ?? {} }
}

describe('the exported workbook', () => {
  it('has title, exporter, headings and data, in this order', () => {
    const { name, sheet } = sheetOf([{ name: '甲', n: 1 }])
    expect(name).toBe('站点列表')
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      [SPEC.title],
      [SPEC.subTitle],
      ['名称', '数量'],
      ['甲', 1],
    ])
  })

  it('has headings even without data', () => {
    expect(utils.sheet_to_json(sheetOf([]).sheet, { header: 1 })).toHaveLength(3)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil.example")', "=cmd|'/c calc'!A0"])(
    'writes %j as text, not as a formula',
    (name) => {
      const { sheet } = sheetOf([{ name, n: 1 }])
      expect(sheet.A4).toMatchObject({ t: 's', v: name })
      expect(sheet.A4).not.toHaveProperty('f')
    },
  )

  it('keeps numbers as numbers and empty cells empty', () => {
    const { sheet } = sheetOf([
      { name: null, n: 1.25 },
      { name: '0012', n: undefined },
    ])
    expect(sheet.B4).toMatchObject({ t: 'n', v: 1.25 })
    expect(sheet.A4).toBeUndefined()
    expect(sheet.A5).toMatchObject({ t: 's', v: '0012' })
    expect(sheet.B5).toBeUndefined()
  })

  it('survives line breaks, quotes, angle brackets and emoji', () => {
    const name = '第一行\n"<b>&</b>"😀'
    expect(sheetOf([{ name, n: 0 }]).sheet.A4).toMatchObject({ v: name })
  })

  it('takes the sheet name from the first 31 characters of the title', () => {
    expect(sheetOf([], { ...SPEC, title: '长'.repeat(40) }).name).toHaveLength(31)
  })
})
