import type { ChannelTemplate, DemoDevice, DemoNetwork } from '@natim/demo/network'

/** A channel with the number telemetry tables know it by. */
export interface NumberedChannel {
  readonly channelNo: number
  readonly template: ChannelTemplate
}
/** A device with the numbers telemetry tables know it and its channels by. */
export interface NumberedDevice {
  readonly deviceNo: number
  readonly device: DemoDevice
  readonly channels: readonly NumberedChannel[]
}

/** Numbers from 1 in the order of the network; the loader only runs on empty registers, so they are free. */
export function numberDevices({ devices }: DemoNetwork): NumberedDevice[] {
  let channelNo = 0
  return devices.map((device, index) => ({
    deviceNo: index + 1,
    device,
    channels: device.channels.map((template) => ({ channelNo: ++channelNo, template })),
  }))
}
