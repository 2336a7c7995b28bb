import type { DeviceEntry, Directory } from '../directory.ts'

/** What a change is about: a channel or device number, or a piece of a frame that is ready to send. */
export type Key = number | string

/**
 * Subscriptions that want the same frames share one group: changes are collected and put into text once for all of
 * them. Numbers are keys whose newest state is read when the frame is made, so a later change replaces an earlier one.
 */
export interface Group {
  readonly key: string
  readonly subscribers: Set<Subscriber>
  /** Least time between two frames, ms. */
  readonly intervalMs: number
  /** What the next frame is about. */
  readonly changed: Set<Key>
  /** What may wait for a rarer frame; moved to `changed` every `lazyIntervalMs`. */
  readonly lazy: Set<Key>
  dueMs: number
  lazyDueMs: number
  /** Channels and devices to listen to under this register; a group listens to either or to none. */
  readonly channelNos: () => readonly number[]
  readonly devices: () => readonly DeviceEntry[]
  /** The register was read again. */
  readonly reload: (directory: Directory) => void
  /** The first frame of a subscription; undefined when there is nothing to say yet. */
  readonly snapshot: (id: string) => string | undefined
  /** A frame about some changes. `dropped` = how many older ones a slow socket missed. */
  readonly render: (id: string, keys: Iterable<Key>, dropped: number) => string
}

/** The sending side of a socket, as far as a subscription needs it. */
export interface Pipe {
  /** Whether it is worth making a frame for a socket that was behind. */
  readonly hasRoom: () => boolean
  /** Takes a frame unless the socket is behind by more than its buffer. */
  readonly offer: (frame: string) => boolean
}

/** One subscription of one socket. */
export interface Subscriber {
  readonly id: string
  readonly pipe: Pipe
  /** Changes that could not be sent: the socket is slower than the feed. */
  readonly held: Set<Key>
  dropped: number
  needsSnapshot: boolean
}
