import type { DeviceStatus } from '@natim/contract/dict'
import type { StationCard } from '@natim/contract/mon/home'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { createContext, use } from 'react'
import { createDeviceStates, type DeviceStates, useDeviceState } from '@/lib/socket/device-states.ts'
import { useLiveValue } from '@/lib/socket/live.ts'
import { createLiveValues, type LiveValues } from '@/lib/socket/live-values.ts'
import { useIsStale } from '@/ui/age.tsx'
import type { ValueLook } from '@/ui/value-with-unit.tsx'

export type PlaceDevice = StationCard['devices'][number]
export type PlaceChannel = PlaceDevice['channels'][number]

/** A channel and its device. */
export interface ChannelRow {
  readonly device: PlaceDevice
  readonly channel: PlaceChannel
}

/** Live updates while the page is open. */
export interface PlaceLive {
  readonly values: LiveValues
  readonly states: DeviceStates
}

export const PlaceLiveContext = createContext<PlaceLive>({ values: createLiveValues(), states: createDeviceStates() })

/** Current status of a device. */
export function usePlaceStatus(device: PlaceDevice): DeviceStatus {
  const { states } = use(PlaceLiveContext)
  return useDeviceState(states, device.id)?.st ?? device.status
}

const ABSENT: readonly DeviceStatus[] = ['offline', 'inactive', 'retired']

/** The newer of the loaded and the live value: value, age, quality, and the most severe limit it reaches. */
export function useReading({ device, channel }: ChannelRow) {
  const { values } = use(PlaceLiveContext)
  const status = usePlaceStatus(device)
  const live = useLiveValue(values, channel.channelNo)
  const known = channel.latest
  const isLiveNewer = live !== undefined && live[1] >= (known?.ts ?? 0)
  const ts = isLiveNewer ? live[1] : known?.ts
  const v = isLiveNewer ? live[2] : known?.v
  const q = (isLiveNewer ? live[3] : known?.q) ?? 0
  const isStale = useIsStale(ts, channel.periodS)
  const look: ValueLook = ABSENT.includes(status) ? 'offline' : isStale ? 'stale' : 'live'
  const figures = figuresOf({ v, q }, channel.means)
  return { status, v, q, ts, look, figures, reached: reachedLimit(channel.limits, figures) }
}
