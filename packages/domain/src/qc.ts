import type { Metric } from './metric.ts'
import { QUALITY } from './quality.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/**
 * domain §7.2: stuck = a minimum count of equal values over a minimum time, and over several updates of the instrument.
 */
const STUCK_MIN_COUNT = 10
const STUCK_MIN_MS = 30 * MINUTE_MS
const STUCK_MIN_UPDATES = 3
/** Across a longer gap no jump is judged. */
const STEP_MAX_INTERVAL_MS = HOUR_MS

/** Limits for checking a channel's values; all in the metric's storage unit. */
export interface QcSpec {
  readonly hardLo: number
  readonly hardHi: number
  readonly plausibleLo: number
  readonly plausibleHi: number
  /** Measuring range of this instrument; the plausible range if it declares none. */
  readonly rangeLo: number
  readonly rangeHi: number
  /** Detection limit; −Infinity when there is none. */
  readonly lod: number
  /** Infinity if any jump is accepted. */
  readonly maxStepPerMin: number
  /** Values closer than this are the same reading. */
  readonly resolution: number
  /** A run of equal values of this length is stuck, ms. */
  readonly stuckAfterMs: number
  readonly mayRest: boolean
}

/** What a channel declares about its instrument. */
export interface ChannelQc {
  readonly rangeLo?: number | null
  readonly rangeHi?: number | null
  readonly lod?: number | null
  readonly precision: number
  /** Seconds between two new values of the instrument, if it reports more often than that. */
  readonly updatePeriodS?: number | null
}

/** The running state of one channel: the newest sample in order and its run of equal values. */
export interface QcState {
  lastTs: number
  lastValue: number
  /** First value of the run: compared with the previous value, a slow rise would count as a run. */
  runValue: number
  runSinceTs: number
  runCount: number
}

/** Returned by {@link checkQuality} for a value that is not stored at all (E_RANGE). */
export const REFUSED = -1

export function qcSpec(metric: Metric, channel: ChannelQc): QcSpec {
  return {
    hardLo: metric.hardLo,
    hardHi: metric.hardHi,
    plausibleLo: metric.rangeLo,
    plausibleHi: metric.rangeHi,
    rangeLo: channel.rangeLo ?? Number.NEGATIVE_INFINITY,
    rangeHi: channel.rangeHi ?? Number.POSITIVE_INFINITY,
    lod: channel.lod ?? Number.NEGATIVE_INFINITY,
    maxStepPerMin: metric.maxStepPerMin ?? Number.POSITIVE_INFINITY,
    resolution: 10 ** -channel.precision,
    stuckAfterMs: Math.max(STUCK_MIN_MS, STUCK_MIN_UPDATES * (channel.updatePeriodS ?? 0) * SECOND_MS),
    mayRest: metric.mayRest ?? false,
  }
}

export function newQcState(): QcState {
  return { lastTs: Number.NEGATIVE_INFINITY, lastValue: Number.NaN, runValue: Number.NaN, runSinceTs: 0, runCount: 0 }
}

/** The newest stored sample of a channel, `q` its quality bits, with its run of equal values as far as known. */
export interface NewestSample {
  readonly ts: number
  readonly v: number
  readonly q: number
  readonly runSince: number | null
  readonly runCount: number | null
}

/** Restores the state of the newest stored sample, so that a run of equal values continues after a restart. */
export function resumeQc(state: QcState, spec: QcSpec, latest: NewestSample): void {
  const isStuck = (latest.q & QUALITY.stuck) !== 0
  state.lastTs = latest.ts
  state.lastValue = latest.v
  state.runValue = latest.v
  state.runSinceTs = latest.runSince ?? (isStuck ? latest.ts - spec.stuckAfterMs : latest.ts)
  state.runCount = latest.runCount ?? (isStuck ? STUCK_MIN_COUNT : 1)
}

/**
 * Quality bits of one value (domain §7.2), or {@link REFUSED} when it is not finite or breaks a physical limit.
 *
 * Jump and stuck consider samples in time order, so a sample older than the newest is checked only for its range and
 * leaves the state unchanged. Call once per point; the state is modified in place.
 */
export function checkQuality(state: QcState, spec: QcSpec, tsMs: number, value: number): number {
  // Negated so that NaN is refused.
  if (!(value >= spec.hardLo && value <= spec.hardHi)) return REFUSED
  let q = 0
  // Noise around zero of a clean detector: counted as zero later (domain §3.6), not as faulty.
  const isNoise = value < spec.lod && value >= -spec.lod
  if (isNoise) q = QUALITY.belowLod
  else if (value < spec.lod) q = QUALITY.belowLod | QUALITY.outOfRange
  if (value > spec.rangeHi || (value < spec.rangeLo && !isNoise)) q |= QUALITY.outOfRange
  if (value > spec.plausibleHi || (value < spec.plausibleLo && !isNoise)) q |= QUALITY.jump
  if (tsMs > state.lastTs) q |= checkSequence(state, spec, tsMs, value)
  return q
}

function checkSequence(state: QcState, spec: QcSpec, tsMs: number, value: number): number {
  let q = 0
  const intervalMs = tsMs - state.lastTs
  const delta = Math.abs(value - state.lastValue)
  if (intervalMs <= STEP_MAX_INTERVAL_MS && delta > spec.maxStepPerMin * Math.max(1, intervalMs / MINUTE_MS)) {
    q = QUALITY.jump
  }
  if (Math.abs(value - state.runValue) < spec.resolution / 2) {
    state.runCount++
  } else {
    state.runCount = 1
    state.runValue = value
    state.runSinceTs = tsMs
  }
  state.lastTs = tsMs
  state.lastValue = value
  if (
    state.runCount >= STUCK_MIN_COUNT &&
    tsMs - state.runSinceTs >= spec.stuckAfterMs &&
    !spec.mayRest &&
    !isRestingPlace(spec, value)
  ) {
    q |= QUALITY.stuck
  }
  return q
}

/** A quiet or saturated gas detector is not stuck (domain §7.2). */
function isRestingPlace(spec: QcSpec, value: number): boolean {
  const near = spec.resolution / 2
  return (
    Math.abs(value) < near ||
    value <= spec.lod ||
    value <= spec.rangeLo + near ||
    value >= spec.rangeHi - near ||
    value <= spec.plausibleLo + near ||
    value >= spec.plausibleHi - near
  )
}
