/** Kind of an uplink message; the last part of its topic or path. */
export type UplinkKind = 'tele' | 'batch' | 'state' | 'event' | 'ack' | 'blob/spectrum'

export interface Outgoing {
  readonly kind: UplinkKind
  /** Client id of the child a gateway relays for; undefined for the device itself. */
  readonly childId?: string | undefined
  readonly payload: string
  /** Points in the payload; 0 for anything but telemetry. */
  readonly points: number
}

/**
 * A device's connection to the server. At-least-once delivery: unacknowledged messages are resent after a disconnect.
 */
export interface Link {
  readonly isOpen: () => boolean
  /** Messages sent and not yet acknowledged. */
  readonly waiting: () => number
  /** Only while open. `onSettled` is called when the server has acknowledged or refused, however long that takes. */
  readonly send: (message: Outgoing, onSettled?: () => void) => void
  /** Drops the connection without a disconnect message, like a dead radio, and stays disconnected. */
  readonly cut: () => void
  /** Reconnects after {@link Link.cut}. */
  readonly reopen: () => void
  /** Disconnects cleanly and frees everything; unacknowledged messages are abandoned. */
  readonly close: () => Promise<void>
}

export interface LinkEvents {
  /** The connection is (re)established. */
  readonly onOpen: () => void
  /** A command for the device itself, as sent. */
  readonly onCommand: (payload: Buffer) => void
  /** A refusal or a broken connection; the link retries automatically. */
  readonly onProblem: (message: string) => void
}

export interface LinkOptions extends LinkEvents {
  readonly url: string
  readonly clientId: string
  readonly secret: string
}
