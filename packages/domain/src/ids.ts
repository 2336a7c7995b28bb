declare const brand: unique symbol
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }

/** Text id of a device row; used only in the registers. */
export type DeviceId = Brand<string, 'DeviceId'>
/** Compact number of a device: `device_id` of the telemetry tables. */
export type DeviceNo = Brand<number, 'DeviceNo'>
/** Compact number of a channel, unique over all devices. */
export type ChannelNo = Brand<number, 'ChannelNo'>
export type UserId = Brand<string, 'UserId'>
export type StationId = Brand<string, 'StationId'>

// The only casts: at the boundary where a value is known to be such an id.
export const asDeviceId = (value: string): DeviceId => value as DeviceId
export const asDeviceNo = (value: number): DeviceNo => value as DeviceNo
export const asChannelNo = (value: number): ChannelNo => value as ChannelNo
export const asUserId = (value: string): UserId => value as UserId
export const asStationId = (value: string): StationId => value as StationId
