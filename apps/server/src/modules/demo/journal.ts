import type { DemoStatus } from '@natim/demo/network'
import { SECOND_MS } from '@natim/domain/time'
import type { History } from './history.ts'
import type { NumberedDevice } from './numbered.ts'
import type { NewestSample } from './samples.ts'
import type { Silence, Timeline } from './timeline.ts'

/** A row of `mon_device_status_log`; epoch ms. */
export interface StatusEntry {
  readonly deviceNo: number
  readonly tsMs: number
  readonly from: DemoStatus
  readonly to: DemoStatus
  readonly reason: string
}

/** A row of `mon_gap`; epoch ms, null = open. */
export interface GapEntry {
  readonly deviceNo: number
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number | null
  readonly filledMs: number | null
  readonly expected: number | null
  readonly received: number
  readonly cause: string
}

/** A row of `mon_device_state`; epoch ms. */
export interface StateEntry {
  readonly deviceNo: number
  readonly status: DemoStatus
  readonly sinceMs: number
  readonly lastSeenMs: number | null
  readonly lastSampleMs: number | null
  readonly isFault: boolean
  readonly flags: readonly string[]
  readonly firmware: string | null
  readonly skewMs: number | null
}

/** The server notices a lost connection after its grace time. */
const GRACE_MS = 10 * SECOND_MS

/** Every status change in the timelines, by device in time order. */
export function statusEntries(history: History): StatusEntry[] {
  return history.devices.flatMap((row) => {
    const { deviceNo, device } = row
    const timeline = history.timelineOf(row)
    if (device.status === 'inactive') return []
    const entry = (tsMs: number, from: DemoStatus, to: DemoStatus, reason: string): StatusEntry => ({
      deviceNo,
      tsMs,
      from,
      to,
      reason,
    })
    const falls = timeline.silences.flatMap((silence) => [
      entry(silence.fromMs + GRACE_MS, 'online', 'offline', reasonOf(row, silence)),
      entry(silence.toMs, 'offline', 'online', 'message'),
    ])
    const present = { offline: 'timeout', fault: 'fault-flag', maintenance: 'maintenance', online: '' }[device.status]
    return [
      entry(timeline.fromMs, 'inactive', 'online', 'message'),
      ...falls,
      ...(device.status === 'online' ? [] : [entry(timeline.statusSinceMs, 'online', device.status, present)]),
    ]
  })
}

function reasonOf({ device }: NumberedDevice, { cause }: Silence): string {
  return cause === 'network' && device.gatewayClientId !== null ? 'gateway' : 'last-will'
}

/** Gaps in the samples: silences within the days with timelines, and open ones of offline devices. */
export function gapEntries(history: History): GapEntry[] {
  return history.devices.flatMap((row) => {
    const timeline = history.timelineOf(row)
    return row.channels.flatMap(({ channelNo, template }) => {
      const periodMs = template.periodS * SECOND_MS
      const closed = timeline.silences
        .filter((silence) => silence.toMs - silence.fromMs > 2.5 * periodMs)
        .map((silence): GapEntry => {
          const expected = Math.round((silence.toMs - silence.fromMs) / periodMs)
          const { fromMs, toMs, isBackfilled, cause } = silence
          const filled = isBackfilled ? { filledMs: toMs, received: expected } : { filledMs: null, received: 0 }
          return { deviceNo: row.deviceNo, channelNo, fromMs, toMs, expected, cause, ...filled }
        })
      return row.device.status === 'offline'
        ? [...closed, openGap(row.deviceNo, channelNo, timeline, periodMs)]
        : closed
    })
  })
}

function openGap(deviceNo: number, channelNo: number, { untilMs }: Timeline, periodMs: number): GapEntry {
  const rest = { toMs: null, filledMs: null, expected: null, received: 0, cause: 'offline' }
  return { deviceNo, channelNo, fromMs: untilMs + periodMs, ...rest }
}

/** State of each device at the instant of loading. */
export function stateEntries(history: History, newest: readonly NewestSample[]): StateEntry[] {
  const lastSamples = new Map<number, number>()
  for (const { deviceNo, tsMs } of newest) lastSamples.set(deviceNo, Math.max(tsMs, lastSamples.get(deviceNo) ?? 0))
  return history.devices.map((row) => {
    const { device, deviceNo } = row
    const timeline = history.timelineOf(row)
    const isKnown = device.status !== 'inactive'
    const { faultFlags, skewMs } = history.signals.faultsOf(device)
    return {
      deviceNo,
      status: device.status,
      sinceMs: timeline.statusSinceMs,
      lastSeenMs: isKnown ? timeline.untilMs : null,
      lastSampleMs: lastSamples.get(deviceNo) ?? null,
      isFault: faultFlags.length > 0,
      flags: faultFlags,
      firmware: isKnown ? device.firmware : null,
      // Lag of its clock: receive time minus its own.
      skewMs: skewMs === 0 ? null : -skewMs,
    }
  })
}
