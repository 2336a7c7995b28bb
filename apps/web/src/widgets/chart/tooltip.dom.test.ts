import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import type { ChartFrame } from './frame.ts'
import { CHLORINE_FRAME, SAMPLE_RANGE, WEATHER_FRAME } from './gallery-frames.ts'
import { timeSeriesOption } from './time-series-option.ts'
import { tooltipNode } from './tooltip-node.ts'
import { nearestIndex, tooltipRows } from './tooltip-rows.ts'

const LIGHT = { tokens: TOKENS.light, isColourWeak: false }
const at = (offsetMs: number) => SAMPLE_RANGE.fromMs + offsetMs

describe('tooltipRows', () => {
  it('shows value, unit and flag of the nearest point, largest first', () => {
    const rows = tooltipRows(WEATHER_FRAME, at(40 * 300_000 + 1_000))
    expect(rows.map((row) => row.name)).toEqual(['气压', '相对湿度', '气温'])
    expect(rows[0]).toMatchObject({ flags: '数值僵死', tsMs: at(40 * 300_000) })
    expect(rows[0]?.text).toMatch(/^1,0\d\d\.\d hPa$/)
  })

  it('shows 缺测 inside a gap and off the data, never a distant neighbour', () => {
    expect(tooltipRows(CHLORINE_FRAME, at(8.5 * 3_600_000))[0]?.text).toBe('缺测')
    expect(tooltipRows(CHLORINE_FRAME, SAMPLE_RANGE.toMs + 3_600_000)[0]?.text).toBe('缺测')
  })

  it('finds the nearest time by binary search', () => {
    expect([-5, 4, 6, 99].map((time) => nearestIndex([0, 10, 20], time))).toEqual([0, 0, 1, 2])
    expect(nearestIndex([], 5)).toBe(-1)
  })
})

describe('tooltipNode', () => {
  it('writes names as text, so that a channel name cannot become markup', () => {
    const [first] = CHLORINE_FRAME.series
    const evil: ChartFrame = {
      ...CHLORINE_FRAME,
      series: first ? [{ ...first, name: '<img src=x onerror=alert(1)>' }] : [],
    }
    const node = tooltipNode(evil, [{ axisValue: at(0) }], new Map())
    expect(node).toBeInstanceOf(HTMLElement)
    expect((node as HTMLElement).querySelector('img')).toBeNull()
    expect((node as HTMLElement).textContent).toContain('2026-11-20 10:42:00')
  })

  it('is empty when the library passes nothing usable', () => {
    expect(tooltipNode(CHLORINE_FRAME, [], new Map())).toBe('')
    expect(tooltipNode(CHLORINE_FRAME, [{ axisValue: 'x' }], new Map())).toBe('')
  })

  it('omits hidden channels', () => {
    const hidden = new Set([WEATHER_FRAME.series[0]?.channelNo ?? 0])
    const { tooltip } = timeSeriesOption(WEATHER_FRAME, LIGHT, { range: SAMPLE_RANGE, hidden })
    const { formatter } = tooltip as { formatter: (params: unknown) => HTMLElement }
    const text = formatter([{ axisValue: at(0) }]).textContent
    expect(text).not.toContain(WEATHER_FRAME.series[0]?.name)
    expect(text).toContain(WEATHER_FRAME.series[1]?.name)
  })
})
