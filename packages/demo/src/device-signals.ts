import { type DeviceFaults, faultsOf, planFaults } from './faults.ts'
import { dustOverlay } from './dust.ts'
import { chlorineDetectors, chlorineOverlay } from './incident.ts'
import { fluOverlay } from './flu.ts'
import { createLeaks, type Leaks } from './leaks.ts'
import { createSignal, type Overlay, type Signal, type SignalOptions, type SignalSource } from './signal.ts'
import type { ChannelTemplate, DemoDevice, DemoNetwork } from './types.ts'

export interface DeviceSignals {
  /** Signals in the order of the device's channels. */
  readonly signalsOf: (device: DemoDevice) => Signal[]
  readonly faultsOf: (device: DemoDevice) => DeviceFaults
  /** The small leaks of a normal day; undefined unless enabled. */
  readonly leaks: Leaks | undefined
}

export interface DeviceSignalOptions {
  /** Instants (epoch ms) of chlorine releases in the Jiangsu park, at least {@link CHLORINE_DURATION_MS} apart. */
  readonly releasesMs?: readonly number[]
  /** When the ten broken sensors got stuck, epoch ms; without it none is broken. */
  readonly stuckSinceMs?: number | undefined
  /** Start of a dust storm in the north-west, epoch ms. */
  readonly dustMs?: number
  /** Start of a flu wave among wearers, epoch ms. */
  readonly fluMs?: number | undefined
  /** Include the small leaks of a normal day. */
  readonly hasLeaks?: boolean
}

/** Signals of every device of a network, including its faults and the scripted incidents. */
export function createDeviceSignals(
  network: DemoNetwork,
  { releasesMs = [], stuckSinceMs, dustMs, fluMs, hasLeaks = false }: DeviceSignalOptions = {},
): DeviceSignals {
  const stations = new Map(network.stations.map((station) => [station.code, station]))
  const faults = planFaults(network.devices)
  const detectors = chlorineDetectors(network.devices).map((device) => device.index)
  const leaks = hasLeaks ? createLeaks(network.devices) : undefined

  function overlaysOf(device: DemoDevice, { metricCode }: ChannelTemplate): Overlay[] {
    const rank = metricCode === 'cl2' ? detectors.indexOf(device.index) : -1
    return [
      ...(rank < 0 ? [] : releasesMs.map((releaseMs) => chlorineOverlay(rank, releaseMs))),
      dustMs === undefined ? undefined : dustOverlay(device, metricCode, dustMs),
      fluMs === undefined ? undefined : fluOverlay(device, metricCode, fluMs),
      leaks?.overlayOf(device, metricCode),
    ].filter((overlay) => overlay !== undefined)
  }

  function optionsOf(device: DemoDevice, channel: ChannelTemplate): SignalOptions {
    const overlays = overlaysOf(device, channel)
    return {
      ...(overlays.length === 0 ? {} : { overlay: (tMs) => overlays.reduce((sum, overlay) => sum + overlay(tMs), 0) }),
      ...(faultsOf(faults, device.index).stuckSeq === channel.seq ? { stuckSinceMs } : {}),
    }
  }

  return {
    leaks,
    faultsOf: (device) => faultsOf(faults, device.index),
    signalsOf: (device) => {
      const stationType = stations.get(device.stationCode ?? '')?.stationType ?? null
      const source: SignalSource = { ...device, stationType }
      return device.channels.map((channel) => createSignal(channel, source, optionsOf(device, channel)))
    },
  }
}
