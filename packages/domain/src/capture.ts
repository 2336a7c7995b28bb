/** Samples of one channel on one day, as the daily rollup counts them. */
export interface DayCounts {
  /** Stored. */
  readonly n: number
  readonly nValid: number
  /** Carrying the bit: one sample may be in several. */
  readonly nCal: number
  /** By devices or by people. */
  readonly nInvalid: number
  readonly nManual: number
  readonly nLate: number
}

export const NO_COUNTS: DayCounts = { n: 0, nValid: 0, nCal: 0, nInvalid: 0, nManual: 0, nLate: 0 }

/** What became of the samples that were due; counts of samples. */
export interface Capture {
  /** Due by the period in force then. */
  readonly expected: number
  /** Of those. */
  readonly received: number
  /** Of the received ones. */
  readonly valid: number
  /** Due while calibration or maintenance was planned. */
  readonly planned: number
  /** Valid ones, no more than were due without what was planned. */
  readonly captured: number
  /** Never received. */
  readonly missing: number
  /** Received and not valid, by cause; together they are `received - valid`. */
  readonly manual: number
  readonly calibration: number
  readonly device: number
  /** Jumps, stuck values, out of range. */
  readonly check: number
  /** Came late and are there: no loss. */
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
 * One channel on one day. What is sent too much makes up for nothing. Calibration mostly happens in maintenance, so of the two
 * the longer is what was planned: added up they would make the rate look better than it is.
 *
 * @param due samples due, of these `dueInMaintenance` while the device was in maintenance
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
  // A sample with several bits is lost once, by the first of these.
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

/** Several channels or days together. */
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

/** The one source of the three rates, 0–1; null where nothing was due. */
export const captureRates = (of: Capture): CaptureRates => ({
  transmission: share(of.received, of.expected),
  validity: share(of.valid, of.received),
  capture: share(of.captured, of.expected - of.planned),
})
