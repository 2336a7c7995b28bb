import { DEVICE_STATUSES, type DeviceStatus } from '@natim/domain/device-status'
import { BAD_AGE_AT_RESTORE_MS, type DeviceLive, newDeviceLive } from './device-live.ts'
import type { DeviceStateRecord, findBadChannels } from './device-status.repository.ts'

const isStatus = (text: string): text is DeviceStatus => DEVICE_STATUSES.some((status) => status === text)

/** The live half of a device as the database knows it. */
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
    firmware: record.firmware,
    ip: record.ip,
    signalDbm: record.signalDbm,
    batteryPct: record.batteryPct,
    skewMs: record.skewMs,
    lng: record.lng,
    lat: record.lat,
    // Whatever made it offline, only a message makes it online again.
    isLost: status === 'offline',
  })
}

/** Channels that were bad before the restart: those of a device that was faulty have been so for long enough. */
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
