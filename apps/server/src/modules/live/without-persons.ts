import { isPersonMetric, PERSON_KINDS } from '@natim/domain/subject'
import type { DataScope } from '../../platform/scope.ts'
import type { DeviceEntry } from './directory.ts'

/** A device as visible to the reader: without access to personal data, personal channels are removed (ADR 0061). */
export function withoutPersons(scope: DataScope, device: DeviceEntry): DeviceEntry {
  if (scope.hidesPersons !== true || !device.channels.some(({ metricCode }) => isPersonMetric(metricCode)))
    return device
  return { ...device, channels: device.channels.filter(({ metricCode }) => !isPersonMetric(metricCode)) }
}

/** Whether the reader may follow a channel of a device. */
export function mayFollow(scope: DataScope, device: DeviceEntry, channelNo: number): boolean {
  return withoutPersons(scope, device).channels.some((channel) => channel.channelNo === channelNo)
}

/** Whether devices of a kind may be followed together; personal kinds require access to personal data. */
export const mayFollowKind = (scope: DataScope, kind: string): boolean =>
  scope.hidesPersons !== true || !PERSON_KINDS.includes(kind)
