/** Samples of one channel on one day, as the daily rollup counts them. */
export interface DayCounts {
  /** Stored. */
  readonly n: number
  readonly nValid: number
  /** Samples carrying the bit: one sample may be counted in several fields. */
  readonly nCal: number
  /** By devices or by people. */
  readonly nInvalid: number
  readonly nManual: number
  readonly nLate: number
}

export const NO_COUNTS: DayCounts = { n: 0, nValid: 0, nCal: 0, nInvalid: 0, nManual: 0, nLate: 0 }

/** Outcome of the samples that were due; sample counts. */
export interface Capture {
  /** Due by the period in force at the time. */
  readonly expected: number
  /** Received samples among the expected. */
  readonly received: number
  /** Valid samples among the received. */
  readonly valid: number
  /** Due during planned calibration or maintenance. */
  readonly planned: number
  /** Valid samples, at most `expected - planned`. */
  readonly captured: number
  /** Never received. */
  readonly missing: number
  /** Received but not valid, by cause; the causes add up to `received - valid`. */
  readonly manual: number
  readonly calibration: number
  readonly device: number
  /** Jumps, stuck values, out of range. */
  readonly check: number
  /** Received late: not a loss. */
  readonly late: number
}

export const NO_CAPTURE: Capture = {
  expected: 0,
  received: 0,
  valid: 0,
  planned: 0,
  captured: 0,
  missing: 0,
  manual: 0,
  calibration: 0,
  device: 0,
  check: 0,
  late: 0,
}

/**
 * Capture of one channel on one day. Surplus samples compensate nothing. Calibration mostly happens during maintenance,
 * so the longer of the two counts as planned: the sum would overstate the rate.
 *
 * @param due samples due, `dueInMaintenance` of them while the device was in maintenance
 */
export function captureOfDay(counts: DayCounts, due: number, dueInMaintenance: number): Capture {
  const expected = Math.round(due)
  const received = Math.min(counts.n, expected)
  const valid = Math.min(counts.nValid, received)
  const planned = Math.min(expected, Math.max(Math.round(dueInMaintenance), counts.nCal))
  let left = received - valid
  const take = (n: number) => {
    const taken = Math.min(left, n)
    left -= taken
    return taken
  }
  // A sample with several bits is counted once, by the first of these causes.
  const manual = take(counts.nManual)
  const calibration = take(counts.nCal)
  const device = take(Math.max(0, counts.nInvalid - counts.nManual))
  return {
    expected,
    received,
    valid,
    planned,
    captured: Math.min(valid, expected - planned),
    missing: expected - received,
    manual,
    calibration,
    device,
    check: left,
    late: Math.min(counts.nLate, received),
  }
}

/** Sum over channels or days. */
export function sumCaptures(parts: Iterable<Capture>): Capture {
  const sum: Record<keyof Capture, number> = { ...NO_CAPTURE }
  for (const part of parts) for (const key of Object.keys(sum) as (keyof Capture)[]) sum[key] += part[key]
  return sum
}

export interface CaptureRates {
  /** 传输率: received / expected. */
  readonly transmission: number | null
  /** 有效率: valid / received. */
  readonly validity: number | null
  /** 捕集率: valid / (expected - planned). */
  readonly capture: number | null
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/** The only computation of the three rates, 0–1; null where nothing was due. */
export const captureRates = (of: Capture): CaptureRates => ({
  transmission: share(of.received, of.expected),
  validity: share(of.valid, of.received),
  capture: share(of.captured, of.expected - of.planned),
})
