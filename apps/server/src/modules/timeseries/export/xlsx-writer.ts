import { MAX_SHEET_POINTS } from '@natim/contract/mon/ts-export'
import type { HeadLine } from './head.ts'
import { ExportRefusal } from './refusal.ts'
import { type Cell, COLUMN_TITLES, type LineFormat, type PointWriter, pagesOf, type Sink } from './writer.ts'
import { createZip } from './zip-writer.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = ['数据', '说明'] as const

const STRINGS_PATH = 'xl/sharedStrings.xml'
const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${SHEETS.map((_, i) => `<Override PartName="/${sheetPath(i)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/${STRINGS_PATH}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${SHEETS.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${SHEETS.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${SHEETS.length + 1}" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML does not allow; they are dropped. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escaped = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '')

const inlineXml = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Cells are texts and numbers, never formulas. Texts shared by many lines are stored once in the workbook. */
function createRows() {
  const strings = new Map<string, number>()
  const shared = (text: string): string => {
    const index = strings.get(text) ?? strings.size
    if (index === strings.size) strings.set(text, index)
    return `<c t="s"><v>${index}</v></c>`
  }
  const cell = (value: Cell): string => {
    if (value === null || value === '') return '<c/>'
    return typeof value === 'number' ? `<c><v>${value}</v></c>` : shared(value)
  }
  const format: LineFormat = { begin: '<row>', cell, single: inlineXml, between: '', end: '</row>' }
  return {
    format,
    row: (cells: readonly Cell[]) => `${format.begin}${cells.map(cell).join('')}${format.end}`,
    /** The shared strings part. */
    strings: () =>
      `${XML}<sst xmlns="${MAIN}" uniqueCount="${strings.size}">${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
}
const sheetHead = (widths: readonly number[]) =>
  `${XML}<worksheet xmlns="${MAIN}"><cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`
const SHEET_TAIL = '</sheetData></worksheet>'

/**
 * A workbook written as its lines arrive: points on the first sheet, their description on the second.
 *
 * @throws ExportRefusal while writing, with more lines than a sheet has
 */
export async function openXlsx(sink: Sink, head: readonly HeadLine[]): Promise<PointWriter> {
  const zip = createZip(sink)
  const { format, row, strings } = createRows()
  for (const [path, content] of Object.entries(PARTS)) {
    await zip.begin(path)
    await zip.write(content)
  }
  await zip.begin(sheetPath(1))
  await zip.write(`${sheetHead([20, 24, 60, 30, 20])}${head.map(row).join('')}${SHEET_TAIL}`)
  await zip.begin(sheetPath(0))
  await zip.write(`${sheetHead([20, 10, 26, 18, 12, 12, 12, 8, 8, 10, 8, 24])}${row(COLUMN_TITLES)}`)
  let rows = 0
  return {
    async write(chunk) {
      rows += chunk.tsMs.length
      if (rows > MAX_SHEET_POINTS)
        throw new ExportRefusal(`超过一张工作表的 ${MAX_SHEET_POINTS} 行，请缩小范围，或导出 CSV、Parquet`)
      for (const page of pagesOf(chunk, format)) await zip.write(page)
    },
    async end() {
      await zip.write(SHEET_TAIL)
      await zip.begin(STRINGS_PATH)
      await zip.write(strings())
      await zip.end()
    },
  }
}
