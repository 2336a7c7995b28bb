import type { LiveDevice } from '@natim/contract/socket/live'
import { useState, useSyncExternalStore } from 'react'
import { useLiveTopic } from './live.ts'

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

/** A frame holds no more ids than these (64 KiB). */
const MAX_IDS = 1_500

/** The states of some devices as they change; without any, nothing is subscribed to. */
export function useDeviceStates(ids: readonly string[]): DeviceStates {
  const [states] = useState(createDeviceStates)
  useLiveTopic(ids.length > 0 ? { topic: 'dev', ids: ids.slice(0, MAX_IDS) } : undefined, (message) => {
    if (message.t === 'dev') states.apply(message.d)
  })
  return states
}

/** The newest state of one device, undefined before the first. */
export function useDeviceState(states: DeviceStates, id: string): LiveDevice | undefined {
  return useSyncExternalStore(states.subscribe, () => states.get(id))
}
