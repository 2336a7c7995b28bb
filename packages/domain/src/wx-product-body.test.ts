import { describe, expect, it } from 'vitest'
import {
  articleHtml,
  asksTheSame,
  blockName,
  curveSvg,
  staleBlocks,
  type WxBlock,
  type WxFigures,
  writtenTexts,
} from './wx-product-body.ts'

const figures = (given: Partial<WxFigures> = {}): WxFigures => ({
  title: '空气质量日报',
  lead: '共 2 个城市。',
  columns: ['城市', 'AQI'],
  rows: [
    ['南京', 55],
    ['<苏州>', null],
  ],
  points: [],
  asOfMs: Date.UTC(2026, 10, 21, 1, 30),
  ...given,
})
const text: WxBlock = { id: 't', type: 'text', heading: '概况', text: '第一段\n- 甲\n- 乙\n\n第二段' }
const air: WxBlock = { id: 'a', type: 'air', span: 'day', place: 'city', toMs: 1, rows: 10 }
const curve: WxBlock = { id: 'c', type: 'curve', span: 'hour', place: 'city', placeId: '320100', toMs: 1, count: 24 }
const image: WxBlock = { id: 'i', type: 'image', path: 'a.png', caption: '现场' }
const blocks = [text, air, curve, image]
const article = (given: Partial<Parameters<typeof articleHtml>[0]> = {}) =>
  articleHtml({
    blocks,
    snapshot: { takenMs: 0, figures: { a: figures(), c: figures({ rows: [] }) } },
    mark: 'WP-1-V2',
    isDrill: false,
    pictureOf: ({ id }) => `https://x/${id}.png`,
    ...given,
  })

describe('an article', () => {
  it('has paragraphs, lists, tables with their time, pictures and its mark', () => {
    const html = article()
    expect(html).toMatch(/<p[^>]*>第一段<\/p><ul[^>]*><li[^>]*>甲<\/li><li[^>]*>乙<\/li><\/ul><p[^>]*>第二段<\/p>/)
    expect(html).toContain('南京')
    expect(html).toContain('数据截至 2026-11-21 09:30')
    expect(html).toContain('src="https://x/c.png"')
    expect(html).toContain('src="https://x/i.png" alt="现场"')
    expect(html.endsWith('编号 WP-1-V2</p>')).toBe(true)
    expect(html).not.toContain('演练')
  })

  it('escapes all markup', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='a'>`
    const html = article({
      blocks: [
        { ...text, heading: hostile, text: `- ${hostile}\n${hostile}` },
        { ...image, caption: hostile },
        { ...air },
      ],
      snapshot: {
        takenMs: 0,
        figures: { a: figures({ title: hostile, lead: hostile, rows: [[hostile]], columns: [hostile] }) },
      },
      mark: hostile,
      pictureOf: () => hostile,
    })
    expect(html).not.toMatch(/<script|<img src=x|onerror='|"">/)
    expect(html.match(/<img /g)).toHaveLength(1)
  })

  it('says that it is a drill, and that figures are missing', () => {
    const html = article({ isDrill: true, snapshot: { takenMs: 0, figures: {} }, pictureOf: () => undefined })
    expect(html).toContain('【演练】')
    expect(html.match(/尚未取数/g)).toHaveLength(2)
    expect(html).not.toContain('<img')
  })
})

describe('figures', () => {
  const snapshot = { takenMs: 0, figures: { a: figures(), c: figures() } }
  it('are stale when the source has changed, not when it repeats the same', () => {
    expect(staleBlocks(blocks, snapshot, { a: figures({ asOfMs: 9 }), c: figures() })).toEqual([])
    // The database returns fields in its own order.
    const { asOfMs, points, rows, columns, lead, title } = figures()
    expect(staleBlocks([air], snapshot, { a: { asOfMs, points, rows, columns, lead, title } })).toEqual([])
    expect(staleBlocks(blocks, snapshot, { a: figures({ rows: [['南京', 56]] }), c: figures() })).toEqual(['a'])
    expect(staleBlocks(blocks, snapshot, { a: figures() })).toEqual(['c'])
    expect(staleBlocks(blocks, { takenMs: 0, figures: {} }, { a: figures(), c: figures() })).toEqual(['a', 'c'])
  })

  it('stay with a block that makes the same query, regardless of the order of its fields', () => {
    expect(asksTheSame(air, { rows: 10, toMs: 1, place: 'city', span: 'day', type: 'air', id: 'a' })).toBe(true)
    expect(asksTheSame(air, { ...air, rows: 11 })).toBe(false)
  })
})

it('are named with blocks and texts by their position', () => {
  expect(blockName(blocks, 'a')).toBe('第 2 段 空气质量表')
  expect(blockName(blocks, 'gone')).toBe('gone')
  expect(writtenTexts({ title: '标题文', summary: '摘要文', blocks }).map(({ where }) => where)).toEqual([
    '标题',
    '摘要',
    '第 1 段',
    '第 4 段',
  ])
})

describe('a curve', () => {
  it('keeps gaps open and shows single points', () => {
    const svg = curveSvg({
      points: [
        [0, 40],
        [1, 60],
        [2, null],
        [3, 80],
        [4, null],
        [5, 20],
        [6, 30],
      ],
    })
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    expect(svg.match(/<circle/g)).toHaveLength(1)
    expect(svg).not.toContain('<text')
  })
  it('is drawn without data as well', () => {
    expect(curveSvg({ points: [] })).toContain('<svg')
    expect(curveSvg({ points: [] })).not.toContain('NaN')
  })
})
