import { useListState } from '@/lib/list-state.ts'
import { useTicker } from '@/ui/ticker.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import {
  baseRange,
  HISTORY_DEFAULTS,
  type HistoryState,
  isPreset,
  PRESETS,
  readHistoryState,
  shownRange,
  zoomTo,
} from './history-range.ts'

/** View of the history chart, kept in the address, and its navigation. */
export interface HistoryView {
  readonly state: HistoryState
  readonly range: TimeRange
  readonly choose: (preset: string) => void
  readonly chooseCustom: (range: TimeRange) => void
  readonly zoom: (fromMs: number, toMs: number) => void
  /** Returns to the level of that index; −1 is the range before any zoom. */
  readonly backTo: (level: number) => void
  /** Returns one level; no-op when not zoomed. */
  readonly back: () => void
}

export function useHistoryView(): HistoryView {
  const [given, change] = useListState(HISTORY_DEFAULTS)
  const state = readHistoryState(given)
  const slideMs = isPreset(state.range) ? PRESETS[state.range].slideMs : Number.POSITIVE_INFINITY
  // A zoomed range is fixed; otherwise the end advances by full slides.
  const isMoving = state.zoom.length === 0 && Number.isFinite(slideMs)
  const toMs = useTicker((now) => (isMoving ? baseRange(state, now).toMs : 0))
  return {
    state,
    range: shownRange(state, toMs),
    choose: (preset) => change({ range: preset, from: 0, to: 0, zoom: [] }),
    chooseCustom: ({ fromMs, toMs: endMs }) => change({ range: 'custom', from: fromMs, to: endMs, zoom: [] }),
    zoom: (fromMs, endMs) => change({ zoom: zoomTo(state.zoom, { fromMs, toMs: endMs }) }),
    backTo: (level) => change({ zoom: state.zoom.slice(0, level + 1) }),
    back: () => change({ zoom: state.zoom.slice(0, -1) }),
  }
}
