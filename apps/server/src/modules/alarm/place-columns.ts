import type { DeviceEntry } from '../live/index.ts'

/** Columns copied from device and channel when an alarm is raised: its ownership does not follow later changes. */
export const placeColumns = (device: DeviceEntry, channel: DeviceEntry['channels'][number] | null) => ({
  deviceId: device.id,
  deviceNo: device.deviceNo,
  channelNo: channel?.channelNo ?? null,
  stationId: device.station?.id ?? null,
  regionCode: device.regionCode,
  sysOrgCode: device.sysOrgCode,
  metricCode: channel?.metricCode ?? null,
  unit: channel?.unit ?? null,
})
