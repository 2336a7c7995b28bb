import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { textSeed, unit } from './hash.ts'
import type { Overlay } from './signal.ts'
import type { DemoDevice } from './types.ts'

/** Domain §11 (2): a wave in three northern cities, two weeks old when the network is loaded. */
export const FLU_CITIES = ['130100', '210100', '230100'] as const
const RISE_DAYS = 14
const SHARE_FROM = 0.02
const SHARE_TO = 0.16
/** An illness lasts most of a three-day slot. */
const SLOT_MS = 3 * DAY_MS
const ILL_MS = [44 * HOUR_MS, 66 * HOUR_MS] as const
const ONSET_MS = 5 * HOUR_MS

/** Start of the wave for a network loaded at an instant. */
export const fluBeginMs = (loadedMs: number): number => loadedMs - (RISE_DAYS - 1) * DAY_MS

/** Share of ill people in a city; elsewhere and before a small base rate. */
export function fluShare(cityCode: string, tMs: number, beginMs: number): number {
  if (!(FLU_CITIES as readonly string[]).includes(cityCode)) return SHARE_FROM
  const days = (tMs - beginMs) / DAY_MS
  const height =
    days <= 0 ? 0 : days <= RISE_DAYS ? days / RISE_DAYS : Math.max(0, 1 - (days - RISE_DAYS) / (2 * RISE_DAYS))
  return SHARE_FROM + (SHARE_TO - SHARE_FROM) * height
}

/** Effect of an illness at full weight: ℃, beats and breaths per minute, %. */
const EFFECT: Readonly<Record<string, (weight: number) => number>> = {
  temp_core: (weight) => 1.3 + 1.5 * weight,
  temp_skin: (weight) => 0.5 + 0.4 * weight,
  hr: (weight) => 8 + 28 * weight,
  rr: (weight) => 2 + 8 * weight,
  spo2: (weight) => -6 * weight ** 2,
}

/** Effect of the wave on a vital sign of a wearer; undefined for signals it does not affect. */
export function fluOverlay(device: DemoDevice, metricCode: string, beginMs: number): Overlay | undefined {
  const effect = EFFECT[metricCode]
  if (device.kind !== 'wearable' || effect === undefined) return undefined
  const person = textSeed(device.clientId)
  // People fall ill on different days.
  const offsetMs = Math.floor(unit(person, 0xf0) * SLOT_MS)
  const city = `${device.regionCode.slice(0, 4)}00`
  return (atMs) => {
    const tMs = atMs + offsetMs
    const slot = Math.floor(tMs / SLOT_MS)
    if (unit(person, slot, 0xf1) >= fluShare(city, (slot + 0.5) * SLOT_MS - offsetMs, beginMs)) return 0
    const fromMs = slot * SLOT_MS
    const lengthMs = ILL_MS[0] + (ILL_MS[1] - ILL_MS[0]) * unit(person, slot, 0xf2)
    const inMs = Math.min(tMs - fromMs, fromMs + lengthMs - tMs)
    if (inMs <= 0) return 0
    return effect(unit(person, slot, 0xf3)) * Math.min(1, inMs / ONSET_MS)
  }
}
