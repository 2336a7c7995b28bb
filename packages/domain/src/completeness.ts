/** What a channel sent, and what it owed. */
export interface Delivery {
  /** Samples that enter statistics. */
  readonly valid: number
  readonly due: number
}

/** Samples that a channel owes for the time its device was in service; 0 for one without a period. */
export const dueSamples = (inServiceMs: number, periodS: number): number =>
  periodS > 0 ? inServiceMs / (periodS * 1_000) : 0

/** How often a channel is to send, from an instant on. */
export interface PeriodFrom {
  /** Epoch ms. */
  readonly fromMs: number
  readonly periodS: number
  readonly enabled: boolean
}

/** A period that was in force until an instant, epoch ms. */
export interface PeriodUntil {
  readonly untilMs: number
  readonly periodS: number
}

/** How often a channel sends now, and before. */
export interface Sampling {
  readonly periodS: number
  /** In order of time; none where it has never been another. */
  readonly before?: readonly PeriodUntil[]
}

/** @param versions in the order of their time, the last of which holds now */
export const earlierPeriods = (versions: readonly PeriodFrom[]): PeriodUntil[] =>
  versions.flatMap(({ periodS }, i) => {
    const next = versions[i + 1]
    return next && next.periodS !== periodS ? [{ untilMs: next.fromMs, periodS }] : []
  })

/** The period in force at an instant. */
export const periodAt = ({ periodS, before = [] }: Sampling, tsMs: number): number =>
  before.find(({ untilMs }) => tsMs <= untilMs)?.periodS ?? periodS

/**
 * Samples owed in [fromMs, toMs): for every stretch those of the period in force then. Before the first version its own
 * holds.
 *
 * @param versions in the order of their time, at least one
 * @param inServiceMs of a stretch
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

/** Valid samples among those due: what one sends too much makes up for no other, and for no other hour. */
export const delivered = ({ valid, due }: Delivery): number => Math.min(valid, due)

/**
 * 数据完整率: delivered over due samples, 0–1; null when nothing was due. The one figure of this name: whoever shows it,
 * for a channel, a device or the network, takes the same time in service and this function.
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
