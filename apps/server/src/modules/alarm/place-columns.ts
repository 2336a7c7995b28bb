import type { DeviceEntry } from '../live/index.ts'

/** What an alarm takes from its device and channel when it is raised: whose it is does not change with them later. */
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
