import { type RuleBody, type RuleScope, type RuleSubject, subjectsOf } from '@natim/domain/alarm/rule'
import { isWithin } from '@natim/domain/regions'
import type { DeviceEntry, Directory } from '../live/index.ts'

/** A channel that a rule watches, with what stands around it. */
export interface ScopedChannel {
  readonly device: DeviceEntry
  readonly channel: DeviceEntry['channels'][number]
}

type Register = Pick<Directory, 'devices'>

/** Every condition that is given has to hold; of its entries one. An empty list says nothing. */
const holds = <T>(entries: readonly T[] | undefined, isMet: (entries: readonly T[]) => boolean) =>
  entries === undefined || entries.length === 0 || isMet(entries)

function isDeviceMeant(device: DeviceEntry, scope: RuleScope): boolean {
  const { station } = device
  return (
    !device.isRetired &&
    holds(scope.deviceKinds, (kinds) => kinds.includes(device.kind)) &&
    holds(scope.deviceIds, (ids) => ids.includes(device.id)) &&
    holds(scope.modelIds, (ids) => ids.includes(device.modelId)) &&
    holds(scope.stationIds, (ids) => station !== null && ids.includes(station.id)) &&
    holds(scope.stationTypes, (types) => station !== null && types.includes(station.stationType)) &&
    holds(scope.regionPrefixes, (prefixes) => isWithin(device.regionCode, prefixes)) &&
    holds(scope.tags, (tags) => tags.some((tag) => device.tags.includes(tag)))
  )
}

const channelsOf = (device: DeviceEntry, { metricCodes }: RuleScope) =>
  device.channels.filter(
    (channel) => channel.enabled && holds(metricCodes, (codes) => codes.includes(channel.metricCode)),
  )

/** The enabled channels that a scope means, by device number and seq. Devices out of service have none. */
export const channelsInScope = ({ devices }: Register, scope: RuleScope): ScopedChannel[] =>
  devices.flatMap((device) =>
    isDeviceMeant(device, scope) ? channelsOf(device, scope).map((channel) => ({ device, channel })) : [],
  )

/** The devices that a scope means: those that fit and, where metrics are named, have a channel of one of them. */
export const devicesInScope = ({ devices }: Register, scope: RuleScope): DeviceEntry[] =>
  devices.filter(
    (device) => isDeviceMeant(device, scope) && holds(scope.metricCodes, () => channelsOf(device, scope).length > 0),
  )

/** What the branches of a rule speak of; they never mix. */
export const subjectOf = ({ branches }: Pick<RuleBody, 'branches'>): RuleSubject =>
  subjectsOf(branches.map(({ type }) => type))[0] ?? 'channel'

/** What a rule judges: of one about places the channels that carry their alarms, whatever they measure. */
export function watchedChannels(directory: Register, body: Pick<RuleBody, 'branches' | 'scope'>): ScopedChannel[] {
  if (subjectOf(body) !== 'place') return channelsInScope(directory, body.scope)
  const { metricCodes: _, ...scope } = body.scope
  return channelsInScope(directory, scope).filter(({ channel }) => channel.index !== undefined)
}
