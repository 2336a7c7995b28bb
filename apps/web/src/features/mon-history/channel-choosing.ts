import type { ChannelChoice } from '@natim/contract/mon/timeseries'

/** What every list of channels to choose from is given. */
export interface ChannelChoosing {
  readonly chosen: readonly number[]
  /** No room for another one. */
  readonly isFull: boolean
  readonly onToggle: (choice: ChannelChoice) => void
}
