import { element } from '@natim/domain/element'
import type { Channel } from '../register/register-types.ts'

/**
 * Accepted points as columns of equal length, in order of arrival. Instants are epoch ms, values in the storage unit of
 * the channel's metric. `deviceNos` and `channelNos` duplicate `channels`, because the columns go to the database and
 * the bus unchanged.
 */
export interface Points {
  readonly channels: Channel[]
  readonly deviceNos: number[]
  readonly channelNos: number[]
  readonly tsMs: number[]
  readonly rxMs: number[]
  readonly values: number[]
  readonly flags: number[]
}

export function newPoints(): Points {
  return { channels: [], deviceNos: [], channelNos: [], tsMs: [], rxMs: [], values: [], flags: [] }
}

export function pushPoint(points: Points, channel: Channel, tsMs: number, rxMs: number, value: number, flags: number) {
  points.channels.push(channel)
  points.deviceNos.push(channel.device.deviceNo)
  points.channelNos.push(channel.channelNo)
  points.tsMs.push(tsMs)
  points.rxMs.push(rxMs)
  points.values.push(value)
  points.flags.push(flags)
}

export function countPoints(points: Points): number {
  return points.tsMs.length
}

/** Appends point `index` of `from`. */
export function copyPoint(from: Points, index: number, to: Points): void {
  pushPoint(
    to,
    element(from.channels[index]),
    element(from.tsMs[index]),
    element(from.rxMs[index]),
    element(from.values[index]),
    element(from.flags[index]),
  )
}

export function appendPoints(from: Points, to: Points): void {
  for (let i = 0; i < from.tsMs.length; i++) copyPoint(from, i, to)
}

/** The key of a sample as text, for in-memory sets. */
export function sampleKey(points: Points, index: number): string {
  return `${points.channelNos[index]}@${points.tsMs[index]}`
}
