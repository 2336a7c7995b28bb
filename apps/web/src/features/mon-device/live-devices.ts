import type { DeviceListRow } from '@natim/contract/mon/device'
import type { DeviceStatus } from '@natim/contract/dict'
import type { LiveDevice, LivePoint } from '@natim/contract/socket/live'
import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import { useLiveTopic, useLiveValues } from '@/lib/socket/live.ts'
import { createLiveValues, type LiveValues } from '@/lib/socket/live-values.ts'

/** Newest state by device, kept outside React: a cell follows its own device only. */
export interface DeviceStates {
  readonly apply: (devices: readonly LiveDevice[]) => void
  readonly get: (id: string) => LiveDevice | undefined
  readonly subscribe: (listener: () => void) => () => void
}

/** An empty table of states. */
export function createDeviceStates(): DeviceStates {
  const states = new Map<string, LiveDevice>()
  const listeners = new Set<() => void>()
  return {
    apply(devices) {
      for (const device of devices) states.set(device.id, device)
      for (const listener of listeners) listener()
    },
    get: (id) => states.get(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface LiveDevices {
  readonly values: LiveValues
  readonly states: DeviceStates
}

export const LiveDevicesContext = createContext<LiveDevices>({
  values: createLiveValues(),
  states: createDeviceStates(),
})

/** A device with the channels that are shown of it. */
export type LiveRow = Pick<DeviceListRow, 'id' | 'status' | 'lastSeen' | 'channels'>

/** Subscribes to what a page shows: the channels of the rows, and their states. */
export function useLiveDevices(rows: readonly LiveRow[]): LiveDevices {
  const [states] = useState(createDeviceStates)
  const keys = rows.flatMap(({ channels }) => channels.map(({ channelNo }) => channelNo))
  const ids = rows.map(({ id }) => id)
  const values = useLiveValues(keys.length > 0 ? { topic: 'ch', keys, maxHz: 1 } : undefined)
  useLiveTopic(ids.length > 0 ? { topic: 'dev', ids } : undefined, (message) => {
    if (message.t === 'dev') states.apply(message.d)
  })
  return useMemo(() => ({ values, states }), [values, states])
}

/** Status of a row as of now. */
export function useStatus(row: Pick<DeviceListRow, 'id' | 'status'>): DeviceStatus {
  const { states } = use(LiveDevicesContext)
  return useSyncExternalStore(states.subscribe, () => states.get(row.id)?.st ?? row.status)
}

const newer = (a: number | null, b: number | null | undefined) => Math.max(a ?? 0, b ?? 0)

/** When a device was last heard of, epoch ms; null = never. A live value proves life as well as a state does. */
export function useLastSeen(row: LiveRow): number | null {
  const { states, values } = use(LiveDevicesContext)
  const stateMs = useSyncExternalStore(states.subscribe, () => newer(row.lastSeen, states.get(row.id)?.ls))
  const [first] = row.channels
  const pointMs = useSyncExternalStore(
    (listener) => (first ? values.subscribe(first.channelNo, listener) : () => undefined),
    () => (first ? (values.get(first.channelNo)?.[1] ?? 0) : 0),
  )
  return Math.max(stateMs, pointMs) || null
}

/** The newer of what the list brought and what arrived since. */
export function usePoint(channel: DeviceListRow['channels'][number]): LivePoint | undefined {
  const { values } = use(LiveDevicesContext)
  const live = useSyncExternalStore(
    (listener) => values.subscribe(channel.channelNo, listener),
    () => values.get(channel.channelNo),
  )
  const { latest } = channel
  if (latest === null || (live && live[1] >= latest.ts)) return live
  return [channel.channelNo, latest.ts, latest.v, latest.q]
}
