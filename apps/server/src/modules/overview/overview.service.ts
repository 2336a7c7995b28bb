import type { DeviceOverview, DeviceRow } from '@natim/contract/mon/device'
import { completeness } from '@natim/domain/completeness'
import { isInService } from '@natim/domain/device-status'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Limits, loadMeans } from '../limit/index.ts'
import { loadBirths } from './births.ts'
import { type ChannelRecord, findChannels } from './channel.repository.ts'
import { latestOf, toChannelView } from './channel-view.ts'
import { dueOf } from './due.ts'
import { findPlaceNames } from './overview.repository.ts'
import type { ServiceTime } from './service-time.ts'
import { loadSparks } from './spark.service.ts'
import { emptyGrid, type SparkGrid, sparkWindow, toSpark, validCount } from './spark.ts'
import { findStatusChanges } from './status.repository.ts'
import { spansSince, statusSpans, timeInStatus } from './status-spans.ts'
import { hasTrack } from './track.repository.ts'

export interface OverviewDeps {
  readonly db: Db
  readonly limits: Limits
  readonly now: () => number
  /** Resource row of a device. @throws AppError `row.not_found` if the user may not see it. */
  readonly deviceOf: (user: SessionUser, id: string) => Promise<DeviceRow>
}

interface Part {
  readonly channel: ChannelRecord
  readonly grid: SparkGrid
  readonly due: number
}

/** Data of the header and the first tab of the device page. @throws AppError `row.not_found` */
export async function loadOverview(deps: OverviewDeps, user: SessionUser, id: string): Promise<DeviceOverview> {
  const { db } = deps
  const nowMs = deps.now()
  const device = await deps.deviceOf(user, id)
  const [limitsOf, channels, names, changes, isTracked] = await Promise.all([
    deps.limits.fresh(),
    findChannels(db, user.scope, { deviceNos: [device.deviceNo] }),
    findPlaceNames(db, id),
    findStatusChanges(db, [device.deviceNo], nowMs - DAY_MS),
    hasTrack(db, device.deviceNo),
  ])
  if (!names) throw new AppError('row.not_found')
  const [sparks, meansOf, bornOf] = await Promise.all([
    loadSparks(db, channels, nowMs),
    loadMeans(db, channels, limitsOf, nowMs),
    loadBirths(db, channels, sparkWindow(nowMs).fromMs),
  ])
  const gridOf = (channel: ChannelRecord) => sparks.get(channel.channelNo) ?? emptyGrid(nowMs)
  const known = statusSpans(changes, device.status, nowMs - DAY_MS, nowMs)
  const spans = spansSince(known, parseGmt8(device.createTime ?? '') ?? 0)
  const inService: ServiceTime = (fromMs, toMs) => timeInStatus(spans, fromMs, toMs, isInService)
  return {
    device,
    stationName: names.stationName,
    departName: names.departName,
    channels: channels.map((channel) => ({
      ...toChannelView(channel, latestOf(channel), limitsOf(channel, nowMs), meansOf(channel.channelNo)),
      spark: toSpark(gridOf(channel), channel.agg),
    })),
    statusSpans: spans,
    hasTrack: isTracked,
    completeness24h: completenessOf(
      channels.map((channel) => ({
        channel,
        grid: gridOf(channel),
        // Over the window of the grids: a quarter outside is not due either.
        due: dueOf(channel, bornOf(channel), [sparkWindow(nowMs).fromMs, nowMs], inService),
      })),
    ),
  }
}

/** Completeness over the channels with samples due; null before the first sample. */
function completenessOf(channels: readonly Part[]): number | null {
  const owing = channels.filter(({ due }) => due > 0)
  if (owing.every(({ channel }) => channel.latestTs === null)) return null
  return completeness(owing.map(({ grid, due }) => ({ valid: validCount(grid), due })))
}
