import type { HomeSummary } from '@natim/contract/mon/home'
import type { LimitMark } from '@natim/contract/mon/limit'
import { isValidForAlarms } from '@natim/domain/quality'
import { type ChannelEntry, toChannelView } from '../overview/index.ts'
import type { DeviceEntry, LatestSample } from '../live/index.ts'
import type { View } from './device-hours.ts'

const ROWS = 10
/** A value below this share of its lowest limit needs nobody's attention. */
const WORTH_SHOWING = 0.5
const MIN_FRESH_MS = 10 * 60_000
const LOWEST_SEVERITY = 5

/** domain §10: live values older than two periods are stale; slow channels get ten minutes at least. */
export function isFresh(latest: LatestSample, periodS: number, nowMs: number): boolean {
  return nowMs - latest.ts <= Math.max(2 * periodS * 1_000, MIN_FRESH_MS)
}

/**
 * How badly a value presses on its limits, for ordering: the share of the lowest limit while below it; from 1 up
 * when exceeded, a whole step for each more serious severity, and within a step by the multiple of the limit.
 */
export function limitPressure(value: number, limits: readonly LimitMark[]): number {
  const lowest = limits[0]
  if (!lowest || lowest.value <= 0) return 0
  const exceeded = limits.filter((limit) => value > limit.value)
  const worst = exceeded.reduce<LimitMark | undefined>(
    (held, limit) => (held === undefined || limit.severity <= held.severity ? limit : held),
    undefined,
  )
  if (!worst) return Math.max(0, value / lowest.value)
  return 1 + (LOWEST_SEVERITY - worst.severity) + (1 - worst.value / value)
}

interface Candidate {
  readonly device: DeviceEntry
  readonly channel: ChannelEntry
  readonly latest: LatestSample
  readonly pressure: number
}

/** Channels nearest to or above their limits, worst first. Stale and invalid values do not count. */
export function limitWatch({ devices, state, limitsOf, nowMs }: View): HomeSummary['limitWatch'] {
  const candidates: Candidate[] = []
  for (const device of devices) {
    for (const channel of device.channels) {
      const latest = channel.enabled ? state.latestOf(channel.channelNo) : null
      if (!latest || !isValidForAlarms(latest.q) || !isFresh(latest, channel.periodS, nowMs)) continue
      const pressure = limitPressure(latest.v, limitsOf(channel, nowMs))
      if (pressure >= WORTH_SHOWING) candidates.push({ device, channel, latest, pressure })
    }
  }
  return candidates
    .sort((a, b) => b.pressure - a.pressure || a.channel.channelNo - b.channel.channelNo)
    .slice(0, ROWS)
    .map(({ device, channel, latest }) => ({
      deviceId: device.id,
      deviceName: device.name,
      stationName: device.station?.name ?? null,
      channel: toChannelView(channel, latest, limitsOf(channel, nowMs)),
    }))
}
