import type { LiveHome, ParsedLiveRequest } from '@natim/contract/socket/live'
import { element } from '@natim/domain/element'
import type { DeviceStatusChange, StoredPoints } from '../../../platform/bus.ts'
import { type DataScope, isInScope } from '../../../platform/scope.ts'
import type { DeviceEntry, Directory } from '../directory.ts'
import type { Network } from '../network.ts'
import { scopeKey } from '../scope-key.ts'
import { mayFollow, mayFollowKind } from '../without-persons.ts'
import { admitLazy, channelGroup, deviceGroup, type HomeGroup, homeGroup, kindGroup, pointText } from './group.ts'
import { deliver, drain } from './subscriber.ts'
import type { Group, Subscriber } from './types.ts'

/** Grouped topics; alarms and walls are sent individually (alarm-subscription.ts, wall-subscription.ts). */
export type SubscribeRequest = Exclude<
  Extract<ParsedLiveRequest, { readonly op: 'sub' }>,
  { readonly topic: 'alarm' | 'wall' }
>

export interface HubDeps {
  readonly network: Pick<Network, 'state'>
  /** Dashboard counters for a scope and region. */
  readonly homeCounters: (scope: DataScope, region: string | undefined) => Promise<LiveHome>
  readonly onError: (error: unknown) => void
}

export type Hub = ReturnType<typeof createHub>

/** Interval at which {@link Hub.tick} must be called. */
export const TICK_MS = 50
/** Maximum points kept between two frames of a `kind` group; older ones are dropped. */
const MAX_CHANGED = 20_000

/** Subscription groups: takes every point and status change once and sends frames to the subscribers. */
export function createHub({ network: { state }, homeCounters, onError }: HubDeps) {
  const groups = new Map<string, Group>()
  const homeGroups = new Set<Group>()
  const byChannel = new Map<number, Set<Group>>()
  const byDevice = new Map<number, Set<Group>>()
  const kindGroups = new Set<Group>()
  const stats = { frames: 0, changes: 0 }

  function attach(subscriber: Subscriber, request: SubscribeRequest, scope: DataScope, directory: Directory): Group {
    const { key, create } = resolve(request, scope, directory)
    const held = groups.get(key)
    const group = held ?? create(key)
    if (!held) {
      groups.set(key, group)
      listen(group)
    }
    group.subscribers.add(subscriber)
    drain(subscriber, group)
    return group
  }

  function detach(subscriber: Subscriber, group: Group): void {
    group.subscribers.delete(subscriber)
    if (group.subscribers.size > 0) return
    groups.delete(group.key)
    homeGroups.delete(group)
    kindGroups.delete(group)
    silence(group)
  }

  /** Re-evaluates a subscription. It restarts with a snapshot only if its view has changed. */
  function move(
    subscriber: Subscriber,
    group: Group,
    request: SubscribeRequest,
    scope: DataScope,
    directory: Directory,
  ): Group {
    if (resolve(request, scope, directory).key === group.key) return group
    detach(subscriber, group)
    subscriber.held.clear()
    subscriber.needsSnapshot = true
    return attach(subscriber, request, scope, directory)
  }

  /** The group of a request; unknown keys and those out of scope are ignored. */
  function resolve(request: SubscribeRequest, scope: DataScope, directory: Directory) {
    const inScope = (device: DeviceEntry) => isInScope(scope, device)
    switch (request.topic) {
      case 'ch': {
        const own = [...new Set(request.keys)].filter((channelNo) => {
          const device = directory.deviceByChannel.get(channelNo)
          return device !== undefined && inScope(device) && mayFollow(scope, device, channelNo)
        })
        own.sort((a, b) => a - b)
        const create = (key: string) => channelGroup(key, own, request.maxHz, state)
        return { key: `ch|${request.maxHz}|${own.join()}`, create }
      }
      case 'kind': {
        const matches = (device: DeviceEntry) =>
          device.kind === request.kind && mayFollowKind(scope, device.kind) && inScope(device)
        const create = (key: string) => {
          const group = kindGroup(key, matches, request.maxHz, state, directory)
          kindGroups.add(group)
          return group
        }
        return { key: `kind|${request.maxHz}|${request.kind}|${scopeKey(scope)}`, create }
      }
      case 'dev': {
        const ids = request.ids && new Set(request.ids)
        const matches = (device: DeviceEntry) =>
          inScope(device) && (ids?.has(device.id) ?? true) && device.regionCode.startsWith(request.region ?? '')
        const create = (key: string) => deviceGroup(key, matches, state, directory)
        const wanted = ids ? [...ids].sort().join() : '*'
        return { key: `dev|${request.region ?? ''}|${scopeKey(scope)}|${wanted}`, create }
      }
      case 'home': {
        const create = (key: string) => {
          const group = homeGroup(key, () => homeCounters(scope, request.region))
          homeGroups.add(group)
          return group
        }
        return { key: `home|${request.region ?? ''}|${scopeKey(scope)}`, create }
      }
    }
  }

  function listen(group: Group): void {
    for (const channelNo of group.channelNos()) addTo(byChannel, channelNo, group)
    for (const device of group.devices()) addTo(byDevice, device.deviceNo, group)
  }

  function silence(group: Group): void {
    for (const channelNo of group.channelNos()) removeFrom(byChannel, channelNo, group)
    for (const device of group.devices()) removeFrom(byDevice, device.deviceNo, group)
  }

  async function refreshHome(group: HomeGroup): Promise<void> {
    try {
      await group.refresh()
      flush(group)
    } catch (error) {
      onError(error)
    }
  }

  function flush(group: Group): void {
    // Rendered once per subscription id; clients of one build mostly share ids.
    const frames = new Map<string, string>()
    for (const subscriber of group.subscribers) {
      const frame = frames.get(subscriber.id) ?? group.render(subscriber.id, group.changed, 0)
      frames.set(subscriber.id, frame)
      deliver(subscriber, group, group.changed, frame)
      stats.frames += 1
      stats.changes += group.changed.size
    }
    group.changed.clear()
  }

  return {
    /** Since the start: frames rendered for sockets, and the points or devices in them. */
    stats: stats as Readonly<typeof stats>,
    attach,
    detach,
    move,

    /** Call after the network has applied the points: one that is not the newest of its channel is no live value. */
    onPoints(points: StoredPoints): void {
      for (let i = 0; i < points.tsMs.length; i++) {
        const channelNo = element(points.channelNos[i])
        const deviceNo = element(points.deviceIds[i])
        const ts = element(points.tsMs[i])
        const channelGroups = byChannel.get(channelNo)
        if (channelGroups && state.latestOf(channelNo)?.ts === ts) {
          for (const group of channelGroups) group.changed.add(channelNo)
        }
        for (const group of byDevice.get(deviceNo) ?? []) {
          if (!kindGroups.has(group)) group.lazy.add(deviceNo)
          else addBounded(group, pointText(channelNo, ts, element(points.values[i]), element(points.flags[i])))
        }
      }
    },

    onStatus(changes: readonly DeviceStatusChange[]): void {
      for (const { deviceNo } of changes) {
        for (const group of byDevice.get(deviceNo) ?? []) if (!kindGroups.has(group)) group.changed.add(deviceNo)
      }
    },

    onReload(directory: Directory): void {
      for (const group of groups.values()) {
        silence(group)
        group.reload(directory)
        listen(group)
      }
    },

    /** Sends every subscription a new snapshot. */
    resync(): void {
      for (const group of groups.values()) {
        for (const subscriber of group.subscribers) {
          subscriber.held.clear()
          subscriber.needsSnapshot = true
          drain(subscriber, group)
        }
      }
    },

    /** Sends all due frames. */
    tick(nowMs: number): void {
      for (const group of groups.values()) {
        admitLazy(group, nowMs)
        // A slightly early tick must not delay the frame by a whole tick.
        if (nowMs + TICK_MS / 2 < group.dueMs) continue
        if (homeGroups.has(group)) void refreshHome(group as HomeGroup)
        else if (group.changed.size > 0) flush(group)
        else continue
        group.dueMs = nowMs + group.intervalMs
      }
    },
  }
}

function addBounded(group: Group, text: string): void {
  group.changed.add(text)
  if (group.changed.size <= MAX_CHANGED) return
  const [oldest] = group.changed
  if (oldest === undefined) return
  group.changed.delete(oldest)
  for (const subscriber of group.subscribers) subscriber.dropped += 1
}

function addTo(index: Map<number, Set<Group>>, key: number, group: Group): void {
  const set = index.get(key)
  if (set) set.add(group)
  else index.set(key, new Set([group]))
}

function removeFrom(index: Map<number, Set<Group>>, key: number, group: Group): void {
  const set = index.get(key)
  set?.delete(group)
  if (set?.size === 0) index.delete(key)
}
