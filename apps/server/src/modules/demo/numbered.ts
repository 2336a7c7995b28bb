import type { ChannelTemplate, DemoDevice, DemoNetwork } from '@natim/demo/network'

/** A channel with its number in telemetry tables. */
export interface NumberedChannel {
  readonly channelNo: number
  readonly template: ChannelTemplate
}
/** A device with its own number and its channels' numbers in telemetry tables. */
export interface NumberedDevice {
  readonly deviceNo: number
  readonly device: DemoDevice
  readonly channels: readonly NumberedChannel[]
}

/** Numbers from 1 in network order; they are free because the loader only runs on empty registers. */
export function numberDevices({ devices }: DemoNetwork): NumberedDevice[] {
  let channelNo = 0
  return devices.map((device, index) => ({
    deviceNo: index + 1,
    device,
    channels: device.channels.map((template) => ({ channelNo: ++channelNo, template })),
  }))
}
