import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { type Comparison, comparedRange } from '@natim/domain/comparison'
import { useMemo } from 'react'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { type LastGood, useLastGood } from '@/lib/query/use-last-good.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { type HistoryView, useHistoryView } from '@/widgets/history/use-history-view.ts'
import { type Alignment, alignmentOf } from './compared-frame.ts'
import { type HistoryPageState, type LinkState, OTHER, PAGE_DEFAULTS, readPageState } from './history-state.ts'

/** The comparison with an earlier range. */
export interface Earlier {
  readonly comparison: Comparison | typeof OTHER
  readonly alignment: Alignment | undefined
  /** Undefined where the calendar has no such days: May has a 31st, April does not. */
  readonly range: TimeRange | undefined
  /** Undefined while loading. */
  readonly series: readonly TsSeries[] | undefined
  readonly error: string | undefined
}

export interface History {
  readonly state: HistoryPageState
  readonly view: HistoryView
  readonly answer: LastGood<{ readonly series: readonly TsSeries[] }>
  /** In the order of the channels; empty while none is chosen. */
  readonly series: readonly TsSeries[]
  readonly earlier: Earlier | undefined
  readonly isFull: boolean
  readonly toggle: (channelNo: number) => void
  readonly clear: () => void
  readonly change: (patch: Partial<LinkState>) => void
}

/** State and data of the page; the state is kept in the address. */
export function useHistory(): History {
  const [given, change] = useListState(PAGE_DEFAULTS)
  const state = readPageState(given)
  const view = useHistoryView()
  const { channels, level } = state
  const questionOf = ({ fromMs, toMs }: TimeRange) => ({
    query: { channels: channels.join(','), from: fromMs, to: toMs, agg: level },
  })
  const isAsking = channels.length > 0
  const query = useEndpoint(timeseriesEndpoints.query, questionOf(view.range), { enabled: isAsking })
  const answer = useLastGood(query, channels.join(','))
  return {
    state,
    view,
    answer,
    series: isAsking ? (answer.data?.series ?? []) : [],
    earlier: useEarlier(state, view.range, questionOf),
    isFull: channels.length >= MAX_QUERY_CHANNELS,
    toggle: (channelNo) =>
      change({
        channels: channels.includes(channelNo) ? channels.filter((no) => no !== channelNo) : [...channels, channelNo],
      }),
    clear: () => change({ channels: [] }),
    change,
  }
}

function useEarlier(
  { compare: calendar, other, channels }: HistoryPageState,
  shown: TimeRange,
  questionOf: (range: TimeRange) => {
    readonly query: { channels: string; from: number; to: number; agg: HistoryPageState['level'] }
  },
): Earlier | undefined {
  const compare = other ? OTHER : calendar
  const range = other ?? (calendar && comparedRange(calendar, shown))
  const isReal = range !== undefined && range.toMs > range.fromMs
  const { data, isPlaceholderData, error } = useEndpoint(timeseriesEndpoints.query, questionOf(range ?? shown), {
    enabled: isReal && channels.length > 0,
  })
  const { fromMs, toMs } = shown
  const [start, end] = [range?.fromMs ?? 0, range?.toMs ?? 0]
  const alignment = useMemo(
    () => (compare ? alignmentOf(compare, { fromMs, toMs }, { fromMs: start, toMs: end }) : undefined),
    [compare, fromMs, toMs, start, end],
  )
  if (compare === undefined) return undefined
  return {
    comparison: compare,
    alignment,
    range: isReal ? range : undefined,
    // Lines of the previous range would be aligned to the wrong labels.
    series: isReal && !isPlaceholderData ? data?.series : undefined,
    error: error?.message,
  }
}
