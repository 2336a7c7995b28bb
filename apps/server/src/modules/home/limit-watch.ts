import type { HomeSummary } from '@natim/contract/mon/home'
import type { LimitMark } from '@natim/contract/mon/limit'
import { type Figures, figuresOf, type Means, pressingLimit } from '@natim/domain/mean-window'
import type { DeviceEntry, LatestSample } from '../live/index.ts'
import { type ChannelEntry, toChannelView } from '../overview/index.ts'
import type { View } from './device-hours.ts'

const ROWS = 10
/** Values below this share of their lowest limit are not shown. */
const WORTH_SHOWING = 0.5
const MIN_FRESH_MS = 10 * 60_000
const LOWEST_SEVERITY = 5

/** domain §10: live values older than two periods are stale; slow channels get at least ten minutes. */
export function isFresh(latest: LatestSample, periodS: number, nowMs: number): boolean {
  return nowMs - latest.ts <= Math.max(2 * periodS * 1_000, MIN_FRESH_MS)
}

/**
 * Ranking of a channel against its limits: below all of them, the largest share of a limit; from 1 up when one is
 * reached, a whole step per severity level, and within a step by the multiple of the limit. 0 if nothing can be judged.
 */
export function limitPressure(limits: readonly LimitMark[], figures: Figures): number {
  const pressing = pressingLimit(limits, figures)
  if (!pressing) return 0
  const { limit, figure, isReached } = pressing
  if (isReached) return 1 + (LOWEST_SEVERITY - limit.severity) + (1 - limit.value / figure)
  // At exactly its value, a limit that must be exceeded is not reached.
  return Math.min(1, Math.max(0, figure / limit.value))
}

interface Candidate {
  readonly device: DeviceEntry
  readonly channel: ChannelEntry
  readonly latest: LatestSample
  readonly means: Means
  readonly pressure: number
}

/** Channels nearest to or above their limits, worst first. Silent channels and invalid readings are excluded. */
export function limitWatch({ devices, state, limitsOf, meansOf, nowMs }: View): HomeSummary['limitWatch'] {
  const candidates: Candidate[] = []
  for (const device of devices) {
    for (const channel of device.channels) {
      const latest = channel.enabled ? state.latestOf(channel.channelNo) : null
      if (!latest || !isFresh(latest, channel.periodS, nowMs)) continue
      const means = meansOf(channel.channelNo)
      const pressure = limitPressure(limitsOf(channel, nowMs), figuresOf(latest, means))
      if (pressure >= WORTH_SHOWING) candidates.push({ device, channel, latest, means, pressure })
    }
  }
  return candidates
    .sort((a, b) => b.pressure - a.pressure || a.channel.channelNo - b.channel.channelNo)
    .slice(0, ROWS)
    .map(({ device, channel, latest, means }) => ({
      deviceId: device.id,
      deviceName: device.name,
      stationName: device.station?.name ?? null,
      channel: toChannelView(channel, latest, limitsOf(channel, nowMs), means),
    }))
}
