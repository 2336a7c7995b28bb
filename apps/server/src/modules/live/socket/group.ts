import type { LiveHome } from '@natim/contract/socket/live'
import type { DeviceEntry, Directory } from '../directory.ts'
import type { LiveState } from '../live-state.ts'
import type { Group, Key, Subscriber } from './types.ts'

const SECOND_MS = 1_000
const LAST_SEEN_EVERY_MS = 10_000
const HOME_EVERY_MS = 3_000

function baseGroup(key: string, intervalMs: number) {
  return {
    key,
    subscribers: new Set<Subscriber>(),
    intervalMs,
    changed: new Set<Key>(),
    lazy: new Set<Key>(),
    dueMs: 0,
    lazyDueMs: 0,
    channelNos: (): readonly number[] => [],
    devices: (): readonly DeviceEntry[] => [],
    reload: () => undefined,
  }
}

/** `[channelNo, ts, v, q]` as text: numbers need no escaping, and this is the hot path of the feed. */
export function pointText(channelNo: number, ts: number, v: number, q: number): string {
  return `[${channelNo},${ts},${v},${q}]`
}

function newestText(state: LiveState, channelNo: number): string | undefined {
  const latest = state.latestOf(channelNo)
  return latest === null ? undefined : pointText(channelNo, latest.ts, latest.v, latest.q)
}

const frame = (t: string, id: string, items: string, dropped: number) =>
  `{"t":"${t}","id":${JSON.stringify(id)},"d":${items}${dropped > 0 ? `,"dropped":${dropped}` : ''}}`

function listText(keys: Iterable<Key>, toText: (key: Key) => string | undefined): string {
  const parts: string[] = []
  for (const key of keys) {
    const part = toText(key)
    if (part !== undefined) parts.push(part)
  }
  return `[${parts.join(',')}]`
}

/** Topic `ch`: the newest value of each given channel, at most `maxHz` frames a second. */
export function channelGroup(key: string, channelNos: readonly number[], maxHz: number, state: LiveState): Group {
  const toText = (channelNo: Key) => newestText(state, channelNo as number)
  return {
    ...baseGroup(key, SECOND_MS / maxHz),
    channelNos: () => channelNos,
    snapshot: (id) => frame('snap', id, listText(channelNos, toText), 0),
    render: (id, keys, dropped) => frame('ch', id, listText(keys, toText), dropped),
  }
}

type DeviceFilter = (device: DeviceEntry) => boolean

/** Topic `kind`: every point of the devices of a kind as received, in order, after a snapshot of the newest ones. */
export function kindGroup(
  key: string,
  matches: DeviceFilter,
  maxHz: number,
  state: LiveState,
  directory: Directory,
): Group {
  let devices = directory.devices.filter(matches)
  return {
    ...baseGroup(key, SECOND_MS / maxHz),
    devices: () => devices,
    reload: (next) => {
      devices = next.devices.filter(matches)
    },
    snapshot: (id) => {
      const channelNos = devices.flatMap((device) => device.channels.map((channel) => channel.channelNo))
      return frame(
        'snap',
        id,
        listText(channelNos, (channelNo) => newestText(state, channelNo as number)),
        0,
      )
    },
    render: (id, keys, dropped) => frame('ch', id, `[${[...keys].join(',')}]`, dropped),
  }
}

/** Topic `dev`: status changes of devices at once; last contact every ten seconds. */
export function deviceGroup(key: string, matches: DeviceFilter, state: LiveState, directory: Directory): Group {
  let devices = directory.devices.filter(matches)
  let byNo = new Map(devices.map((device) => [device.deviceNo, device]))
  const base = baseGroup(key, SECOND_MS)
  const toText = (deviceNo: Key) => {
    const device = byNo.get(deviceNo as number)
    if (!device) return undefined
    return JSON.stringify({ id: device.id, st: state.statusOf(device), ls: state.lastSeenOf(device.deviceNo) })
  }
  return {
    ...base,
    devices: () => devices,
    reload: (next) => {
      const known = byNo
      devices = next.devices.filter(matches)
      byNo = new Map(devices.map((device) => [device.deviceNo, device]))
      for (const device of devices) if (!known.has(device.deviceNo)) base.changed.add(device.deviceNo)
    },
    snapshot: (id) => frame('dev', id, listText(byNo.keys(), toText), 0),
    render: (id, keys) => frame('dev', id, listText(keys, toText), 0),
  }
}

/** Releases entries that have waited long enough; for device groups: last contact. */
export function admitLazy(group: Group, nowMs: number): void {
  if (group.lazy.size === 0 || nowMs < group.lazyDueMs) return
  for (const key of group.lazy) group.changed.add(key)
  group.lazy.clear()
  group.lazyDueMs = nowMs + LAST_SEEN_EVERY_MS
}

export interface HomeGroup extends Group {
  /** Fetches the counters and marks them as changed. */
  readonly refresh: () => Promise<void>
}

/** Topic `home`: the counters of the dashboard every few seconds. */
export function homeGroup(key: string, load: () => Promise<LiveHome>): HomeGroup {
  const base = baseGroup(key, HOME_EVERY_MS)
  let counters: LiveHome | undefined
  const text = (id: string) => (counters ? frame('home', id, JSON.stringify(counters), 0) : undefined)
  return {
    ...base,
    snapshot: text,
    render: (id) => text(id) ?? frame('home', id, 'null', 0),
    refresh: async () => {
      counters = await load()
      base.changed.add('home')
    },
  }
}
