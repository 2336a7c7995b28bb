import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { AGGREGATES, type Aggregate } from '@natim/contract/mon/timeseries'
import { type Comparison, COMPARISONS } from '@natim/domain/comparison'
import type { TimeRange } from '@/widgets/chart/frame.ts'

export const TABS = ['stats', 'table', 'notes'] as const
export type HistoryTab = (typeof TABS)[number]

export const SHOWS = ['curves', 'analysis'] as const
export type HistoryShow = (typeof SHOWS)[number]

/** Part of the page's state in the address; the range is that of `useHistoryView`. */
export interface LinkState {
  readonly channels: readonly number[]
  readonly level: string
  /** Empty = with nothing. */
  readonly compare: string
  readonly tab: string
  readonly show: string
  /** The second range of a comparison of one's own; both 0 = none. */
  readonly otherFrom: number
  readonly otherTo: number
  /** A chart for each device. */
  readonly split: boolean
}

export interface HistoryPageState {
  readonly channels: readonly number[]
  readonly level: 'auto' | Aggregate
  readonly compare: Comparison | undefined
  readonly tab: HistoryTab
  readonly show: HistoryShow
  /** What a comparison of one's own is with. */
  readonly other: TimeRange | undefined
  readonly split: boolean
}

/** Comparison with a range of the user's own. */
export const OTHER = 'other'

export const PAGE_DEFAULTS: LinkState = {
  channels: [],
  level: 'auto',
  compare: '',
  tab: 'stats',
  show: 'curves',
  otherFrom: 0,
  otherTo: 0,
  split: false,
}

export const isChannelNo = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** An address is input: what it cannot mean is left out. */
export function readPageState({
  channels,
  level,
  compare,
  tab,
  show,
  otherFrom,
  otherTo,
  split,
}: LinkState): HistoryPageState {
  return {
    channels: [...new Set(channels.filter(isChannelNo))].slice(0, MAX_QUERY_CHANNELS),
    level: AGGREGATES.find((known) => known === level) ?? 'auto',
    compare: COMPARISONS.find((known) => known === compare),
    tab: TABS.find((known) => known === tab) ?? 'stats',
    show: SHOWS.find((known) => known === show) ?? 'curves',
    split,
    other: compare === OTHER && otherTo > otherFrom ? { fromMs: otherFrom, toMs: otherTo } : undefined,
  }
}
