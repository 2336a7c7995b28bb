import type { DemoEvent, DeviceEvents } from '@natim/demo/device-events'
import type { DeviceSignals } from '@natim/demo/device-signals'
import type { DeviceFaults } from '@natim/demo/faults'
import { between, unit } from '@natim/demo/hash'
import type { DemoDevice, DemoNetwork } from '@natim/demo/network'
import type { Signal } from '@natim/demo/signal'
import { metricByCode } from '@natim/domain/metrics'
import type { ForeignUnit, TeleExtras } from './payload.ts'

/** Channels of one device with the same period, sent in one message. */
export interface Group {
  readonly periodS: number
  /** Phase of the device's readings within the period, 0–1. */
  readonly phase: number
  readonly seqs: readonly number[]
  readonly signals: readonly Signal[]
}

/** Fixed properties of a simulated device. */
export interface DevicePlan {
  readonly device: DemoDevice
  readonly groups: readonly Group[]
  readonly faults: DeviceFaults
  readonly foreign: ForeignUnit | undefined
  readonly ip: string
  /** One-time messages of the device within (afterMs, untilMs]. */
  readonly eventsOf: (afterMs: number, untilMs: number) => readonly DemoEvent[]
  /** Position and health added to some telemetry messages. */
  readonly extrasAt: (nowMs: number, sequence: number) => Pick<TeleExtras, 'pos' | 'sys'>
}

/** Health is added to every n-th message. */
const SYS_EVERY = 6
/** Size of the town a survey vehicle drives through, degrees. */
const TOUR_DEG = 0.04
const TOUR_MS = 2 * 3_600_000
/** 25 °C, 101.325 kPa (domain §1). */
const MOLAR_VOLUME_L = 24.45

export function planDevice(
  device: DemoDevice,
  network: DemoNetwork,
  signals: DeviceSignals,
  events: DeviceEvents,
): DevicePlan {
  const channelSignals = signals.signalsOf(device)
  const periods = [...new Set(device.channels.map((channel) => channel.periodS))]
  const faults = signals.faultsOf(device)
  const station = network.stations.find((row) => row.code === device.stationCode)
  return {
    device,
    faults,
    groups: periods.map((periodS) => {
      const indexes = device.channels.flatMap((channel, index) => (channel.periodS === periodS ? [index] : []))
      return {
        periodS,
        phase: unit(device.index, periodS, 0x9a),
        seqs: indexes.map((index) => device.channels[index]?.seq ?? 0),
        signals: indexes.flatMap((index) => channelSignals[index] ?? []),
      }
    }),
    foreign: foreignUnit(device, faults.wrongUnitSeq),
    ip: `10.${between(16, 31, device.index, 1)}.${between(0, 255, device.index, 2)}.${between(1, 254, device.index, 3)}`,
    eventsOf: (afterMs, untilMs) => events.eventsOf(device, channelSignals, afterMs, untilMs),
    extrasAt: (nowMs, sequence) => ({
      pos: station?.stationType === 'mobile' ? tour(device, nowMs) : undefined,
      sys: sequence % SYS_EVERY === 0 ? health(device, nowMs) : undefined,
    }),
  }
}

function foreignUnit(device: DemoDevice, seq: number | null): ForeignUnit | undefined {
  const channel = device.channels.find((row) => row.seq === seq)
  const molarMass = metricByCode(channel?.metricCode ?? '')?.molarMass
  if (!channel || molarMass === undefined) return undefined
  return { seq: channel.seq, unit: 'mg/m3', factor: molarMass / MOLAR_VOLUME_L }
}

/** A round trip of two hours through the town. */
function tour({ index, lng, lat }: DemoDevice, nowMs: number): { lng: number; lat: number } {
  const turn = 2 * Math.PI * (nowMs / TOUR_MS + unit(index, 4))
  const round6 = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lng: round6(lng + TOUR_DEG * Math.sin(turn)), lat: round6(lat + TOUR_DEG * Math.sin(2 * turn) * 0.5) }
}

/** Batteries of wearables drain over a day and a half; all others are on mains. */
function health({ index, kind }: DemoDevice, nowMs: number): { batt: number; rssi: number } {
  const cycle = (nowMs / (36 * 3_600_000) + unit(index, 5)) % 1
  const rssi = -between(48, 92, index, Math.floor(nowMs / 600_000))
  return { batt: kind === 'wearable' ? Math.round(100 - 85 * cycle) : 100, rssi }
}
