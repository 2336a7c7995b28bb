import { type Outage, outageOfDay, silentForMs } from '@natim/demo/faults'
import { between } from '@natim/demo/hash'
import type { DemoDevice, DemoNetwork } from '@natim/demo/network'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'

/** A period in which a device could not be heard: `fromMs < t <= toMs`, epoch ms. */
export interface Silence extends Outage {
  /** The device's own outage, or that of the gateway it speaks through. */
  readonly cause: 'offline' | 'network'
}

/** When a device could be heard before the network was loaded. */
export interface Timeline {
  /** Start of its life; after `untilMs` for a device that never connected. */
  readonly fromMs: number
  /** Last instant it was heard. */
  readonly untilMs: number
  /** In time order, disjoint, all before `untilMs`. */
  readonly silences: readonly Silence[]
  /** Start of its current status. */
  readonly statusSinceMs: number
}

/** Days for which outages are generated; older data exist only as daily values. */
export const TOLD_DAYS = 31

/** The gateway whose line was cut yesterday for six hours; its children backfilled everything (domain §11). */
const CUT_GATEWAY = 7
const CUT_BEFORE_MS = 20 * HOUR_MS
const CUT_LENGTH_MS = 6 * HOUR_MS

/** @param nowMs the instant of loading. */
export function createTimelines(network: DemoNetwork, nowMs: number): (device: DemoDevice) => Timeline {
  const gateway = network.devices.filter((device) => device.kind === 'gateway')[CUT_GATEWAY]
  const cut: Silence = {
    fromMs: nowMs - CUT_BEFORE_MS,
    toMs: nowMs - CUT_BEFORE_MS + CUT_LENGTH_MS,
    isBackfilled: true,
    cause: 'network',
  }
  return (device) => {
    const isCut = device === gateway || (gateway !== undefined && device.gatewayClientId === gateway.clientId)
    const fromMs = nowMs - device.installedDaysAgo * DAY_MS
    const statusSinceMs = nowMs - ageOf(device)
    if (device.status === 'inactive') return { fromMs: nowMs, untilMs: 0, silences: [], statusSinceMs: fromMs }
    if (isCut) return { fromMs, untilMs: nowMs, silences: [cut], statusSinceMs: cut.toMs }
    const untilMs = device.status === 'offline' ? statusSinceMs : nowMs
    // A device in maintenance or with a fault has no additional outages.
    const silences = device.status === 'online' ? silencesOf(device, nowMs) : []
    return { fromMs, untilMs, silences, statusSinceMs: silences.at(-1)?.toMs ?? statusSinceMs }
  }
}

/** How long the current status has lasted. */
function ageOf({ index, status, installedDaysAgo }: DemoDevice): number {
  switch (status) {
    case 'offline':
      return silentForMs(index)
    case 'fault':
      return between(70, 14_000, index, 0xa1) * MINUTE_MS
    case 'maintenance':
      return between(30, 500, index, 0xa2) * MINUTE_MS
    default:
      return installedDaysAgo * DAY_MS
  }
}

function silencesOf(device: DemoDevice, nowMs: number): Silence[] {
  return Array.from({ length: TOLD_DAYS + 1 }, (_, back) =>
    outageOfDay(device.index, nowMs - (TOLD_DAYS - back) * DAY_MS),
  )
    .filter((outage) => outage !== undefined)
    .filter((outage) => outage.fromMs > nowMs - TOLD_DAYS * DAY_MS && outage.toMs < nowMs - 5 * MINUTE_MS)
    .map((outage) => ({
      ...outage,
      isBackfilled: outage.isBackfilled && device.gatewayClientId === null,
      cause: 'offline',
    }))
}

/** Share of `(fromMs, toMs]` of which samples exist, 0–1: backfilled silences count as heard. */
export function heardShare({ fromMs, untilMs, silences }: Timeline, startMs: number, endMs: number): number {
  let heard = Math.max(0, Math.min(endMs, untilMs) - Math.max(startMs, fromMs))
  for (const silence of silences) {
    if (!silence.isBackfilled) heard -= Math.max(0, Math.min(endMs, silence.toMs) - Math.max(startMs, silence.fromMs))
  }
  return Math.max(0, heard) / (endMs - startMs)
}
