import { VALID_DAY_HOURS } from './coverage.ts'
import type { Severity } from './limit.ts'
import { isValidForAlarms } from './quality.ts'

/** A window for the mean a limit is compared with; ends at the last full minute or clock hour. */
export type MeanWindow =
  | {
      readonly unit: 'minutes'
      /** 1–60. Uses alarm-valid values, only if 75 % of the window is covered (domain §5.4). */
      readonly count: number
    }
  | {
      readonly unit: 'hours'
      /** 1–24. */
      readonly count: number
      /** Minimum hourly means valid for statistics (domain §5.1); if absent, the rule for minutes applies. */
      readonly minValidHours?: number
    }

/** Minimum coverage of a running mean. */
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
 * The window of an averaging period: `60min`, `day`, or a custom `90s`, rounded up to minutes or hours. Undefined for a
 * single reading and for means over more than a day, which judge no live value.
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

/** Means of a channel by averaging period, in the metric's unit; null where the window holds too little data. */
export type Means = Readonly<Record<string, number | null>>

/** Figures a limit is compared with: the newest reading, and means. */
export interface Figures {
  /** Absent or null without a reading that may be judged. */
  readonly reading?: number | null | undefined
  readonly means?: Means | undefined
}

interface Judged {
  readonly value: number
  readonly avgPeriod: string
  readonly op: '>' | '>='
  readonly severity: Severity
}

/** The figure a limit applies to; undefined where it cannot be judged. */
export function figureFor({ avgPeriod }: Pick<Judged, 'avgPeriod'>, { reading, means }: Figures): number | undefined {
  return (avgPeriod === 'instant' ? reading : means?.[avgPeriod]) ?? undefined
}

/** Whether a limit is reached; undefined where it cannot be judged. */
export function isReached(limit: Judged, figures: Figures): boolean | undefined {
  const figure = figureFor(limit, figures)
  if (figure === undefined) return undefined
  return limit.op === '>' ? figure > limit.value : figure >= limit.value
}

/** The gravest limit reached, of equal severity the highest; undefined if none that can be judged is reached. */
export function reachedLimit<L extends Judged>(limits: readonly L[], figures: Figures): L | undefined {
  return limits
    .filter((limit) => isReached(limit, figures) === true)
    .toSorted((a, b) => a.severity - b.severity || b.value - a.value)
    .at(0)
}

/** Figures of a newest sample; a reading that must not raise alarms is not compared. */
export const figuresOf = (
  latest: { readonly v?: number | null | undefined; readonly q?: number | undefined } | null | undefined,
  means: Means | undefined,
): Figures => ({ reading: isValidForAlarms(latest?.q ?? 0) ? latest?.v : null, means })

/** The most relevant limit of a channel: the gravest one reached, else the nearest by ratio. */
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
