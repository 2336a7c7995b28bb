import { type DeviceFaults, faultsOf, planFaults } from './faults.ts'
import { chlorineDetectors, chlorineOverlay } from './incident.ts'
import { createSignal, type Signal, type SignalOptions, type SignalSource } from './signal.ts'
import type { ChannelTemplate, DemoDevice, DemoNetwork } from './types.ts'

export interface DeviceSignals {
  /** Signals in the order of the device's channels. */
  readonly signalsOf: (device: DemoDevice) => Signal[]
  readonly faultsOf: (device: DemoDevice) => DeviceFaults
}

export interface DeviceSignalOptions {
  /** Instants (epoch ms) at which chlorine escapes in the Jiangsu park, at least {@link CHLORINE_DURATION_MS} apart. */
  readonly releasesMs?: readonly number[]
  /** When the ten broken sensors froze, epoch ms; without it none is broken. */
  readonly stuckSinceMs?: number | undefined
}

/** Signals of every device of a network with its faults and the scripted releases of chlorine. */
export function createDeviceSignals(
  network: DemoNetwork,
  { releasesMs = [], stuckSinceMs }: DeviceSignalOptions = {},
): DeviceSignals {
  const stations = new Map(network.stations.map((station) => [station.code, station]))
  const faults = planFaults(network.devices)
  const detectors = chlorineDetectors(network.devices).map((device) => device.index)

  function optionsOf(device: DemoDevice, channel: ChannelTemplate): SignalOptions {
    const rank = channel.metricCode === 'cl2' ? detectors.indexOf(device.index) : -1
    const overlays = rank < 0 ? [] : releasesMs.map((releaseMs) => chlorineOverlay(rank, releaseMs))
    return {
      ...(overlays.length === 0 ? {} : { overlay: (tMs) => overlays.reduce((sum, overlay) => sum + overlay(tMs), 0) }),
      ...(faultsOf(faults, device.index).stuckSeq === channel.seq ? { stuckSinceMs } : {}),
    }
  }

  return {
    faultsOf: (device) => faultsOf(faults, device.index),
    signalsOf: (device) => {
      const stationType = stations.get(device.stationCode ?? '')?.stationType ?? null
      const source: SignalSource = { ...device, stationType }
      return device.channels.map((channel) => createSignal(channel, source, optionsOf(device, channel)))
    },
  }
}
