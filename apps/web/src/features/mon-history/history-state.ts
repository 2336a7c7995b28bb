import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { AGGREGATES, type Aggregate } from '@natim/contract/mon/timeseries'
import { type Comparison, COMPARISONS } from '@natim/domain/comparison'

export const TABS = ['stats', 'table'] as const
export type HistoryTab = (typeof TABS)[number]

/** Part of the page's state in the address; the range is that of `useHistoryView`. */
export interface LinkState {
  readonly channels: readonly number[]
  readonly level: string
  /** Empty = with nothing. */
  readonly compare: string
  readonly tab: string
}

export interface HistoryPageState {
  readonly channels: readonly number[]
  readonly level: 'auto' | Aggregate
  readonly compare: Comparison | undefined
  readonly tab: HistoryTab
}

export const PAGE_DEFAULTS: LinkState = { channels: [], level: 'auto', compare: '', tab: 'stats' }

export const isChannelNo = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** An address is input: what it cannot mean is left out. */
export function readPageState({ channels, level, compare, tab }: LinkState): HistoryPageState {
  return {
    channels: [...new Set(channels.filter(isChannelNo))].slice(0, MAX_QUERY_CHANNELS),
    level: AGGREGATES.find((known) => known === level) ?? 'auto',
    compare: COMPARISONS.find((known) => known === compare),
    tab: TABS.find((known) => known === tab) ?? 'stats',
  }
}
