import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import { SAMPLE_HOURS, SAMPLE_NOW_MS } from './gallery-frames.ts'
import { hourBarsOption, hourText } from './hour-bars-option.ts'

const INPUT = { hours: SAMPLE_HOURS, endMs: SAMPLE_NOW_MS + 18 * 60_000 }
const LIGHT = { tokens: TOKENS.light, isColourWeak: false }

describe('hourBarsOption', () => {
  const option = hourBarsOption(INPUT, LIGHT)
  const series = option.series as { name: string; data: number[]; itemStyle: { color: string } }[]

  it('stacks the most severe level on top and keeps the lowest one neutral', () => {
    expect(series.map(({ name }) => name)).toEqual(['提示', '一般', '较大', '重大', '特别重大'])
    expect(series[0]?.itemStyle.color).toBe(TOKENS.light.chart.quietBar)
    expect(series[4]?.itemStyle.color).toBe('#F5222D')
  })

  it('starts at zero with integer ticks, even for a calm day', () => {
    const calm = hourBarsOption({ ...INPUT, hours: [[0, 0, 0, 0, 1]] }, LIGHT)
    expect(calm.yAxis).toMatchObject({ min: 0, max: 5, interval: 1 })
  })

  it('labels the start of each hour in GMT+8', () => {
    expect(option.xAxis).toMatchObject({ data: expect.arrayContaining(['11:00', '10:00']) })
    expect((option.xAxis as { data: string[] }).data[0]).toBe('11:00')
  })

  it('describes an hour in words, most severe level first', () => {
    expect(hourText(INPUT, 22)).toBe('09:00–10:00 共 12 起：特别重大 1，较大 2，一般 3，提示 6')
    expect(hourText({ hours: [[0, 0, 0, 0, 0]], endMs: INPUT.endMs }, 0)).toBe('10:00–11:00 共 0 起')
  })
})
