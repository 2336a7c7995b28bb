import type { ChannelChoice } from '@natim/contract/mon/timeseries'

/** Props of every channel list. */
export interface ChannelChoosing {
  readonly chosen: readonly number[]
  /** The maximum number of channels is chosen. */
  readonly isFull: boolean
  readonly onToggle: (choice: ChannelChoice) => void
}
