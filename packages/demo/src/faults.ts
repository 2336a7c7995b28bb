import { DAY_MS, GMT8_OFFSET_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { between, hash, unit } from './hash.ts'
import { devicesWith } from './status.ts'
import type { DemoDevice } from './types.ts'

/** Permanent faults of a device. */
export interface DeviceFaults {
  /** Clock offset, ahead (+) or behind (-); 0 for nearly all. */
  readonly skewMs: number
  /** Connects and disconnects all day long. */
  readonly isFlapping: boolean
  /** Channel stuck at one value. */
  readonly stuckSeq: number | null
  /** Channel sent in mg/m³ although its unit is ppm. */
  readonly wrongUnitSeq: number | null
  /** Flags of its state message; not empty = it reports a fault. */
  readonly faultFlags: readonly string[]
}

const SKEWED = 20
const STUCK = 10
const FLAPPING = 5
const WRONG_UNIT = 3
const CLEAN: DeviceFaults = { skewMs: 0, isFlapping: false, stuckSeq: null, wrongUnitSeq: null, faultFlags: [] }
const FLAGS = ['flow_low', 'sensor_eol', 'pump_fault', 'lamp_aged', 'heater_fail'] as const
/** Metrics for which a stuck value would not be noticed. */
const NEVER_STUCK: readonly string[] = [
  'wind_speed',
  'rain',
  'steps',
  'chem_bar',
  'batt_pct',
  'flow_lpm',
  'temp_core',
  'spo2',
]

/** Faults of the devices that have any, by device index (domain §11: 20 skewed clocks, 10 stuck channels, …). */
export function planFaults(devices: readonly DemoDevice[]): ReadonlyMap<number, DeviceFaults> {
  const faults = new Map<number, DeviceFaults>()
  const add = (device: DemoDevice, part: Partial<DeviceFaults>) =>
    faults.set(device.index, { ...CLEAN, ...faults.get(device.index), ...part })
  const withStatus = (status: DemoDevice['status']) =>
    devicesWith(status).flatMap((index) => devices.find((device) => device.index === index) ?? [])

  const online = withStatus('online')
  const direct = online.filter((device) => device.gatewayClientId === null)
  for (const [rank, device] of direct.slice(0, SKEWED).entries()) add(device, { skewMs: skewOf(rank) })
  for (const device of online.filter((row) => row.modelCode === 'HX-GD600').slice(0, WRONG_UNIT)) {
    add(device, { wrongUnitSeq: 1 })
  }
  const faulty = withStatus('fault')
  for (const [rank, device] of faulty.entries()) add(device, { faultFlags: [FLAGS[rank % FLAGS.length] as string] })
  for (const device of faulty.filter((row) => stickable(row) !== null).slice(0, STUCK)) {
    add(device, { stuckSeq: stickable(device) })
  }
  const offline = withStatus('offline').filter((device) => device.gatewayClientId === null)
  for (const device of offline.slice(0, FLAPPING)) add(device, { isFlapping: true })
  return faults
}

/** Faults of one device; all fields are empty for a healthy one. */
export function faultsOf(faults: ReadonlyMap<number, DeviceFaults>, deviceIndex: number): DeviceFaults {
  return faults.get(deviceIndex) ?? CLEAN
}

/** ±10–400 s; one clock is so far ahead that the server refuses its points. */
function skewOf(rank: number): number {
  if (rank === 0) return 400_000
  return (rank % 2 === 0 ? 1 : -1) * between(10, rank % 2 === 0 ? 280 : 400, rank, 0x5e) * 1000
}

/** The first channel on which a stuck value is noticeable; a quiet gas detector is constant anyway. */
function stickable(device: DemoDevice): number | null {
  if (device.kind === 'gas') return null
  return device.channels.find((channel) => !NEVER_STUCK.includes(channel.metricCode))?.seq ?? null
}

/** Faults of one message. */
export type MessageFaults =
  | { readonly kind: 'none' | 'missing' | 'duplicate' | 'conflict' }
  | { readonly kind: 'late'; readonly lateMs: number }

const NOTHING: MessageFaults = { kind: 'none' }
/** Shares of domain §11, cumulative: missing 0.3 %, late 0.1 %, duplicates 0.05 %, conflicts 0.02 %. */
const MISSING = 0.003
const LATE = MISSING + 0.001
const DUPLICATE = LATE + 0.0005
const CONFLICT = DUPLICATE + 0.0002

/** Faults of the message a device takes at an instant (epoch ms); deterministic. */
export function messageFaults(deviceIndex: number, tMs: number): MessageFaults {
  const second = Math.floor(tMs / 1000)
  const draw = unit(deviceIndex, second, 0xd1)
  if (draw >= CONFLICT) return NOTHING
  if (draw < MISSING) return { kind: 'missing' }
  if (draw < LATE) return { kind: 'late', lateMs: between(60, 7200, deviceIndex, second, 0xd2) * 1000 }
  return { kind: draw < DUPLICATE ? 'duplicate' : 'conflict' }
}

/** A time without connection, `[fromMs, toMs)`. */
export interface Outage {
  readonly fromMs: number
  readonly toMs: number
  /** The device stored its samples and sends them afterwards. */
  readonly isBackfilled: boolean
}

/** Share of devices with one outage on a given day. */
const OUTAGE_SHARE = 0.07

/** The outage of a device on the GMT+8 day of an instant, or undefined. Outages never cross midnight. */
export function outageOfDay(deviceIndex: number, tMs: number): Outage | undefined {
  const day = Math.floor((tMs + GMT8_OFFSET_MS) / DAY_MS)
  const seed = hash(deviceIndex, day, 0x0a)
  if (unit(seed, 1) >= OUTAGE_SHARE) return undefined
  const lengthMs = between(6, 75, seed, 2) * MINUTE_MS
  const dayStartMs = day * DAY_MS - GMT8_OFFSET_MS
  const fromMs = dayStartMs + Math.floor(unit(seed, 3) * (DAY_MS - lengthMs - MINUTE_MS))
  return { fromMs, toMs: fromMs + lengthMs, isBackfilled: unit(seed, 4) < 0.6 }
}

/** The outage that covers an instant, or undefined. */
export function outageAt(deviceIndex: number, tMs: number): Outage | undefined {
  const outage = outageOfDay(deviceIndex, tMs)
  return outage !== undefined && tMs >= outage.fromMs && tMs < outage.toMs ? outage : undefined
}

/** How long an offline device has been silent when the network is loaded: half of them since today, half for days. */
export function silentForMs(deviceIndex: number): number {
  const isFresh = unit(deviceIndex, 0x0c) < 0.5
  return isFresh ? between(20, 1200, deviceIndex, 0x0b) * MINUTE_MS : between(30, 600, deviceIndex, 0x0b) * HOUR_MS
}
