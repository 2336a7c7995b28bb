import { VALID_DAY_HOURS } from './coverage.ts'
import type { Severity } from './limit.ts'
import { isValidForAlarms } from './quality.ts'

/** A window whose mean a limit is compared with; it ends at the last full minute, or at the last full clock hour. */
export type MeanWindow =
  | {
      readonly unit: 'minutes'
      /** 1–60. Of what may raise alarms, and only where 75 % of the window is covered (domain §5.4). */
      readonly count: number
    }
  | {
      readonly unit: 'hours'
      /** 1–24. */
      readonly count: number
      /** Of hourly means that are valid for statistics, at least so many (domain §5.1); else as for minutes. */
      readonly minValidHours?: number
    }

/** A running mean holds at least this share of its window. */
export const ENOUGH_OF_WINDOW = 0.75

const MINUTE_S = 60
const HOUR_S = 3_600
const PUBLISHED: ReadonlyMap<string, MeanWindow> = new Map([
  ['10min', { unit: 'minutes', count: 10 }],
  ['15min', { unit: 'minutes', count: 15 }],
  ['30min', { unit: 'minutes', count: 30 }],
  ['60min', { unit: 'minutes', count: 60 }],
  ['4h', { unit: 'hours', count: 4 }],
  ['8h', { unit: 'hours', count: 8 }],
  ['1h', { unit: 'hours', count: 1, minValidHours: 1 }],
  ['day8h', { unit: 'hours', count: 8, minValidHours: 6 }],
  ['day', { unit: 'hours', count: 24, minValidHours: VALID_DAY_HOURS }],
])
const OWN_SECONDS = /^(\d+)s$/

/**
 * The window of an averaging period: `60min`, `day`, or a channel's own `90s`, rounded up to minutes or hours.
 * Undefined for a single reading and for means over more than a day, by which no live value is judged.
 */
export function meanWindow(avgPeriod: string): MeanWindow | undefined {
  const published = PUBLISHED.get(avgPeriod)
  if (published) return published
  const seconds = Number(OWN_SECONDS.exec(avgPeriod)?.[1] ?? 0)
  if (seconds <= 0 || seconds > 24 * HOUR_S) return undefined
  return seconds <= HOUR_S
    ? { unit: 'minutes', count: Math.ceil(seconds / MINUTE_S) }
    : { unit: 'hours', count: Math.ceil(seconds / HOUR_S) }
}

/** `60 min 均值`, `小时均值`, `24 h 均值`; empty for a single reading. */
export function meanName(avgPeriod: string): string {
  const window = meanWindow(avgPeriod)
  if (window === undefined) return ''
  if (avgPeriod === '1h') return '小时均值'
  return `${window.count} ${window.unit === 'minutes' ? 'min' : 'h'} 均值`
}

/** Means of a channel by averaging period, in the metric's unit; null where the window holds too little. */
export type Means = Readonly<Record<string, number | null>>

/** What a limit is compared with: the newest reading, and means. */
export interface Figures {
  /** Absent or null when there is none that may be judged. */
  readonly reading?: number | null | undefined
  readonly means?: Means | undefined
}

interface Judged {
  readonly value: number
  readonly avgPeriod: string
  readonly op: '>' | '>='
  readonly severity: Severity
}

/** The figure that a limit speaks of; undefined where it cannot be judged. */
export function figureFor({ avgPeriod }: Pick<Judged, 'avgPeriod'>, { reading, means }: Figures): number | undefined {
  return (avgPeriod === 'instant' ? reading : means?.[avgPeriod]) ?? undefined
}

/** Whether its figure reaches a limit; undefined where it cannot be judged. */
export function isReached(limit: Judged, figures: Figures): boolean | undefined {
  const figure = figureFor(limit, figures)
  if (figure === undefined) return undefined
  return limit.op === '>' ? figure > limit.value : figure >= limit.value
}

/** The gravest limit that is reached, of equally grave ones the highest; undefined below all that can be judged. */
export function reachedLimit<L extends Judged>(limits: readonly L[], figures: Figures): L | undefined {
  return limits
    .filter((limit) => isReached(limit, figures) === true)
    .toSorted((a, b) => a.severity - b.severity || b.value - a.value)
    .at(0)
}

/** Figures of a newest sample; a reading that may raise no alarm is compared with nothing. */
export const figuresOf = (
  latest: { readonly v?: number | null | undefined; readonly q?: number | undefined } | null | undefined,
  means: Means | undefined,
): Figures => ({ reading: isValidForAlarms(latest?.q ?? 0) ? latest?.v : null, means })

/** The limit that a channel presses on most: the gravest that is reached, else the one it is nearest to by its share. */
export function pressingLimit<L extends Judged>(
  limits: readonly L[],
  figures: Figures,
): { readonly limit: L; readonly figure: number; readonly isReached: boolean } | undefined {
  const reached = reachedLimit(limits, figures)
  const shareOf = (limit: L) => (figureFor(limit, figures) ?? 0) / limit.value
  const nearest = limits
    .filter((limit) => limit.value > 0 && figureFor(limit, figures) !== undefined)
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .at(0)
  const limit = reached ?? nearest
  const figure = limit && figureFor(limit, figures)
  return limit && figure !== undefined ? { limit, figure, isReached: limit === reached } : undefined
}
