import type { Severity } from '@natim/contract/dict'

/** A limit for rails and charts: `limitMark` of the contract fits. Value in the channel's unit. */
export interface RailLimit {
  readonly name: string
  readonly value: number
  readonly severity: Severity
  /** Averaging period of the limit: `instant`, `60min`, `day` … */
  readonly avgPeriod: string
  /** Reached when `figure op value` holds. */
  readonly op: '>' | '>='
}

export interface RailScaleInput {
  readonly limits: readonly RailLimit[]
  /** Measuring range of the instrument; used only without a limit. */
  readonly rangeLo?: number | null
  readonly rangeHi?: number | null
  /** Dose rates span decades. */
  readonly isLog?: boolean
  /** Largest value that must fit, e.g. the current one. */
  readonly shownMax?: number | null
}

/** Scale of a limit rail. `at` maps a value to 0–1 along the track, clamped. */
export interface RailScale {
  readonly min: number
  readonly max: number
  readonly at: (value: number) => number
}

/** design §5: the highest limit is at 1 / 1.3 of the rail, before rounding. */
const HEADROOM = 1.3
/** Decades shown below the lowest mark on a logarithmic rail. */
const LOG_DECADES = 2
const NICE_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next round number not below `value`, for printing the end of the rail. */
export function niceCeil(value: number): number {
  if (!(value > 0)) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  const step = NICE_STEPS.find((candidate) => candidate * unit >= value * (1 - 1e-9)) ?? 10
  return Number((step * unit).toPrecision(6))
}

/**
 * Scale from 0 to the larger of the shown value and 1.3 × the highest limit, rounded up. The instrument range is used
 * only without a limit: a detector with a 200 ppm range would otherwise hide a limit of 2 ppm.
 */
export function railScale({ limits, rangeLo, rangeHi, isLog, shownMax }: RailScaleInput): RailScale {
  const highest = Math.max(...limits.map((limit) => limit.value))
  const wanted = limits.length > 0 ? highest * HEADROOM : (rangeHi ?? 0)
  const needsMore = shownMax != null && shownMax > wanted
  const max = limits.length > 0 || needsMore ? niceCeil(needsMore ? shownMax * 1.05 : wanted) : wanted || 1
  if (isLog) return logScale(limits, max)
  const min = Math.min(0, limits.length > 0 ? 0 : (rangeLo ?? 0))
  const at = (value: number) => clamp01((value - min) / (max - min || 1))
  return { min, max, at }
}

function logScale(limits: readonly RailLimit[], max: number): RailScale {
  const lowest = Math.min(max, ...limits.map((limit) => limit.value).filter((value) => value > 0))
  const min = 10 ** (Math.floor(Math.log10(lowest)) - LOG_DECADES)
  const span = Math.log10(max / min)
  return { min, max, at: (value) => (value <= min ? 0 : clamp01(Math.log10(value / min) / span)) }
}

const clamp01 = (share: number): number => Math.min(1, Math.max(0, share))
