import { DAY_MS, HOUR_MS, MINUTE_MS, monthStartGmt8 } from '@natim/domain/time'
import type { TimeRange } from '@/widgets/chart/frame.ts'

/** Start this long before the end. */
const before = (lengthMs: number) => (toMs: number) => toMs - lengthMs

/** Quick ranges ending now (domain §10.6). `slideMs`: how often the end advances while one is shown. */
export const PRESETS = {
  '1h': { label: '1h', startMs: before(HOUR_MS), slideMs: MINUTE_MS },
  '6h': { label: '6h', startMs: before(6 * HOUR_MS), slideMs: MINUTE_MS },
  '24h': { label: '24h', startMs: before(DAY_MS), slideMs: MINUTE_MS },
  '7d': { label: '7d', startMs: before(7 * DAY_MS), slideMs: 10 * MINUTE_MS },
  '30d': { label: '30d', startMs: before(30 * DAY_MS), slideMs: HOUR_MS },
  // At midnight of the first the new month has no data yet, so the previous one is shown.
  month: { label: '本月', startMs: (toMs: number) => monthStartGmt8(toMs - 1), slideMs: HOUR_MS },
} as const

export type Preset = keyof typeof PRESETS

/** Page state in the address. Times are epoch ms, ranges half-open. */
export interface HistoryState {
  readonly range: string
  /** Ends of a custom range. */
  readonly from: number
  readonly to: number
  /** Zoomed ranges, the widest first. */
  readonly zoom: readonly (readonly [fromMs: number, toMs: number])[]
}

export const HISTORY_DEFAULTS: HistoryState = { range: '24h', from: 0, to: 0, zoom: [] }

/** Below this there is nothing to see between two samples. */
const MIN_WIDTH_MS = 5_000

export const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name)

/** The address is untrusted input: an invalid range falls back to the default. */
export function readHistoryState({ range, from, to, zoom }: HistoryState): HistoryState {
  const isCustom = range === 'custom' && Number.isFinite(from) && Number.isFinite(to) && to > from
  const levels = Array.isArray(zoom) ? zoom.filter((level) => Array.isArray(level) && level[1] > level[0]) : []
  if (isCustom) return { range, from, to, zoom: levels }
  return { range: isPreset(range) ? range : HISTORY_DEFAULTS.range, from: 0, to: 0, zoom: levels }
}

/** The range before any zoom. A preset ends at the next full slide, so that its query stays stable in between. */
export function baseRange(state: HistoryState, nowMs: number): TimeRange {
  if (!isPreset(state.range)) return { fromMs: state.from, toMs: state.to }
  const { startMs, slideMs } = PRESETS[state.range]
  const toMs = Math.ceil(nowMs / slideMs) * slideMs
  return { fromMs: startMs(toMs), toMs }
}

/** The range that is shown. */
export function shownRange(state: HistoryState, nowMs: number): TimeRange {
  const last = state.zoom.at(-1)
  return last ? { fromMs: last[0], toMs: last[1] } : baseRange(state, nowMs)
}

/** A smaller zoom step refines the last level: a wheel turn is not a level of its own. */
const REFINES_FROM = 0.5

/**
 * Zoom levels after a new range: levels around it stay as the way back, others are removed. So zooming in adds a level,
 * panning moves the last one, and zooming out removes levels.
 */
export function zoomTo(levels: HistoryState['zoom'], range: TimeRange): HistoryState['zoom'] {
  const fromMs = Math.round(range.fromMs)
  const toMs = Math.max(Math.round(range.toMs), fromMs + MIN_WIDTH_MS)
  const width = toMs - fromMs
  const around = levels.filter(
    ([from, to]) => from <= fromMs && to >= toMs && to - from > width && width / (to - from) < REFINES_FROM,
  )
  return [...around, [fromMs, toMs]]
}
