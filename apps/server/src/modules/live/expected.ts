import type { PeriodFrom } from '@natim/domain/completeness'
import { HOUR_MS } from '@natim/domain/time'

const SECONDS_PER_HOUR = 3_600

/** Former number of samples a device should have delivered per hour, valid until an instant. */
export interface ExpectedBefore {
  /** Epoch ms. */
  readonly untilMs: number
  readonly perHour: number
}

/** Samples a device should deliver per hour, now and formerly. */
export interface Expected {
  readonly expectedPerHour: number
  readonly expectedBefore?: readonly ExpectedBefore[]
}

type Sampling = Pick<PeriodFrom, 'periodS' | 'enabled'>
interface Sampled extends Sampling {
  /** In time order; before its start the first version applies as well. */
  readonly versions: readonly PeriodFrom[]
}

const perHour = (channels: readonly Sampling[]) =>
  channels
    .filter(({ enabled, periodS }) => enabled && periodS > 0)
    .reduce((sum, { periodS }) => sum + SECONDS_PER_HOUR / periodS, 0)

export function expectedOf(channels: readonly Sampled[]): Expected {
  const instants = new Set(channels.flatMap(({ versions }) => versions.map(({ fromMs }) => fromMs)))
  const expectedBefore = [...instants]
    .toSorted((a, b) => a - b)
    .map((untilMs): ExpectedBefore => {
      const then = channels.map(
        (channel) => channel.versions.findLast(({ fromMs }) => fromMs < untilMs) ?? channel.versions[0] ?? channel,
      )
      return { untilMs, perHour: perHour(then) }
    })
  return { expectedPerHour: perHour(channels), ...(expectedBefore.length > 0 && { expectedBefore }) }
}

/** Samples expected from a device in service in [fromMs, toMs), by the periods in force then. */
export function expectedIn({ expectedPerHour, expectedBefore = [] }: Expected, fromMs: number, toMs: number): number {
  let due = 0
  let startMs = fromMs
  for (const { untilMs, perHour: then } of expectedBefore) {
    const endMs = Math.min(untilMs, toMs)
    if (endMs <= startMs) continue
    due += (then * (endMs - startMs)) / HOUR_MS
    startMs = endMs
  }
  return due + (expectedPerHour * (toMs - startMs)) / HOUR_MS
}
