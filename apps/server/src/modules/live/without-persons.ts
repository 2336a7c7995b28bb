import { isPersonMetric, PERSON_KINDS } from '@natim/domain/subject'
import type { DataScope } from '../../platform/scope.ts'
import type { DeviceEntry } from './directory.ts'

/** A device as the reader may know it: what it measures of persons is no channel of theirs (ADR 0061). */
export function withoutPersons(scope: DataScope, device: DeviceEntry): DeviceEntry {
  if (scope.hidesPersons !== true || !device.channels.some(({ metricCode }) => isPersonMetric(metricCode)))
    return device
  return { ...device, channels: device.channels.filter(({ metricCode }) => !isPersonMetric(metricCode)) }
}

/** Whether the reader may follow a channel of a device. */
export function mayFollow(scope: DataScope, device: DeviceEntry, channelNo: number): boolean {
  return withoutPersons(scope, device).channels.some((channel) => channel.channelNo === channelNo)
}

/** Whether devices of a kind may be followed together: those that measure persons only by whoever sees persons. */
export const mayFollowKind = (scope: DataScope, kind: string): boolean =>
  scope.hidesPersons !== true || !PERSON_KINDS.includes(kind)
