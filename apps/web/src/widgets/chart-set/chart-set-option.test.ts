import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import { cartesianOption, MAX_PIE_PARTS, pieParts, radarOption, ringOption } from './chart-set-option.ts'
import { type ChartTable, describeTable, tableOf } from './chart-table.ts'

const tokens = TOKENS.light
const TABLE: ChartTable = {
  categories: ['一月', '二月', '三月'],
  series: [
    { name: '报警', values: [3, null, 8] },
    { name: '处置', values: [2, 1, 7] },
  ],
}
type Drawn = { type: string; stack?: string; areaStyle?: object; data: unknown[]; itemStyle: { color: string } }
const drawn = (looks: Parameters<typeof cartesianOption>[1]) =>
  cartesianOption(TABLE, looks, tokens).series as unknown as Drawn[]

describe('bars and lines', () => {
  it('keeps missing values as gaps, and gives each series its own colour', () => {
    const [first, second] = drawn(['bar'])
    expect(first?.data).toEqual([3, null, 8])
    expect([first?.itemStyle.color, second?.itemStyle.color]).toEqual(tokens.chart.series.slice(0, 2))
  })

  it('draws every series with its look, and all further ones with the last look', () => {
    expect(drawn(['bar', 'line']).map(({ type }) => type)).toEqual(['bar', 'line'])
    expect(drawn(['stackedBar']).map(({ stack }) => stack)).toEqual(['all', 'all'])
    expect(drawn(['bar']).every(({ stack }) => stack === undefined)).toBe(true)
    expect(drawn(['area']).every(({ areaStyle }) => areaStyle !== undefined)).toBe(true)
    expect(drawn(['line']).every(({ areaStyle }) => areaStyle === undefined)).toBe(true)
  })
})

describe('rings', () => {
  const points = Array.from({ length: 9 }, (_, index) => ({ name: `区${index}`, value: index + 1 }))

  it('shows the largest parts and combines the rest without loss', () => {
    const parts = pieParts(points)
    expect(parts).toHaveLength(MAX_PIE_PARTS)
    expect(parts.at(-1)).toEqual({ name: '其他', value: 10 })
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(45)
    expect(pieParts(points.slice(0, 6))).toHaveLength(6)
  })

  it('draws a ring', () => {
    const [ring] = ringOption(points, tokens).series as unknown as [{ radius: string[] }]
    expect(ring.radius).toHaveLength(2)
  })
})

it('has a spoke for each category of a radar, all on one scale', () => {
  const { radar } = radarOption(TABLE, tokens) as { radar: { indicator: { name: string; max: number }[] } }
  expect(radar.indicator).toEqual(TABLE.categories.map((name) => ({ name, max: 8 })))
})

it('describes a chart in words', () => {
  expect(describeTable('月报', TABLE)).toBe('月报：3 项，报警最高 8（三月），处置最高 7（三月）')
  expect(describeTable('月报', tableOf([], '报警'))).toBe('月报：暂无数据')
  expect(describeTable('月报', { categories: ['一月'], series: [{ name: '报警', values: [null] }] })).toBe(
    '月报：1 项，报警无数据',
  )
})
