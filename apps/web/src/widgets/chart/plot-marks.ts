import { GAP_CAUSE } from '@natim/contract/dict'
import { formatDuration } from '@natim/domain/format'
import { OWN_LIMIT } from '@natim/domain/own-limit'
import type { LineSeriesOption } from 'echarts/charts'
import type { ActiveTheme } from '@/theme/theme-provider.tsx'
import type { ThemeTokens } from '@/theme/token-types.ts'
import { captionStyle } from './chart-option.ts'
import type { FrameGap, FrameLimit, TimeRange } from './frame.ts'

/** Theme values needed by canvas drawings. */
export type DrawingTheme = Pick<ActiveTheme, 'tokens' | 'isColourWeak'>

/** A gap narrower than this share of the view is drawn without its cause. */
const LABEL_SHARE = 0.03
/** Cause labels closer than this share of the view would overlap. */
const LABEL_DISTANCE = 0.14

/** The length of an open gap is unknown; it extends beyond the end of the view. */
const gapText = (gap: FrameGap, viewToMs: number): string =>
  `${gap.toMs === null ? '缺测至少' : '缺测'} ${formatDuration((gap.toMs ?? viewToMs) - gap.fromMs)}\n${GAP_CAUSE[gap.cause]}`

/** Grey bands with the cause and length of the whole gap; an open gap extends to the end of the view. */
export function gapAreas(
  gaps: readonly FrameGap[],
  range: TimeRange,
  tokens: ThemeTokens,
): LineSeriesOption['markArea'] {
  const span = range.toMs - range.fromMs
  let lastLabel = Number.NEGATIVE_INFINITY
  const areas = gaps.flatMap((gap): [{ name: string; xAxis: number }, { xAxis: number }][] => {
    const fromMs = Math.max(gap.fromMs, range.fromMs)
    const toMs = Math.min(gap.toMs ?? range.toMs, range.toMs)
    if (toMs <= fromMs) return []
    const centre = (fromMs + toMs) / 2
    const hasLabel = (toMs - fromMs) / span >= LABEL_SHARE && (centre - lastLabel) / span >= LABEL_DISTANCE
    if (hasLabel) lastLabel = centre
    return [[{ name: hasLabel ? gapText(gap, range.toMs) : '', xAxis: fromMs }, { xAxis: toMs }]]
  })
  return {
    silent: true,
    itemStyle: { color: tokens.chart.gapBand },
    label: { ...captionStyle(tokens), position: 'insideTop', lineHeight: 16, distance: 6 },
    data: areas,
  }
}

/** Colour of a severity in charts, honouring the colour-weak mode. */
export const severityColour = ({ tokens, isColourWeak }: DrawingTheme, level: FrameLimit['severity']): string =>
  isColourWeak ? tokens.severity[level].weakSolid : tokens.severity[level].solid

const PUBLISHED_DASH = [5, 3]
const OWN_DASH = [8, 3, 1.5, 3]

/** Dashed lines, dash-dotted for own limits, with their names at the right end, outside the plot if there is room. */
export function limitLines(
  limits: readonly FrameLimit[],
  theme: DrawingTheme,
  isOutside: boolean,
): LineSeriesOption['markLine'] {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: {
      ...captionStyle(theme.tokens),
      position: isOutside ? 'end' : 'insideEndTop',
      formatter: '{b}',
      distance: isOutside ? 6 : 2,
    },
    data: limits.flatMap((limit): MarkLineData[] => {
      const { name, value, fromMs, toMs } = limit
      const type = limit.isOwn ? OWN_DASH : PUBLISHED_DASH
      const lineStyle = { color: severityColour(theme, limit.severity), width: 1.2, type }
      if (fromMs === undefined || toMs === undefined) return [{ name, yAxis: value, lineStyle }]
      return [
        [{ name, coord: [fromMs, value], lineStyle }, { coord: [toMs, value] }],
        ...cutAfter(limit, limits, theme),
      ]
    }),
  }
}

/** Dotted verticals where own limits were changed, named above the plot where there is room. */
export function limitChanges(changesMs: readonly number[], range: TimeRange, { tokens }: DrawingTheme): MarkLineData[] {
  const span = range.toMs - range.fromMs
  let lastLabel = Number.NEGATIVE_INFINITY
  return changesMs
    .filter((atMs) => atMs > range.fromMs && atMs < range.toMs)
    .map((atMs) => {
      const hasLabel = (atMs - lastLabel) / span >= LABEL_DISTANCE
      if (hasLabel) lastLabel = atMs
      return {
        name: hasLabel ? LIMIT_CHANGE : '',
        xAxis: atMs,
        lineStyle: { color: tokens.neutral.textTertiary, width: 1, type: [1, 3] },
        label: { position: 'end', distance: 2, align: alignAt((atMs - range.fromMs) / span) },
      }
    })
}

/** A label centred this near to an end of the plot would be cut there. */
const NEAR_END = 0.2

const alignAt = (share: number) => (share < NEAR_END ? 'left' : share > 1 - NEAR_END ? 'right' : 'center')

/** Name of a change of own limits in the plot and its legend. */
export const LIMIT_CHANGE = `${OWN_LIMIT}更改`

type MarkLineData = NonNullable<NonNullable<LineSeriesOption['markLine']>['data']>[number]

/** Dotted line from a limit to its changed value. */
function cutAfter(
  { name, value, toMs }: FrameLimit,
  limits: readonly FrameLimit[],
  theme: DrawingTheme,
): MarkLineData[] {
  const next = limits.find((other) => other.name === name && other.fromMs === toMs)
  if (toMs === undefined || next === undefined) return []
  const lineStyle = { color: severityColour(theme, next.severity), width: 1.2, type: [1, 3] }
  return [[{ name: '', coord: [toMs, value], lineStyle }, { coord: [toMs, next.value] }]]
}
