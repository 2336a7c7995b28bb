import { DEVICE_STATUSES, type DeviceStatus } from '@natim/domain/device-status'
import { BAD_AGE_AT_RESTORE_MS, type DeviceLive, isNewsOf, newDeviceLive } from './device-live.ts'
import type { DeviceStateRecord, findBadChannels } from './device-status.repository.ts'

const isStatus = (text: string): text is DeviceStatus => DEVICE_STATUSES.some((status) => status === text)

/** Live state of a device as stored in the database. */
export function restoreLive(record: DeviceStateRecord, nowMs: number): DeviceLive {
  const live = newDeviceLive(record.deviceId, nowMs)
  const status = isStatus(record.status) ? record.status : 'inactive'
  return Object.assign(live, {
    status,
    rawStatus: status,
    statusSinceMs: record.statusSince.getTime(),
    isFlapping: record.flapping,
    lastSeenMs: record.lastSeen?.getTime(),
    lastSampleMs: record.lastSampleTs?.getTime(),
    reportsFault: record.fault,
    flags: record.flags,
    skewMs: record.skewMs,
    isLost: isUnheard(record),
  })
}

/**
 * Offline and not heard since. Whatever the reason, only a message makes it online again; one may be stored that nobody
 * has judged.
 */
const isUnheard = ({ status, statusSince, lastSeen }: DeviceStateRecord): boolean =>
  status === 'offline' && (lastSeen === null || lastSeen <= statusSince)

/** Channels that were bad before the restart; those of a faulty device count as bad for long enough. */
export function restoreBadChannels(
  lives: ReadonlyMap<number, DeviceLive>,
  channels: Awaited<ReturnType<typeof findBadChannels>>,
): void {
  for (const { deviceNo, channelNo, ts } of channels) {
    const live = lives.get(deviceNo)
    if (!live) continue
    const sinceMs = live.status === 'fault' ? live.statusSinceMs - BAD_AGE_AT_RESTORE_MS : ts.getTime()
    live.badChannels.set(channelNo, sinceMs)
  }
}

/** Merges what another process heard of a device, and its status unless judged here. */
export function hearFrom(live: DeviceLive, record: DeviceStateRecord, isJudgedHere: boolean, nowMs: number): void {
  if (isNewsOf(record.lastSeen, live.lastSeenMs, nowMs)) {
    live.lastSeenMs = record.lastSeen?.getTime()
    live.lostAtMs = undefined
    live.isLost = false
  }
  const lostMs = record.lostAt?.getTime()
  if (lostMs !== undefined && lostMs >= (live.lastSeenMs ?? 0)) live.isLost = true
  if (live.news.fault === undefined) live.reportsFault = record.fault
  if (live.news.flags === undefined) live.flags = record.flags
  if (!isJudgedHere) adoptStatus(live, record)
}

/** Takes over judging of a device from another process. */
export function takeOver(live: DeviceLive, record: DeviceStateRecord, nowMs: number): void {
  adoptStatus(live, record)
  live.isFlapping = record.flapping
  live.isLost = isUnheard(record) && (live.lastSeenMs ?? 0) <= (record.lastSeen?.getTime() ?? 0)
  hearFrom(live, record, true, nowMs)
}

// Also needed for devices judged elsewhere: a gateway's status affects its children.
function adoptStatus(live: DeviceLive, { status, statusSince }: DeviceStateRecord): void {
  live.status = isStatus(status) ? status : 'inactive'
  live.rawStatus = live.status
  live.statusSinceMs = statusSince.getTime()
}
