/** What goes up; the last part of its topic or path. */
export type UplinkKind = 'tele' | 'batch' | 'state' | 'event' | 'ack' | 'blob/spectrum'

export interface Outgoing {
  readonly kind: UplinkKind
  /** Client id of the child a gateway speaks for; undefined for the device itself. */
  readonly childId?: string | undefined
  readonly payload: string
  /** Points in the payload; 0 for everything else than telemetry. */
  readonly points: number
}

/** A device's way to the server. Delivers at least once: unacknowledged messages are sent again after a cut. */
export interface Link {
  readonly isOpen: () => boolean
  /** Messages handed over and not yet acknowledged. */
  readonly waiting: () => number
  /** Only while open. `onSettled` is called when the server has acknowledged or refused, however long that takes. */
  readonly send: (message: Outgoing, onSettled?: () => void) => void
  /** Drops the connection without a goodbye, as a dead radio does, and stays away. */
  readonly cut: () => void
  /** Comes back after {@link Link.cut}. */
  readonly reopen: () => void
  /** Says goodbye and frees everything; what is unacknowledged stays unacknowledged. */
  readonly close: () => Promise<void>
}

export interface LinkEvents {
  /** The connection stands (again). */
  readonly onOpen: () => void
  /** A command for the device itself, as sent. */
  readonly onCommand: (payload: Buffer) => void
  /** A refusal or a broken connection; the link tries again by itself. */
  readonly onProblem: (message: string) => void
}

export interface LinkOptions extends LinkEvents {
  readonly url: string
  readonly clientId: string
  readonly secret: string
}
