import { element } from '@natim/domain/element'
import type { Bus } from '../../../platform/bus.ts'
import type { DeviceStatusService } from '../../device-status/index.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Device } from '../register/register-types.ts'
import type { Committed } from '../write/commit-group.ts'
import { countPoints, type Points } from '../write/points.ts'
import type { Counters } from './counters.ts'
import type { Gaps } from './gaps.ts'
import type { Latest } from './latest.ts'

export interface AfterCommitDeps {
  readonly bus: Bus
  readonly latest: Latest
  readonly gaps: Gaps
  readonly status: DeviceStatusService
  readonly counters: Counters
  readonly metrics: IngestMetrics
  /** Wall clock, epoch ms. */
  readonly now: () => number
}

/** Follow-up of a commit: newest values, gaps, device states, counts, and the bus message. */
export function createAfterCommit({ bus, latest, gaps, status, counters, metrics, now }: AfterCommitDeps) {
  return (committed: Committed, durationMs: number): void => {
    const { commits, stored, duplicates, losers } = committed
    metrics.committed(countPoints(stored), durationMs)
    gaps.late(latest.apply(stored))
    latest.applyConflicts(losers)
    forEachDevice(stored, (device, newestMs) => status.sampled(device.deviceNo, newestMs))
    for (const repeated of [duplicates, losers]) {
      if (countPoints(repeated) > 0) metrics.reject('E_DUP', countPoints(repeated))
      for (const { device } of repeated.channels) counters.add(device.deviceNo, 'E_DUP', 1, now())
    }
    if (countPoints(stored) === 0) return
    bus.publish('points', {
      commits,
      deviceIds: stored.deviceNos,
      channelNos: stored.channelNos,
      tsMs: stored.tsMs,
      values: stored.values,
      flags: stored.flags,
    })
  }
}

/** Calls back per run of points of one device; a message's points are adjacent, so there are few runs. */
function forEachDevice(points: Points, callback: (device: Device, newestMs: number) => void): void {
  let device: Device | undefined
  let newestMs = Number.NEGATIVE_INFINITY
  for (let i = 0; i < points.tsMs.length; i++) {
    const owner = points.channels[i]?.device
    if (owner !== device) {
      if (device) callback(device, newestMs)
      device = owner
      newestMs = Number.NEGATIVE_INFINITY
    }
    newestMs = Math.max(newestMs, element(points.tsMs[i]))
  }
  if (device) callback(device, newestMs)
}
