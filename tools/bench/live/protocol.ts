/** What the consoles are told, as JSON in the only argument. */
export interface ConsolesPlan {
  /** Address of the live feed. */
  readonly url: string
  /** JSON file with `number[][]`: the channels of each console. */
  readonly channelsFile: string
  /** Used in turn; ten sockets a session at most. */
  readonly tokens: readonly string[]
  readonly seconds: number
}

/** What they print when they are done. */
export interface ConsolesResult {
  readonly points: number
  readonly frames: number
  /** Bytes that came over the sockets, compressed as they came. */
  readonly bytes: number
  readonly dropped: number
  /** From the instant a sample carries to its arrival here, ms. */
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly cpuS: number
}

/** Printed when every console has its snapshot and the measurement begins. */
export const READY = 'ready'

/** What the bare server is told, as JSON in its only argument. */
export interface BarePlan {
  readonly points: number
  readonly isCompressed: boolean
}
