import type { DeviceEntry, Directory } from '../directory.ts'

/** Key of a change: a channel or device number, or a rendered piece of a frame. */
export type Key = number | string

/**
 * Subscriptions to the same frames share one group, so that changes are collected and rendered once. For numeric keys
 * the newest state is read at render time, so a later change replaces an earlier one.
 */
export interface Group {
  readonly key: string
  readonly subscribers: Set<Subscriber>
  /** Minimum time between two frames, ms. */
  readonly intervalMs: number
  /** Keys for the next frame. */
  readonly changed: Set<Key>
  /** Keys that may wait for a rarer frame; moved to `changed` every `lazyIntervalMs`. */
  readonly lazy: Set<Key>
  dueMs: number
  lazyDueMs: number
  /** Channels and devices to listen to under the current register; a group uses one of the two or neither. */
  readonly channelNos: () => readonly number[]
  readonly devices: () => readonly DeviceEntry[]
  /** Called when the register was reloaded. */
  readonly reload: (directory: Directory) => void
  /** The first frame of a subscription; undefined while there is no data. */
  readonly snapshot: (id: string) => string | undefined
  /** Renders a frame of changes. `dropped` = number of older ones a slow socket missed. */
  readonly render: (id: string, keys: Iterable<Key>, dropped: number) => string
}

/** The sending side of a socket as needed by subscriptions. */
export interface Pipe {
  /** Whether a frame is worth rendering for a socket that was behind. */
  readonly hasRoom: () => boolean
  /** Accepts a frame unless the socket is behind by more than its buffer. */
  readonly offer: (frame: string) => boolean
}

/** One subscription of one socket. */
export interface Subscriber {
  readonly id: string
  readonly pipe: Pipe
  /** Changes not sent yet because the socket is slower than the feed. */
  readonly held: Set<Key>
  dropped: number
  needsSnapshot: boolean
}
