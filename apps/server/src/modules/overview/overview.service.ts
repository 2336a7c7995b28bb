import type { DeviceOverview, DeviceRow } from '@natim/contract/mon/device'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type ChannelRecord, findChannels } from './channel.repository.ts'
import { latestOf, toChannelView } from './channel-view.ts'
import { findPlaceNames } from './overview.repository.ts'
import { emptyGrid, type SparkGrid, toSpark, validCount } from './spark.ts'
import { loadSparks } from './spark.service.ts'
import { findStatusChanges } from './status.repository.ts'
import { isInService, statusSpans, timeInStatus } from './status-spans.ts'

export interface OverviewDeps {
  readonly db: Db
  readonly now: () => number
  /** The register row of a device. @throws AppError `row.not_found` outside the scope. */
  readonly deviceOf: (scope: DataScope, id: string) => Promise<DeviceRow>
}

/** Everything the head and the first tab of the device page show. @throws AppError `row.not_found` */
export async function loadOverview(deps: OverviewDeps, scope: DataScope, id: string): Promise<DeviceOverview> {
  const { db } = deps
  const nowMs = deps.now()
  const device = await deps.deviceOf(scope, id)
  const [channels, names, changes] = await Promise.all([
    findChannels(db, scope, { deviceNos: [device.deviceNo] }),
    findPlaceNames(db, id),
    findStatusChanges(db, [device.deviceNo], nowMs - DAY_MS),
  ])
  if (!names) throw new AppError('row.not_found')
  const sparks = await loadSparks(db, channels, nowMs)
  const gridOf = (channel: ChannelRecord) => sparks.get(channel.channelNo) ?? emptyGrid(nowMs)
  const spans = statusSpans(changes, device.status, nowMs - DAY_MS, nowMs)
  return {
    device,
    stationName: names.stationName,
    departName: names.departName,
    channels: channels.map((channel) => ({
      ...toChannelView(channel, latestOf(channel), nowMs),
      spark: toSpark(gridOf(channel), channel.agg),
    })),
    statusSpans: spans,
    completeness24h: completeness(
      channels.map((channel) => ({ channel, grid: gridOf(channel) })),
      timeInStatus(spans, nowMs - DAY_MS, nowMs, isInService),
    ),
  }
}

/** Valid over expected samples; null before the first sample. Never above 1: a chatty device is no better than a complete one. */
function completeness(
  parts: readonly { readonly channel: ChannelRecord; readonly grid: SparkGrid }[],
  inServiceMs: number,
): number | null {
  const regular = parts.filter(({ channel }) => channel.enabled && channel.periodS > 0)
  const hasSample = regular.some(({ channel }) => channel.latestTs !== null)
  const expected = regular.map(({ channel }) => inServiceMs / 1_000 / channel.periodS)
  const total = expected.reduce((sum, n) => sum + n, 0)
  if (!hasSample || total === 0) return null
  const valid = regular.reduce((sum, { grid }, index) => sum + Math.min(validCount(grid), expected[index] ?? 0), 0)
  return valid / total
}
