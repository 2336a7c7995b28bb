import { read, utils } from '@e965/xlsx'
import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { describe, expect, it } from 'vitest'
import { changesSince, changesText } from '../documents/changes.ts'
import { toHtml } from './html.ts'
import type { Paper } from './rendered.ts'
import { toCsv, toWorkbook } from './sheets.ts'

const DOCUMENT: ReportDocument = {
  title: '站点月报',
  period: '2026-10',
  scope: '江苏省',
  conclusions: ['共 2 个站点，传输率 97.6 %，捕集率 96.2 %。'],
  tables: [
    {
      title: '各站：统计/捕集率',
      columns: [
        { title: '站点', isNumber: false },
        { title: '应收', isNumber: true },
        { title: '捕集率 %', isNumber: true },
      ],
      rows: [
        ['<img src=x onerror=alert(1)>', 44_640, 96.2],
        ['=HYPERLINK("http://x")', 44_640, null],
      ],
      note: '捕集率 = 有效 /（应收 − 计划维护）。',
    },
    { title: '空表', columns: [{ title: '规则', isNumber: false }], rows: [], note: '' },
  ],
  chart: {
    title: 'PM2.5 日均',
    unit: 'µg/m³',
    bars: [
      { label: '10-01', value: 42 },
      { label: '10-02', value: null },
      { label: '10-03', value: 96 },
    ],
    limit: 60,
  },
  changes: [],
}
const paper = (given: Partial<Paper> = {}): Paper => ({
  document: DOCUMENT,
  network: '监测"网"',
  name: '月报',
  revision: 2,
  doneMs: Date.parse('2026-11-21T09:22:00+08:00'),
  stale: null,
  isSuperseded: false,
  ...given,
})

describe('the page of a report', () => {
  it('contains no script, whatever names say, and loads nothing', () => {
    const html = toHtml(paper())
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/<script|https?:\/\/(?!x)/)
    expect(html).toContain("default-src 'none'")
  })

  it('states title, scope and time on every sheet, and numbers the sheets', () => {
    const html = toHtml(paper())
    expect(html).toContain('content: "站点月报 · 2026-10 · 江苏省 · 第 2 版"')
    expect(html).toContain('content: "生成于 2026-11-21 09:22:00"')
    expect(html).toContain('counter(page) " / " counter(pages)')
    expect(html).toContain('display: table-header-group')
  })

  it('leaves no quote in CSS strings', () => {
    const html = toHtml(paper({ document: { ...DOCUMENT, scope: '"} body { display: none } </style>' } }))
    const styleOf = (page: string) => /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    const quotes = (text: string) => text.match(/"/g)?.length
    expect(styleOf(html)).toContain('body { display: none }')
    expect(quotes(styleOf(html))).toBe(quotes(styleOf(toHtml(paper()))))
  })

  it('draws bars: above the limit with value, missing as NA', () => {
    const html = toHtml(paper())
    expect(html).toContain('>96</text>')
    expect(html).not.toContain('>42</text>')
    expect(html).toContain('>NA</text>')
    expect(html.match(/<rect /g)).toHaveLength(2)
  })

  it('prints the numbers of a column with equal decimals, including integers', () => {
    const columns = ['站点', 'CO', '样本'].map((title, i) => ({ title, isNumber: i > 0 }))
    const rows = [
      ['甲', 1, 1_440],
      ['乙', 0.8, 12],
      ['丙', null, 0],
    ]
    const html = toHtml(
      paper({ document: { ...DOCUMENT, chart: null, tables: [{ title: '各站', columns, rows, note: '' }] } }),
    )
    const cells = [...html.matchAll(/<td class="n">(.*?)<\/td>/g)].map(([, text]) => text)
    expect(cells).toEqual(['1.0', '1,440', '0.8', '12', '—', '0'])
  })

  it('keeps numbers and short words unwrapped on a narrow page; longer ones may break', () => {
    const columns = ['站点', '所属区域的全称', '样本'].map((title, i) => ({ title, isNumber: i === 2 }))
    const rows = [['南京一', '新疆维吾尔自治区伊犁哈萨克自治州', 2_589_120]]
    const html = toHtml(
      paper({ document: { ...DOCUMENT, chart: null, tables: [{ title: '各站', columns, rows, note: '' }] } }),
    )
    expect(html).toContain(
      '<td class="k">南京一</td><td>新疆维吾尔自治区伊犁哈萨克自治州</td><td class="n">2,589,120</td>',
    )
    expect(html).toContain('<th class="k" scope="col">站点</th><th scope="col">所属区域的全称</th>')
    expect(html).toMatch(/@media print \{.*td\.n, \.k \{ white-space: nowrap \}/)
    expect(html).not.toContain('overflow-wrap: anywhere')
  })

  it('states that a table is empty, and shows missing values as a dash', () => {
    const html = toHtml(paper())
    expect(html).toContain('没有数据。')
    expect(html).toContain('<td class="n">—</td>')
  })

  it('shows 数据已修订 and 已被修订', () => {
    expect(toHtml(paper({ stale: '南京 AQI 55 → 57' }))).toMatch(/<b>数据已修订<\/b> 南京 AQI 55 → 57/)
    expect(toHtml(paper({ isSuperseded: true }))).toContain('<b>已被修订</b>')
  })

  it('is landscape when it has many columns', () => {
    expect(toHtml(paper())).not.toContain('landscape')
    const [table] = DOCUMENT.tables
    const wide = { ...table, columns: Array.from({ length: 11 }, (_, i) => ({ title: `列${i}`, isNumber: true })) }
    const document = { ...DOCUMENT, tables: [wide as ReportDocument['tables'][number]] }
    expect(toHtml(paper({ document }))).toContain('size: A4 landscape')
  })
})

describe('the sheets of a report', () => {
  it('have the same cells, never a formula', () => {
    const lines = toCsv(paper()).toString().split('\r\n')
    expect(lines[0]).toBe('\uFEFF# 站点月报 2026-10')
    expect(lines).toContain('站点,应收,捕集率 %')
    expect(lines).toContain('<img src=x onerror=alert(1)>,44640,96.2')
    expect(lines).toContain(`"'=HYPERLINK(""http://x"")",44640,`)
    const book = read(toWorkbook(paper()))
    expect(book.SheetNames).toEqual(['1 各站：统计 捕集率', '2 空表'])
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
    expect(rows).toContainEqual(['<img src=x onerror=alert(1)>', 44_640, 96.2])
    expect(Object.values(sheet).some((cell: { f?: string }) => cell.f !== undefined)).toBe(false)
  })
})

describe('changes', () => {
  const [table] = DOCUMENT.tables
  const withRows = (rows: (string | number | null)[][]): ReportDocument => ({
    ...DOCUMENT,
    tables: [{ ...(table as ReportDocument['tables'][number]), rows }],
  })
  const before = withRows([
    ['甲', 100, 95.4],
    ['乙', 100, 90],
  ])

  it('are listed cell by cell, by row and column, regardless of order', () => {
    const after = withRows([
      ['乙', 100, 90],
      ['甲', 100, 96.2],
      ['丙', 5, null],
    ])
    expect(changesSince(before, after)).toEqual([
      { table: 0, row: '甲', column: '捕集率 %', before: 95.4, after: 96.2 },
      { table: 0, row: '丙', column: '站点', before: null, after: '丙' },
      { table: 0, row: '丙', column: '应收', before: null, after: 5 },
    ])
    expect(changesSince(before, before)).toEqual([])
  })

  it('are summarised in few words, and marked in the page', () => {
    const after = withRows(Array.from({ length: 9 }, (_, i) => [`站${i}`, i, i]))
    const changes = changesSince(before, after)
    expect(changesText(changes)).toMatch(/^站0 站点 — → 站0；.*；共 27 处$/)
    expect(changesText([])).toBe('数据有变化')
    const html = toHtml(paper({ document: { ...after, changes } }))
    expect(html).toContain('<td class="n">8*</td>')
  })
})
