import { type RuleBody, type RuleScope, type RuleSubject, subjectsOf } from '@natim/domain/alarm/rule'
import { isWithin } from '@natim/domain/regions'
import type { DeviceEntry, Directory } from '../live/index.ts'

/** A channel watched by a rule, with its device. */
export interface ScopedChannel {
  readonly device: DeviceEntry
  readonly channel: DeviceEntry['channels'][number]
}

type Register = Pick<Directory, 'devices'>

/** All given conditions must hold, each for one of its entries. An empty list is ignored. */
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

/** Enabled channels in a scope, by device number and seq. Retired devices have none. */
export const channelsInScope = ({ devices }: Register, scope: RuleScope): ScopedChannel[] =>
  devices.flatMap((device) =>
    isDeviceMeant(device, scope) ? channelsOf(device, scope).map((channel) => ({ device, channel })) : [],
  )

/** Devices in a scope: matching ones that, when metrics are given, have a channel of one of them. */
export const devicesInScope = ({ devices }: Register, scope: RuleScope): DeviceEntry[] =>
  devices.filter(
    (device) => isDeviceMeant(device, scope) && holds(scope.metricCodes, () => channelsOf(device, scope).length > 0),
  )

/** What the branches of a rule are about; subjects are never mixed. */
export const subjectOf = ({ branches }: Pick<RuleBody, 'branches'>): RuleSubject =>
  subjectsOf(branches.map(({ type }) => type))[0] ?? 'channel'

/** The channels a rule judges; for a place rule, the channels that carry its alarms, whatever they measure. */
export function watchedChannels(directory: Register, body: Pick<RuleBody, 'branches' | 'scope'>): ScopedChannel[] {
  if (subjectOf(body) !== 'place') return channelsInScope(directory, body.scope)
  const { metricCodes: _, ...scope } = body.scope
  return channelsInScope(directory, scope).filter(({ channel }) => channel.index !== undefined)
}
