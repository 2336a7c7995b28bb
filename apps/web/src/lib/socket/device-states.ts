import type { LiveDevice } from '@natim/contract/socket/live'
import { useState, useSyncExternalStore } from 'react'
import { useLiveTopic } from './live.ts'

/** Latest state by device, kept outside React: a cell re-renders only for its own device. */
export interface DeviceStates {
  readonly apply: (devices: readonly LiveDevice[]) => void
  readonly get: (id: string) => LiveDevice | undefined
  readonly subscribe: (listener: () => void) => () => void
}

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

/** Maximum ids per frame (64 KiB). */
const MAX_IDS = 1_500

/** Live states of some devices; no ids, no subscription. */
export function useDeviceStates(ids: readonly string[]): DeviceStates {
  const [states] = useState(createDeviceStates)
  useLiveTopic(ids.length > 0 ? { topic: 'dev', ids: ids.slice(0, MAX_IDS) } : undefined, (message) => {
    if (message.t === 'dev') states.apply(message.d)
  })
  return states
}

/** The latest state of one device, undefined before the first. */
export function useDeviceState(states: DeviceStates, id: string): LiveDevice | undefined {
  return useSyncExternalStore(states.subscribe, () => states.get(id))
}
