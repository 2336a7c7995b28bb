import { QUALITY } from './quality.ts'
import { MINUTE_MS, SECOND_MS } from './time.ts'

/** domain §6.3 step 2 */
const FUTURE_TOLERANCE_MS = 5 * SECOND_MS
const FUTURE_LIMIT_MS = 5 * MINUTE_MS
/** domain §6.3 step 6 */
const LATE_AFTER_MS = 5 * MINUTE_MS
/** Cap on the allowance for a slow clock when lateness is judged. */
const MAX_SLOWNESS_MS = 15 * MINUTE_MS
/** A median skew beyond this is shown as a wrong clock (domain §6.3 step 2). */
export const CLOCK_WRONG_FROM_MS = 30 * SECOND_MS

/** The fields of a message that decide its times; compatible with `TelemetryColumns`. */
export interface MessageTimes {
  /** As sent: epoch ms, or seconds when it has ten digits; undefined when missing. */
  readonly baseTs: number | undefined
  /** Per point, added to the base. */
  readonly offsetMs: readonly number[]
}

export interface AcceptedTimes {
  readonly ok: true
  /** Per point, epoch ms. Meaningless where `quality` is {@link TOO_OLD}. */
  readonly tsMs: number[]
  /** Per point: bits 64 (late) and 128 (time corrected), or {@link TOO_OLD} for a refused point. */
  readonly quality: number[]
  /** Number of points older than the retention. */
  readonly tooOld: number
  /** Instant of the message, epoch ms: that of its newest point, or its own if it has no points. */
  readonly newestMs: number
  /** Receive time minus the newest time as sent (after seconds became ms); undefined when the message has no time. */
  readonly skewMs: number | undefined
  /** More than five minutes ahead: its clock is not trusted. */
  readonly isFarAhead: boolean
}

/** How a message arrived. */
export interface Arrival {
  /** A single instant, or rows that may have been buffered. */
  readonly kind: 'tele' | 'batch'
  /** Epoch ms. */
  readonly rxMs: number
  /** Retention of raw data. */
  readonly retentionMs: number
  /** Median of receive time minus sent time over the device's previous `tele` messages. */
  readonly medianSkewMs: number
}

export type AcceptanceResult =
  | AcceptedTimes
  | { readonly ok: false; readonly code: 'E_FUTURE'; readonly skewMs: number }

/** Value in `AcceptedTimes.quality`: E_TOO_OLD. */
export const TOO_OLD = -1

const isSeconds = (ts: number) => ts >= 1e9 && ts < 1e10

/**
 * Determines the times of a message (domain §6.3 steps 2 and 6).
 *
 * A missing time becomes the receive time, ten digits are seconds, and a message whose newest point lies more than 5 s
 * ahead is shifted as a whole so that this point lies at the receive time: shifting points separately would make them
 * collide. A batch more than 5 min ahead is refused because none of its times can be trusted; a single instant never
 * is, because a release must not be lost to a wrong clock.
 */
export function acceptTimes(message: MessageTimes, arrival: Arrival): AcceptanceResult {
  const { baseTs, offsetMs } = message
  const { kind, rxMs } = arrival
  let newestOffset = offsetMs[0] ?? 0
  for (let i = 1; i < offsetMs.length; i++) {
    const offset = offsetMs[i] as number
    if (offset > newestOffset) newestOffset = offset
  }
  let base: number
  let correction = 0
  let skewMs: number | undefined
  if (baseTs === undefined) {
    base = rxMs - newestOffset
    correction = QUALITY.timeCorrected
  } else {
    base = isSeconds(baseTs) ? baseTs * 1000 : baseTs
    if (base !== baseTs) correction = QUALITY.timeCorrected
    skewMs = rxMs - (base + newestOffset)
    if (kind === 'batch' && skewMs < -FUTURE_LIMIT_MS) return { ok: false, code: 'E_FUTURE', skewMs }
    if (skewMs < -FUTURE_TOLERANCE_MS) {
      base += skewMs
      correction = QUALITY.timeCorrected
    }
  }
  const isFarAhead = skewMs !== undefined && skewMs < -FUTURE_LIMIT_MS
  return {
    ok: true,
    ...settlePoints(base, offsetMs, correction, arrival),
    newestMs: Math.round(base + newestOffset),
    skewMs,
    isFarAhead,
  }
}

function settlePoints(
  base: number,
  offsetMs: readonly number[],
  correction: number,
  { kind, rxMs, retentionMs, medianSkewMs }: Arrival,
) {
  const slownessMs = kind === 'tele' ? Math.min(Math.max(medianSkewMs, 0), MAX_SLOWNESS_MS) : 0
  const tsMs: number[] = []
  const quality: number[] = []
  let tooOld = 0
  for (let i = 0; i < offsetMs.length; i++) {
    // Rounded to milliseconds, because fractions would put two points on one instant.
    const ts = Math.round(base + (offsetMs[i] as number))
    const age = rxMs - ts
    tsMs.push(ts)
    if (age > retentionMs) {
      tooOld++
      quality.push(TOO_OLD)
    } else {
      quality.push(age - slownessMs > LATE_AFTER_MS ? correction | QUALITY.late : correction)
    }
  }
  return { tsMs, quality, tooOld }
}
