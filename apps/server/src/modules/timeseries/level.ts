import type { Aggregate } from '@natim/contract/mon/timeseries'
import { niceStepMs } from '@natim/domain/downsample'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'

/** Finest first. */
export const LEVELS = ['raw', '1m', '1h', '1d'] as const satisfies readonly Aggregate[]

export const ROLLUP_STEP_MS = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const
export type RollupAggregate = keyof typeof ROLLUP_STEP_MS

/** A range requested of one channel. */
export interface RangeRequest {
  readonly rangeMs: number
  readonly maxPoints: number
  /** Nominal sampling period; 0 = none (a breath test). */
  readonly periodMs: number
  /** Rows that may be read for this channel. */
  readonly rowBudget: number
}

/** Interval between the rows of a level, ms; 0 for samples without a period. */
export const levelStepMs = (level: Aggregate, periodMs: number) => (level === 'raw' ? periodMs : ROLLUP_STEP_MS[level])

/** Rows a level has in the range when nothing is missing; 0 for samples without a period, of which there are few. */
export function expectedRows(
  level: Aggregate,
  { rangeMs, periodMs }: Pick<RangeRequest, 'rangeMs' | 'periodMs'>,
): number {
  const stepMs = levelStepMs(level, periodMs)
  return stepMs === 0 ? 0 : rangeMs / stepMs
}

/**
 * Candidate levels, best first: raw samples if they fit the requested points, else the coarsest level that still fills
 * every point, then finer ones (more reading for the same picture), then coarser ones.
 */
export function levelsByPreference(request: RangeRequest): Aggregate[] {
  const affordable = LEVELS.filter(
    (level) => level === '1h' || level === '1d' || expectedRows(level, request) <= request.rowBudget,
  )
  const stepMs = niceStepMs(request.rangeMs, request.maxPoints)
  const fillsPoints = (level: Aggregate) => levelStepMs(level, request.periodMs) <= stepMs
  const samplesFit = expectedRows('raw', request) <= request.maxPoints
  const best = samplesFit ? 'raw' : (affordable.findLast(fillsPoints) ?? affordable[0] ?? '1d')
  const at = affordable.indexOf(best)
  if (at < 0) return [best, ...affordable]
  return [best, ...affordable.slice(0, at).reverse(), ...affordable.slice(at + 1)]
}

/** Label of the first row of each level inside the range, epoch ms; null = no row, absent = not looked up. */
export type FirstRows = Readonly<Partial<Record<Aggregate, number | null>>>

/**
 * The most preferred level that reaches as far back as any other: fine levels may have expired (retention), and some
 * history exists in coarse levels only (imported).
 */
export function chooseLevel(
  preference: readonly Aggregate[],
  first: FirstRows,
  fromMs: number,
  periodMs: number,
): Aggregate {
  const reach = preference.flatMap((level) => {
    const firstMs = first[level]
    if (firstMs === null || firstMs === undefined) return []
    const stepMs = levelStepMs(level, periodMs)
    // A label is the end of its row's bucket.
    return [{ level, stepMs, startMs: Math.max(fromMs, firstMs - stepMs) }]
  })
  const isAsGood = (a: (typeof reach)[number]) =>
    reach.every((b) => a.startMs <= b.startMs + Math.max(a.stepMs, b.stepMs))
  return (reach.find(isAsGood) ?? reach[0])?.level ?? preference[0] ?? 'raw'
}
