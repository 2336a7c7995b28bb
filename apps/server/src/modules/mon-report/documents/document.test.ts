import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { describe, expect, it } from 'vitest'
import { causeOf } from '../cause.ts'
import { barChart } from '../render/bar-chart.ts'
import { toHtml } from '../render/html.ts'
import { toCsv } from '../render/sheets.ts'
import { changesSince } from './changes.ts'
import { percent, rounded, scopeText, tableOf } from './document.ts'

describe('figures', () => {
  it.each([
    [0, 0],
    [1, 100],
    [0.12345, 12.3],
    [0.99951, 100],
    [0.9994, 99.9],
    [null, null],
  ])('%s is %s per cent', (share, shown) => expect(percent(share)).toBe(shown))

  it.each([
    [1.25, 1, 1.3],
    [2.449, 1, 2.4],
    [12.5, 0, 13],
    [0, 2, 0],
    [null, 1, null],
    [undefined, 1, null],
  ])('%s with %s decimals is %s', (value, decimals, shown) => expect(rounded(value, decimals)).toBe(shown))
})

it.each([
  ['全国', '', ['*']],
  ['部门 A01A02', '', []],
  ['江苏省', '', ['32']],
  ['江苏省、北京市', '', ['32', '11']],
  ['江苏省苏州市', '3205', ['*']],
  ['江苏省', '32', []],
])('the scope text of a report: %s', (text, region, regionPrefixes) => {
  expect(scopeText({ region, scope: { orgCode: 'A01A02', regionPrefixes } })).toBe(text)
})

const documentOf = (rows: ReportDocument['tables'][number]['rows'], columns = ['设备', '在线 h']): ReportDocument => ({
  title: '设备可用率月报',
  period: '2026-10',
  scope: '全国',
  conclusions: [],
  tables: [{ title: '表', columns: columns.map((title, i) => ({ title, isNumber: i > 0 })), rows, note: '' }],
  chart: null,
  changes: [],
})

describe('changes', () => {
  const told = (before: ReportDocument, after: ReportDocument) =>
    changesSince(before, after).map((change) => [change.row, change.column, change.before, change.after])

  it.each([
    [
      'nothing where two rows have one name',
      [
        ['甲', 1],
        ['甲', 2],
      ],
      [
        ['甲', 1],
        ['甲', 2],
      ],
      [],
    ],
    [
      'nothing where they change places',
      [
        ['甲', 1],
        ['甲', 2],
      ],
      [
        ['甲', 2],
        ['甲', 1],
      ],
      [],
    ],
    [
      'the one of them that did',
      [
        ['甲', 1],
        ['甲', 2],
        ['甲', 3],
      ],
      [
        ['甲', 1],
        ['甲', 5],
        ['甲', 3],
      ],
      [['甲', '在线 h', 2, 5]],
    ],
    [
      'both in their order',
      [
        ['甲', 1],
        ['甲', 2],
      ],
      [
        ['甲', 3],
        ['甲', 4],
      ],
      [
        ['甲', '在线 h', 1, 3],
        ['甲', '在线 h', 2, 4],
      ],
    ],
    [
      'a further one of the name',
      [['甲', 1]],
      [
        ['甲', 1],
        ['甲', 2],
      ],
      [
        ['甲', '设备', null, '甲'],
        ['甲', '在线 h', null, 2],
      ],
    ],
    [
      'nothing of a row that is gone',
      [
        ['甲', 1],
        ['乙', 2],
      ],
      [['乙', 2]],
      [],
    ],
    ['a value that came', [['甲', null]], [['甲', 0]], [['甲', '在线 h', null, 0]]],
    ['a value that went', [['甲', 0]], [['甲', null]], [['甲', '在线 h', 0, null]]],
  ])('contain %s', (_what, before, after, changes) => {
    expect(told(documentOf(before), documentOf(after))).toEqual(changes)
  })

  it('follow column titles, not positions', () => {
    const before = documentOf([['甲', 1, 2]], ['设备', '在线 h', '离线 h'])
    const after = documentOf([['甲', 2, 1, 7]], ['设备', '离线 h', '在线 h', '故障 h'])
    expect(told(before, after)).toEqual([['甲', '故障 h', null, 7]])
  })

  it('are empty for a table that did not exist before', () => {
    expect(told({ ...documentOf([]), tables: [] }, documentOf([['甲', 1]]))).toEqual([])
  })

  it('are limited to 500 cells', () => {
    const after = documentOf(Array.from({ length: 400 }, (_, i) => [`设备${i}`, i]))
    expect(changesSince(documentOf([]), after)).toHaveLength(500)
  })

  it('are marked in the changed row, not in another one with its name', () => {
    const after = documentOf([
      ['甲', 1],
      ['甲', 5],
    ])
    const changes = changesSince(
      documentOf([
        ['甲', 1],
        ['甲', 2],
      ]),
      after,
    )
    const paper = { network: '', name: '', revision: 2, doneMs: 0, stale: null, isSuperseded: false }
    const html = toHtml({ ...paper, document: { ...after, changes } })
    expect(html).toContain('<td class="n">5*</td>')
    expect(html).toContain('<td class="n">1</td>')
  })
})

it('a table has cells in the order of its columns', () => {
  const table = tableOf(
    '表',
    [
      { title: '名称', value: (row: { name: string; n: number | null }) => row.name, isText: true },
      { title: '个数', value: ({ n }) => n },
    ],
    [
      { name: '甲', n: 1 },
      { name: '乙', n: null },
    ],
  )
  expect(table).toEqual({
    title: '表',
    note: '',
    columns: [
      { title: '名称', isNumber: false },
      { title: '个数', isNumber: true },
    ],
    rows: [
      ['甲', 1],
      ['乙', null],
    ],
  })
})

describe('a chart', () => {
  const chart = (given: object) => barChart({ title: 'PM2.5', unit: 'µg/m³', bars: [], limit: null, ...given })
  const heights = (svg: string) =>
    [...svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height))
  const bars = (...values: (number | null)[]) => values.map((value, i) => ({ label: String(i), value }))

  it('keeps its limit line visible when all bars are far below', () => {
    const svg = chart({ bars: bars(1), limit: 60 })
    const [, y = ''] = /y1="([\d.-]+)" y2="[\d.-]+" stroke="#ad6800"/.exec(svg) ?? []
    expect(Number(y)).toBeGreaterThan(0)
    expect(heights(svg)[0]).toBeLessThan(10)
  })

  it('darkens bars above the limit, but not at it', () => {
    const svg = chart({ bars: bars(59, 60, 61), limit: 60 })
    expect([...svg.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill)).toEqual(['#91caff', '#91caff', '#0958d9'])
  })

  it('has no line or dark bars without a limit, and no negative heights', () => {
    const svg = chart({ bars: bars(500, -3, 0) })
    expect(svg).not.toContain('#ad6800')
    expect(svg).not.toContain('#0958d9')
    expect(heights(svg).slice(1)).toEqual([0, 0])
    expect(chart({})).toContain('<svg')
  })

  it('labels every fourth bar of a month', () => {
    const svg = chart({ bars: bars(...Array.from({ length: 31 }, () => 1)) })
    const labels = [...svg.matchAll(/font-size="9">(\d+)<\/text>/g)].map(([, label]) => Number(label))
    expect(labels).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
  })
})

it('sheets state in their head that data has changed since', () => {
  const paper = { network: '网', name: '月报', revision: 3, doneMs: 0, isSuperseded: false, document: documentOf([]) }
  expect(toCsv({ ...paper, stale: '甲 1 → 2' }).toString()).toContain('\r\n# 数据已修订：甲 1 → 2\r\n')
  expect(toCsv({ ...paper, stale: null }).toString()).not.toContain('数据已修订')
})

it.each([
  ['57014', '查询超时，请缩小区域后重跑'],
  ['57P01', '数据库暂时不可用，请稍后重跑'],
  ['08006', '数据库暂时不可用，请稍后重跑'],
  ['53300', '数据库暂时不可用，请稍后重跑'],
  ['ECONNRESET', '数据库暂时不可用，请稍后重跑'],
  ['42P01', '生成失败，请重跑；仍失败请联系管理员'],
  [undefined, '生成失败，请重跑；仍失败请联系管理员'],
])('the failure %s is reported with a possible action', (code, text) => {
  const error = Object.assign(new Error('relation "mon_aqi" does not exist'), code === undefined ? {} : { code })
  expect(causeOf(error)).toBe(text)
})
