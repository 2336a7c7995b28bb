import type { DeviceStatus } from '@natim/contract/dict'
import type { DeviceListRow } from '@natim/contract/mon/device'
import type { LivePoint } from '@natim/contract/socket/live'
import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import { createDeviceStates, type DeviceStates, useDeviceState, useDeviceStates } from '@/lib/socket/device-states.ts'
import { useLiveValues, useNewestTime } from '@/lib/socket/live.ts'
import { createLiveValues, type LiveValues } from '@/lib/socket/live-values.ts'

export interface LiveDevices {
  readonly values: LiveValues
  readonly states: DeviceStates
}

export const LiveDevicesContext = createContext<LiveDevices>({
  values: createLiveValues(),
  states: createDeviceStates(),
})

/** A device and its displayed channels. */
export type LiveRow = Pick<DeviceListRow, 'id' | 'status' | 'lastSeen' | 'channels'>

/** Subscribes to the displayed channels of the rows and to their device states. */
export function useLiveDevices(rows: readonly LiveRow[]): LiveDevices {
  const keys = rows.flatMap(({ channels }) => channels.map(({ channelNo }) => channelNo))
  const values = useLiveValues(keys.length > 0 ? { topic: 'ch', keys, maxHz: 1 } : undefined)
  const states = useDeviceStates(rows.map(({ id }) => id))
  return useMemo(() => ({ values, states }), [values, states])
}

/** Current status of a row. */
export function useStatus(row: Pick<DeviceListRow, 'id' | 'status'>): DeviceStatus {
  const { states } = use(LiveDevicesContext)
  return useDeviceState(states, row.id)?.st ?? row.status
}

/** Last sign of life of a device, epoch ms; null = never. Both its state and a live value of any channel count. */
export function useLastSeen(row: LiveRow): number | null {
  const { states, values } = use(LiveDevicesContext)
  const state = useDeviceState(states, row.id)
  const newestMs = useNewestTime(
    values,
    row.channels.map(({ channelNo }) => channelNo),
  )
  const listedMs = row.channels.map(({ latest }) => latest?.ts ?? 0)
  return Math.max(row.lastSeen ?? 0, state?.ls ?? 0, newestMs, ...listedMs) || null
}

/** The newer of the listed and the live value. */
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
