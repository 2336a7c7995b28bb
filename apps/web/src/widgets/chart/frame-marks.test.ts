import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import type { ChartFrame } from './frame.ts'
import { NOTES_ID } from './frame-marks.ts'
import { CHLORINE_FRAME, SAMPLE_RANGE } from './gallery-frames.ts'
import { timeSeriesOption } from './time-series-option.ts'
import { brushRange } from './zoom.ts'

const LIGHT = { tokens: TOKENS.light, isColourWeak: false }
const { fromMs, toMs } = SAMPLE_RANGE
const middle = (fromMs + toMs) / 2

interface Drawn {
  id: string
  type: string
  xAxisIndex?: number
  data: { name?: string; value: number[]; symbol?: string; label?: { formatter: string } }[]
  markArea?: { data: { xAxis: number; itemStyle?: { color: string } }[][] }
}

function draw(part: Partial<ChartFrame>) {
  const option = timeSeriesOption({ ...CHLORINE_FRAME, ...part }, LIGHT, { range: SAMPLE_RANGE })
  const series = option.series as Drawn[]
  return { option, byId: (id: string) => series.find((item) => item.id === id) }
}

describe('alarms on a chart', () => {
  it('shade their active time, clipped to the view, with the severity glyph at the start', () => {
    const { byId } = draw({
      bands: [
        { fromMs: fromMs - 1, toMs: middle, severity: 2, title: 'a' },
        { fromMs: middle, toMs: null, severity: 3, title: 'b' },
      ],
    })
    const areas = byId('alarms')?.markArea?.data.map((area) => area.map(({ xAxis }) => xAxis))
    expect(areas).toEqual([
      [fromMs, middle],
      [middle, toMs],
    ])
    expect(byId('alarm starts')?.data.map(({ value, label }) => [value[0], label?.formatter])).toEqual([[middle, '3']])
    expect(draw({}).byId('alarms')).toBeUndefined()
  })
})

describe('notes on a chart', () => {
  it('are on the line they refer to, each with its id; those outside the view are omitted', () => {
    const note = {
      id: 'n1',
      channelNo: CHLORINE_FRAME.series[0]?.channelNo ?? 0,
      fromMs: middle,
      toMs: middle,
      text: '',
    }
    const { byId } = draw({ notes: [note, { ...note, id: 'n2', fromMs: toMs + 1, toMs: toMs + 1 }] })
    expect(byId(NOTES_ID)?.data.map(({ name, value }) => [name, value[0]])).toEqual([['n1', middle]])
  })
})

describe('rain', () => {
  it('is drawn as bars in a separate pane on the same time axis, without using the axis of the lines', () => {
    const rain = { channelNo: 77, name: '降水', unit: 'mm', precision: 1, isBars: true, values: [0, 1.5, 0] }
    const { option, byId } = draw({
      series: [...CHLORINE_FRAME.series, { ...rain, timesMs: [fromMs + 1, middle, toMs] }],
    })
    expect(byId('bars 77')).toMatchObject({
      type: 'bar',
      xAxisIndex: 1,
      data: [
        [fromMs + 1, 0],
        [middle, 1.5],
        [toMs, 0],
      ],
    })
    const axes = option.xAxis as { min: number; max: number; gridIndex?: number }[]
    expect(axes.map(({ min, max }) => [min, max])).toEqual([
      [fromMs, toMs],
      [fromMs, toMs],
    ])
    expect((option.grid as { left: number }[]).map(({ left }) => left)).toEqual([48, 48])
    expect(Array.isArray(draw({}).option.grid)).toBe(false)
  })
})

describe('a marked range', () => {
  it('is clipped to the view and drawn until it is removed', () => {
    expect(brushRange(toMs + 5, middle, SAMPLE_RANGE)).toEqual({ fromMs: Math.round(middle), toMs })
    expect(brushRange(middle, middle + 1, SAMPLE_RANGE)).toBeUndefined()
    const { byId } = draw({ marked: { fromMs: middle, toMs } })
    expect(byId('marked')?.markArea?.data[0]?.map(({ xAxis }) => xAxis)).toEqual([middle, toMs])
  })
})
