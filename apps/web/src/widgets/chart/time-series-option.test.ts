import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import type { ChartFrame, FrameSeries } from './frame.ts'
import { CHLORINE_FRAME, CROWDED_FRAME, EMPTY_FRAME, SAMPLE_RANGE, WEATHER_FRAME } from './gallery-frames.ts'
import { timeSeriesOption } from './time-series-option.ts'

const LIGHT = { tokens: TOKENS.light, isColourWeak: false }

interface Drawn {
  id: string
  type: string
  data: unknown[]
  connectNulls?: boolean
  yAxisIndex?: number
  stack?: string
  lineStyle?: { color?: string; type?: unknown }
  areaStyle?: { opacity: number }
  markArea?: { data: [{ name: string; xAxis: number }, { xAxis: number }][] }
  markLine?: { label: { position: string }; data: { name: string; yAxis: number; lineStyle: { color: string } }[] }
}

function draw(frame: ChartFrame, view = {}, theme = LIGHT) {
  const option = timeSeriesOption(frame, theme, { range: SAMPLE_RANGE, ...view })
  const series = option.series as Drawn[]
  const byId = (id: string) => series.find((item) => item.id === id)
  const yAxis = option.yAxis as { min: number; max: number; interval: number; position: string; name?: string }[]
  const xAxis = option.xAxis as { min: number; max: number; axisLabel: { customValues: number[] } }
  return { option, series, byId, yAxis, xAxis, marks: byId('marks') as Drawn, lasting: byId('limits') as Drawn }
}

const withSeries = (part: Partial<FrameSeries>): ChartFrame => {
  const [first] = CHLORINE_FRAME.series
  return { ...CHLORINE_FRAME, limits: [], series: [{ ...(first as FrameSeries), ...part }] }
}

describe('timeSeriesOption', () => {
  it('moves gaps, alarms and dated limits with the lines, but not undated limits', () => {
    const range = { fromMs: SAMPLE_RANGE.fromMs, toMs: SAMPLE_RANGE.toMs }
    const band = { ...range, severity: 2 as const, title: '' }
    const [limit] = CHLORINE_FRAME.limits
    const dated = { ...(limit as (typeof CHLORINE_FRAME.limits)[number]), ...range }
    const frame = { ...CHLORINE_FRAME, bands: [band], marked: range, limits: [...CHLORINE_FRAME.limits, dated] }
    const { byId, marks, lasting } = draw(frame, { isMovable: true })
    expect(marks).toMatchObject({ zlevel: 1, markArea: { zlevel: 1 }, markLine: { zlevel: 1 } })
    expect(byId('alarms')).toMatchObject({ markArea: { zlevel: 1 } })
    expect(byId('marked')).toMatchObject({ markArea: { zlevel: 1 } })
    expect(lasting.markLine).not.toHaveProperty('zlevel')
  })

  it('draws an isolated point as a dot', () => {
    const timesMs = [1, 2, 3, 4, 5].map((n) => SAMPLE_RANGE.fromMs + n * 60_000)
    const lone = draw(withSeries({ timesMs, values: [1, 2, null, 7, null] })).byId('lone 8')
    expect(lone).toMatchObject({ type: 'scatter', data: [[timesMs[3], 7]] })
    expect(draw(withSeries({ timesMs, values: [1, 2, null, 7, 8] })).byId('lone 8')).toBeUndefined()
  })

  it('never bridges a gap: nulls stay and lines do not connect them', () => {
    const line = draw(CHLORINE_FRAME).byId('line 8')
    expect(line?.connectNulls).toBe(false)
    expect(line?.data).toHaveLength(CHLORINE_FRAME.timesMs.length)
    expect(line?.data.filter((point) => (point as [number, null])[1] === null)).toHaveLength(15)
  })

  it('labels a gap with length and cause on a grey band', () => {
    const [area] = draw(CHLORINE_FRAME).marks.markArea?.data ?? []
    expect(area?.[0].name).toBe('缺测 1 小时 15 分\n设备断网')
    expect([area?.[0].xAxis, area?.[1].xAxis]).toEqual([CHLORINE_FRAME.gaps[0]?.fromMs, CHLORINE_FRAME.gaps[0]?.toMs])
  })

  it('extends an open gap to the end of the view and says it is longer, clips gaps to the view, and leaves narrow ones unlabelled', () => {
    const { fromMs, toMs } = SAMPLE_RANGE
    const gaps = [
      { fromMs: fromMs - 9e7, toMs: fromMs - 1, cause: 'device' },
      { fromMs: fromMs - 1_000, toMs: fromMs + 60_000, cause: 'device' },
      { fromMs: toMs - 7_200_000, toMs: null, cause: 'offline' },
    ] as const
    const areas = draw({ ...CHLORINE_FRAME, gaps }).marks.markArea?.data ?? []
    expect(areas.map(([start, end]) => [start.name, start.xAxis, end.xAxis])).toEqual([
      ['', fromMs, fromMs + 60_000],
      ['缺测至少 2 小时\n设备离线', toMs - 7_200_000, toMs],
    ])
  })

  it('states the length of the whole gap, however little of it is visible', () => {
    const { fromMs, toMs } = SAMPLE_RANGE
    const gap = { fromMs: fromMs - 86_400_000, toMs: toMs + 3_600_000, cause: 'device' } as const
    const [area] = draw({ ...CHLORINE_FRAME, gaps: [gap] }).marks.markArea?.data ?? []
    const hours = (toMs - fromMs) / 3_600_000 + 25
    expect(area?.[0].name).toContain(`缺测 ${Math.floor(hours / 24)} 天`)
    expect([area?.[0].xAxis, area?.[1].xAxis]).toEqual([fromMs, toMs])
  })

  it('names limit lines outside the plot and omits those that would flatten the line', () => {
    const { markLine } = draw(CHLORINE_FRAME).lasting
    expect(markLine?.label.position).toBe('end')
    expect(markLine?.data.map((line) => [line.name, line.yAxis])).toEqual([
      ['AEGL-1', 0.5],
      ['AEGL-2', 2],
    ])
    expect(markLine?.data[0]?.lineStyle.color).toBe(TOKENS.light.severity[3].solid)
  })

  it('draws a limit only while it is in force', () => {
    const [fromMs = 0, toMs = 0] = CHLORINE_FRAME.timesMs
    const limits = [{ name: 'AEGL-2', value: 2, severity: 2 as const, fromMs, toMs }]
    const [line] = draw({ ...CHLORINE_FRAME, limits }).marks.markLine?.data ?? []
    expect(line).toMatchObject([{ name: 'AEGL-2', coord: [fromMs, 2] }, { coord: [toMs, 2] }])
  })

  it('[BZ-07] marks where own limits were changed, and dashes them unlike published ones', () => {
    const { timesMs } = CHLORINE_FRAME
    const [fromMs = 0, toMs = 0] = [timesMs[0], timesMs.at(-1)]
    const [early = 0, close = 0] = [timesMs[60], timesMs[61]]
    const own = { name: '自定限值 2 级', value: 1, severity: 2 as const, fromMs: early, toMs, isOwn: true }
    const aegl = { name: 'AEGL-2', value: 2, severity: 2 as const, fromMs, toMs: early }
    const frame = { ...CHLORINE_FRAME, limits: [aegl, own], limitChangesMs: [fromMs - 1, early, close] }
    const { marks, option } = draw(frame)
    const data = marks.markLine?.data ?? []
    // Near an end of the plot a centred name would be cut.
    const late = draw({ ...frame, limitChangesMs: [toMs - 60_000] }).marks.markLine?.data.at(-1)
    expect(late).toMatchObject({ label: { align: 'right' } })
    expect(data).toMatchObject([
      [{ name: 'AEGL-2', lineStyle: { type: [5, 3] } }, {}],
      [{ name: '自定限值 2 级', lineStyle: { type: [8, 3, 1.5, 3] } }, {}],
      { name: '自定限值更改', xAxis: early },
      // Too close for another name.
      { name: '', xAxis: close },
    ])
    expect(option.grid).toMatchObject({ top: 26 })
  })

  it('joins a limit and its new value by an unnamed dotted line', () => {
    const [fromMs = 0, , changedMs = 0] = CHLORINE_FRAME.timesMs
    const toMs = CHLORINE_FRAME.timesMs.at(-1) ?? 0
    const limits = [
      { name: 'AEGL-2', value: 2, severity: 2 as const, fromMs, toMs: changedMs },
      { name: 'AEGL-1', value: 0.5, severity: 3 as const, fromMs, toMs: changedMs },
      { name: 'AEGL-2', value: 1.5, severity: 2 as const, fromMs: changedMs, toMs },
    ]
    const lines = draw({ ...CHLORINE_FRAME, limits }).marks.markLine?.data ?? []
    expect(lines.filter((line) => (line as unknown as [{ name: string }])[0].name === '')).toMatchObject([
      [{ coord: [changedMs, 2], lineStyle: { type: [1, 3] } }, { coord: [changedMs, 1.5] }],
    ])
  })

  it('puts what moves with the time axis on a separate canvas, except undated limits', () => {
    const layers = (isMovable: boolean) =>
      new Map(
        (draw(CHLORINE_FRAME, { isMovable }).series as { id: string; zlevel?: number }[]).map((s) => [s.id, s.zlevel]),
      )
    expect(layers(true).get('line 8')).toBe(1)
    expect(layers(true).get('marks')).toBe(1)
    expect(layers(true).get('limits')).toBe(0)
    expect(layers(false).get('line 8')).toBeUndefined()
  })

  it('highlights dots and lines under the pointer only when all lines can be redrawn within a frame', () => {
    const follows = (frame: ChartFrame) => {
      const { option, byId } = draw(frame)
      const { triggerEmphasis } = option.axisPointer as { triggerEmphasis: boolean }
      return [triggerEmphasis, (byId('line 8') as { silent?: boolean }).silent !== true]
    }
    expect(follows(CHLORINE_FRAME)).toEqual([true, true])
    const values = Array.from({ length: 2_001 }, () => 1)
    expect(follows(withSeries({ timesMs: values.map((_, n) => n), values }))).toEqual([false, false])
  })

  it('uses the colour-weak solids for limit lines in colour-weak mode', () => {
    const { markLine } = draw(CHLORINE_FRAME, {}, { ...LIGHT, isColourWeak: true }).lasting
    expect(markLine?.data[1]?.lineStyle.color).toBe(TOKENS.light.severity[2].weakSolid)
  })

  it('starts concentrations at zero, but not temperatures', () => {
    expect(draw(CHLORINE_FRAME).yAxis[0]?.min).toBe(0)
    const [pressure] = draw({ ...WEATHER_FRAME, series: WEATHER_FRAME.series.slice(2) }).yAxis
    expect(pressure?.min).toBeGreaterThan(1_000)
  })

  it('gives each unit its own axis, named only when there are several', () => {
    const { yAxis, byId } = draw(WEATHER_FRAME)
    expect(yAxis.map((axis) => [axis.name, axis.position])).toEqual([
      ['℃', 'left'],
      ['%', 'right'],
      ['hPa', 'right'],
    ])
    expect(byId('line 23')?.yAxisIndex).toBe(2)
    expect(draw(CHLORINE_FRAME).yAxis[0]?.name).toBeUndefined()
  })

  it('stacks the band on its base, in the colour of its line', () => {
    const { byId } = draw(CHLORINE_FRAME)
    expect(byId('floor 8')?.stack).toBe(byId('band 8')?.stack)
    expect(byId('band 8')?.areaStyle?.opacity).toBe(0.14)
    const [, height] = (byId('band 8')?.data[0] ?? []) as [number, number]
    expect(height).toBeCloseTo(0.24)
  })

  it('marks points excluded from statistics', () => {
    expect(draw(CHLORINE_FRAME).byId('flags 8')?.data).toHaveLength(3)
    expect(draw(withSeries({ q: undefined })).byId('flags 8')).toBeUndefined()
    const [first] = CHLORINE_FRAME.timesMs
    const noted = withSeries({ q: undefined, notes: new Map([[first ?? 0, '有效 29 min，不足 45 min']]) })
    expect(draw(noted).byId('flags 8')?.data).toHaveLength(1)
  })

  it('keeps gap bands and limits when the channel is hidden', () => {
    const { byId, marks } = draw(CHLORINE_FRAME, { hidden: new Set([8]) })
    expect(byId('line 8')).toBeUndefined()
    expect(marks.markArea?.data).toHaveLength(1)
  })

  it('shows the requested range with round hours of GMT+8, more of them where they fit', () => {
    const { xAxis } = draw(CHLORINE_FRAME, { widthPx: 450 })
    expect([xAxis.min, xAxis.max]).toEqual([SAMPLE_RANGE.fromMs, SAMPLE_RANGE.toMs])
    expect(xAxis.axisLabel.customValues).toHaveLength(8)
    expect(new Date(xAxis.axisLabel.customValues[0] ?? 0).toISOString()).toBe('2026-11-20T04:00:00.000Z')
    expect(draw(CHLORINE_FRAME, { widthPx: 1_300 }).xAxis.axisLabel.customValues).toHaveLength(24)
  })

  it('gives extra channels dashes when colours run out, each with a distinct look', () => {
    const lines = draw(CROWDED_FRAME).series.filter((item) => item.id.startsWith('line'))
    const looks = lines.map((line) => JSON.stringify(line.lineStyle))
    expect(new Set(looks).size).toBe(12)
  })

  it('draws an empty frame without failing', () => {
    expect(draw(EMPTY_FRAME).yAxis).toHaveLength(1)
    expect(timeSeriesOption(EMPTY_FRAME, LIGHT).series).toMatchObject([{ id: 'limits' }, { id: 'marks' }])
  })

  it('does not animate', () => {
    expect(draw(CHLORINE_FRAME).option.animation).toBe(false)
  })
})
