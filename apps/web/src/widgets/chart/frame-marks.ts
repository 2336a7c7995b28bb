import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { FONT_FAMILY } from '@/theme/metrics.ts'
import { SEVERITY_SHAPES } from '@/ui/glyph-shapes.ts'
import { type ChartFrame, type FrameBand, type FrameNote, type TimeRange, timesOf } from './frame.ts'
import { type DrawingTheme, severityColour } from './plot-marks.ts'
import { nearestIndex } from './tooltip-rows.ts'
import type { ValueScale } from './value-scale.ts'

/** design 23 */
const BAND_OPACITY = 0.12
const GLYPH_PX = 18
const BALLOON_PX = 16
const BALLOON =
  'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-6l-5 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM6 7h12v1.6H6zM6 11h8v1.6H6z'

const isWithin = (tsMs: number, { fromMs, toMs }: TimeRange) => tsMs >= fromMs && tsMs <= toMs

/** Bands in the severity colour; an active alarm extends to the end of the view. */
export function alarmBands(frame: ChartFrame, range: TimeRange, theme: DrawingTheme): LineSeriesOption[] {
  const bands = frame.bands ?? []
  if (bands.length === 0) return []
  return [
    {
      type: 'line',
      id: 'alarms',
      data: [],
      silent: true,
      z: 0,
      markArea: {
        silent: true,
        data: bands.map((band) => [
          {
            xAxis: Math.max(band.fromMs, range.fromMs),
            itemStyle: { color: severityColour(theme, band.severity), opacity: BAND_OPACITY },
          },
          { xAxis: Math.min(band.toMs ?? range.toMs, range.toMs) },
        ]),
      },
    },
  ]
}

/** The marked range, in the selection colour. */
export function markedRange({ marked }: ChartFrame, { tokens }: DrawingTheme): LineSeriesOption[] {
  if (marked === undefined) return []
  return [
    {
      type: 'line',
      id: 'marked',
      data: [],
      silent: true,
      z: 0,
      markArea: {
        silent: true,
        itemStyle: { color: tokens.chart.series[0], opacity: BAND_OPACITY },
        data: [[{ xAxis: marked.fromMs }, { xAxis: marked.toMs }]],
      },
    },
  ]
}

/** The severity glyph at the start of each alarm. */
export function alarmGlyphs(
  frame: ChartFrame,
  range: TimeRange,
  { max }: ValueScale,
  theme: DrawingTheme,
): ScatterSeriesOption[] {
  const begun = (frame.bands ?? []).filter(({ fromMs }) => isWithin(fromMs, range))
  if (begun.length === 0) return []
  const { tokens } = theme
  const glyph = (band: FrameBand) => ({
    value: [band.fromMs, max],
    symbol: `path://${SEVERITY_SHAPES[band.severity].d}`,
    itemStyle: {
      color: severityColour(theme, band.severity),
      borderColor: tokens.severity[band.severity].outline ?? tokens.neutral.card,
      borderWidth: 1,
    },
    label: { formatter: String(band.severity), color: tokens.severity[band.severity].digit },
  })
  return [
    {
      type: 'scatter',
      id: 'alarm starts',
      data: begun.map(glyph),
      symbolSize: GLYPH_PX,
      symbolOffset: [0, GLYPH_PX / 2],
      label: { show: true, position: 'inside', fontSize: 11, fontWeight: 600, fontFamily: FONT_FAMILY },
      silent: true,
      z: 5,
    },
  ]
}

/** Height of a note: on the line of its channel, else in the middle. */
function heightOf(frame: ChartFrame, { channelNo, fromMs }: FrameNote, scale: ValueScale): number {
  const series = frame.series.find((item) => item.channelNo === channelNo)
  const unit = frame.series[0]?.unit
  const middle = (scale.min + scale.max) / 2
  // A line on another axis has another height.
  if (series === undefined || series.unit !== unit || series.isBars) return middle
  return series.values[nearestIndex(timesOf(frame, series), fromMs)] ?? middle
}

/** Balloons that open their note; the data name identifies it. */
export function noteBalloons(
  frame: ChartFrame,
  range: TimeRange,
  scale: ValueScale,
  { tokens }: DrawingTheme,
): ScatterSeriesOption[] {
  const notes = (frame.notes ?? []).filter((note) => note.toMs >= range.fromMs && note.fromMs <= range.toMs)
  if (notes.length === 0) return []
  return [
    {
      type: 'scatter',
      id: NOTES_ID,
      cursor: 'pointer',
      data: notes.map((note) => ({
        name: note.id,
        value: [Math.max(note.fromMs, range.fromMs), heightOf(frame, note, scale)],
      })),
      symbol: `path://${BALLOON}`,
      symbolSize: BALLOON_PX,
      symbolOffset: [0, -BALLOON_PX],
      itemStyle: { color: tokens.neutral.card, borderColor: tokens.neutral.text, borderWidth: 1.2 },
      z: 6,
    },
  ]
}

export const NOTES_ID = 'notes'
