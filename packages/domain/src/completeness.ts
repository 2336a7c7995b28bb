/** Samples a channel sent and samples due. */
export interface Delivery {
  /** Samples that enter statistics. */
  readonly valid: number
  readonly due: number
}

/** Samples due from a channel for its device's time in service; 0 without a period. */
export const dueSamples = (inServiceMs: number, periodS: number): number =>
  periodS > 0 ? inServiceMs / (periodS * 1_000) : 0

/** Sampling period from an instant on. */
export interface PeriodFrom {
  /** Epoch ms. */
  readonly fromMs: number
  readonly periodS: number
  readonly enabled: boolean
}

/** A sampling period that was in force until an instant, epoch ms. */
export interface PeriodUntil {
  readonly untilMs: number
  readonly periodS: number
}

/** Current and earlier sampling periods of a channel. */
export interface Sampling {
  readonly periodS: number
  /** In time order; empty if it never changed. */
  readonly before?: readonly PeriodUntil[]
}

/** @param versions in time order; the last one is current */
export const earlierPeriods = (versions: readonly PeriodFrom[]): PeriodUntil[] =>
  versions.flatMap(({ periodS }, i) => {
    const next = versions[i + 1]
    return next && next.periodS !== periodS ? [{ untilMs: next.fromMs, periodS }] : []
  })

/** The period in force at an instant. */
export const periodAt = ({ periodS, before = [] }: Sampling, tsMs: number): number =>
  before.find(({ untilMs }) => tsMs <= untilMs)?.periodS ?? periodS

/**
 * Samples due in [fromMs, toMs), by the period in force in each stretch. The first version also covers the time before
 * it.
 *
 * @param versions in time order, at least one
 * @param inServiceMs time in service of a stretch
 */
export function dueByVersions(
  versions: readonly PeriodFrom[],
  fromMs: number,
  toMs: number,
  inServiceMs: (fromMs: number, toMs: number) => number,
): number {
  let due = 0
  for (const [index, { periodS, enabled, ...version }] of versions.entries()) {
    const start = index === 0 ? fromMs : Math.max(fromMs, version.fromMs)
    const end = Math.min(toMs, versions[index + 1]?.fromMs ?? toMs)
    if (enabled && end > start) due += dueSamples(inServiceMs(start, end), periodS)
  }
  return due
}

/** Valid samples, at most those due: a surplus compensates for no other channel or hour. */
export const delivered = ({ valid, due }: Delivery): number => Math.min(valid, due)

/**
 * 数据完整率: delivered over due samples, 0–1; null when nothing was due. The only computation of this figure: for a
 * channel, a device or the network every caller uses this function with the same time in service.
 */
export function completeness(parts: Iterable<Delivery>): number | null {
  let sent = 0
  let due = 0
  for (const part of parts) {
    sent += delivered(part)
    due += part.due
  }
  return due > 0 ? sent / due : null
}
