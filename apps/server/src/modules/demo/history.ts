import { createDeviceSignals, type DeviceSignals } from '@natim/demo/device-signals'
import { fluBeginMs } from '@natim/demo/flu'
import type { Leak } from '@natim/demo/leaks'
import type { DemoNetwork } from '@natim/demo/network'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { type NumberedDevice, numberDevices } from './numbered.ts'
import { createTimelines, type Timeline } from './timeline.ts'

/** Everything the loader knows about the network's past; epoch ms. */
export interface History {
  readonly network: DemoNetwork
  readonly devices: readonly NumberedDevice[]
  readonly timelineOf: (device: NumberedDevice) => Timeline
  readonly signals: DeviceSignals
  /** The newest sample lies at this full minute; live data follows. */
  readonly untilMs: number
  /** First minute of raw samples. */
  readonly rawFromMs: number
  /** From this full hour on, samples have the channel's full rate. */
  readonly fullRateFromMs: number
  /** First hour of hourly rollups, first day of daily ones (starts of the buckets). */
  readonly hoursFromMs: number
  readonly daysFromMs: number
  /** When the faulty sensors froze. */
  readonly stuckSinceMs: number
  /** Chlorine release in the Jiangsu park. */
  readonly releaseMs: number
  /** Start of the dust storm. */
  readonly dustMs: number
  /** Small leaks since the first hour, in order of time. */
  readonly leaks: readonly Leak[]
}

/**
 * History is generated per minute (domain §11): until an hour or two ago no channel sampled faster, as the versions of
 * the faster ones record.
 */
export const RAW_STEP_MS = MINUTE_MS

/** Sampling period of a channel before the network went to its full rate, s. */
export const pastPeriodS = (periodS: number): number => Math.max(RAW_STEP_MS / SECOND_MS, periodS)

const RAW_HOURS = 25
const HOURLY_DAYS = 31
const DAILY_DAYS = 120
const STUCK_BEFORE_MS = 5 * HOUR_MS
/** Chlorine release two days ago at 14:07 (domain §11). */
const RELEASE_DAYS_AGO = 2
const RELEASE_TIME_MS = 14 * HOUR_MS + 7 * MINUTE_MS
/** Dust storm of domain §11, from four days ago at six. */
const DUST_DAYS_AGO = 4
const DUST_TIME_MS = 6 * HOUR_MS

/**
 * @param nowMs the instant of loading
 * @param rawHours of raw samples; older data are stored as hours and days
 */
export function planHistory(network: DemoNetwork, nowMs: number, rawHours = RAW_HOURS): History {
  const untilMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const hour = Math.floor(untilMs / HOUR_MS) * HOUR_MS
  const day = startOfDay(untilMs)
  const stuckSinceMs = untilMs - STUCK_BEFORE_MS
  const releaseMs = day - RELEASE_DAYS_AGO * DAY_MS + RELEASE_TIME_MS
  const dustMs = day - DUST_DAYS_AGO * DAY_MS + DUST_TIME_MS
  const signals = createDeviceSignals(network, {
    releasesMs: [releaseMs],
    dustMs,
    fluMs: fluBeginMs(untilMs),
    stuckSinceMs,
    hasLeaks: true,
  })
  const hoursFromMs = day - (HOURLY_DAYS - 1) * DAY_MS
  const timelines = createTimelines(network, untilMs)
  const devices = numberDevices(network)
  const known = new Map(devices.map((row) => [row.deviceNo, timelines(row.device)]))
  return {
    network,
    devices,
    timelineOf: ({ deviceNo }) => known.get(deviceNo) as Timeline,
    signals,
    untilMs,
    rawFromMs: hour - (rawHours - 1) * HOUR_MS,
    // The last hour is complete, and no hour has two periods.
    fullRateFromMs: Math.floor((untilMs - HOUR_MS) / HOUR_MS) * HOUR_MS,
    hoursFromMs,
    daysFromMs: day - (DAILY_DAYS - 1) * DAY_MS,
    stuckSinceMs,
    releaseMs,
    dustMs,
    leaks: signals.leaks?.beginningIn(hoursFromMs, untilMs) ?? [],
  }
}

const GMT8_MS = 8 * HOUR_MS

const startOfDay = (tMs: number) => Math.floor((tMs + GMT8_MS) / DAY_MS) * DAY_MS - GMT8_MS
