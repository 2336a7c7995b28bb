import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { AGGREGATES, type Aggregate } from '@natim/contract/mon/timeseries'
import { COMPARISONS, type Comparison } from '@natim/domain/comparison'
import type { TimeRange } from '@/widgets/chart/frame.ts'

export const TABS = ['stats', 'table', 'notes'] as const
export type HistoryTab = (typeof TABS)[number]

export const SHOWS = ['curves', 'analysis'] as const
export type HistoryShow = (typeof SHOWS)[number]

/** Part of the page's state in the address; the range is managed by `useHistoryView`. */
export interface LinkState {
  readonly channels: readonly number[]
  readonly level: string
  /** Empty = no comparison. */
  readonly compare: string
  readonly tab: string
  readonly show: string
  /** Custom comparison range; both 0 = none. */
  readonly otherFrom: number
  readonly otherTo: number
  /** One chart per device. */
  readonly split: boolean
}

export interface HistoryPageState {
  readonly channels: readonly number[]
  readonly level: 'auto' | Aggregate
  readonly compare: Comparison | undefined
  readonly tab: HistoryTab
  readonly show: HistoryShow
  /** The custom comparison range. */
  readonly other: TimeRange | undefined
  readonly split: boolean
}

/** Comparison with a custom range. */
export const OTHER = 'other' as const

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

/** The address is untrusted input: invalid values are dropped. */
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
