import { QUALITY } from './quality.ts'
import { HOUR_MS } from './time.ts'

export type DoubtKind = 'stuck' | 'jump' | 'spike' | 'drift' | 'neighbour'

/** Something for a person to decide: whole hours, fromMs < t <= toMs. */
export interface Doubt {
  readonly kind: DoubtKind
  readonly fromMs: number
  readonly toMs: number
}

/** An hour or a day of a channel, from its rollup. */
export interface DoubtFigure {
  readonly endMs: number
  readonly value: number | null
  readonly nValid: number
  readonly min: number | null
  readonly max: number | null
  readonly m2: number
  readonly qOr: number
  readonly nCal: number
  /** Samples with an undecided finding. */
  readonly nDoubt: number
}

/** Properties of a channel used here. */
export interface DoubtChannel {
  readonly agg: string
  /** A single high reading of a poison or of radiation is an event, not a spike (domain §7.2). */
  readonly mayPeak: boolean
  readonly precision: number
}

/** One in 500 million of a normal distribution; among an hour's minutes only a single one can be this far off. */
const SPIKE_SIGMAS = 6
const SPIKE_MIN_COUNT = 40
const DRIFT_SHARE = 0.2
const DRIFT_HOURS = 3
const NEIGHBOUR_SHARE = 0.5
const NEIGHBOUR_SIGMAS = 6
/** With fewer neighbours it is unclear which one is wrong. */
export const MIN_NEIGHBOURS = 3
/** A difference of fewer display steps is ignored. */
const STEPS = 10
const SIGMA_OF_MAD = 1.4826

/** Whether the hours of a day have to be read; most days do not need it. */
export function needsHours(channel: DoubtChannel, day: DoubtFigure): boolean {
  return day.nDoubt > 0 || (channel.agg === 'avg' && (day.nCal > 0 || isSpiky(channel, day)))
}

/**
 * Undecided doubts about one day of a channel, in time order. Computed from the rollups on each request, so a doubt
 * disappears as soon as they reflect a decision.
 *
 * @param hours of that day, in time order; may be omitted where {@link needsHours} is false
 * @param others values of the day at other stations of the city
 */
export function findDoubts(
  channel: DoubtChannel,
  day: DoubtFigure,
  dayFromMs: number,
  hours: readonly DoubtFigure[],
  others: readonly number[],
): Doubt[] {
  const checked = runsOf(hours)
  if (channel.agg !== 'avg') return checked
  const spikes = hours
    .filter((hour) => hour.nDoubt === 0 && !isDecided(hour) && isSpiky(channel, hour))
    .map(({ endMs }): Doubt => ({ kind: 'spike', fromMs: endMs - HOUR_MS, toMs: endMs }))
  const found = [...checked, ...spikes, ...driftOf(channel, day, hours)]
  if (!isDecided(day) && isOffNeighbours(channel, day.value, others))
    found.push({ kind: 'neighbour', fromMs: dayFromMs, toMs: day.endMs })
  return found.sort((a, b) => a.fromMs - b.fromMs)
}

const isDecided = ({ qOr }: Pick<DoubtFigure, 'qOr'>) => (qOr & QUALITY.manuallyValid) !== 0

/** Findings of the checks, adjacent hours joined. */
function runsOf(hours: readonly DoubtFigure[]): Doubt[] {
  const runs: Doubt[] = []
  for (const { endMs, nDoubt, qOr } of hours) {
    if (nDoubt === 0) continue
    const kind = (qOr & QUALITY.stuck) !== 0 ? 'stuck' : 'jump'
    const last = runs.at(-1)
    if (last?.kind === kind && last.toMs === endMs - HOUR_MS) runs[runs.length - 1] = { ...last, toMs: endMs }
    else runs.push({ kind, fromMs: endMs - HOUR_MS, toMs: endMs })
  }
  return runs
}

function isSpiky({ mayPeak, precision }: DoubtChannel, { value, nValid, min, max, m2 }: DoubtFigure): boolean {
  if (mayPeak || nValid < SPIKE_MIN_COUNT || value === null) return false
  const sigma = Math.sqrt(m2 / (nValid - 1))
  const far = Math.max((max ?? value) - value, value - (min ?? value))
  return far > SPIKE_SIGMAS * sigma && far > STEPS * 10 ** -precision
}

/** Means before and after a calibration that differ by more than the variation within a day. */
function driftOf({ precision }: DoubtChannel, day: DoubtFigure, hours: readonly DoubtFigure[]): Doubt[] {
  const first = hours.findIndex(({ nCal }) => nCal > 0)
  const last = hours.findLastIndex(({ nCal }) => nCal > 0)
  if (first < 0) return []
  const measured = (part: readonly DoubtFigure[]) => part.filter(({ value }) => value !== null)
  const before = measured(hours.slice(0, first)).slice(-DRIFT_HOURS)
  const after = measured(hours.slice(last + 1)).slice(0, DRIFT_HOURS)
  if (before.length === 0 || after.length === 0 || after.some(isDecided)) return []
  const [was, is] = [meanOf(before), meanOf(after)]
  if (Math.abs(is - was) <= Math.max(DRIFT_SHARE * Math.abs(was), STEPS * 10 ** -precision)) return []
  return [{ kind: 'drift', fromMs: hours[last]?.endMs ?? day.endMs, toMs: after.at(-1)?.endMs ?? day.endMs }]
}

const meanOf = (hours: readonly DoubtFigure[]) => hours.reduce((sum, { value }) => sum + (value ?? 0), 0) / hours.length

function isOffNeighbours({ precision }: DoubtChannel, value: number | null, others: readonly number[]): boolean {
  const middle = medianOf(others)
  if (value === null || middle === null || others.length < MIN_NEIGHBOURS) return false
  const spread = medianOf(others.map((other) => Math.abs(other - middle))) ?? 0
  const allowed = Math.max(
    NEIGHBOUR_SIGMAS * SIGMA_OF_MAD * spread,
    NEIGHBOUR_SHARE * Math.abs(middle),
    STEPS * 10 ** -precision,
  )
  return Math.abs(value - middle) > allowed
}

/** Median; null without values. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const at = (index: number) => sorted[index] ?? 0
  return Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(Math.floor(half))
}
