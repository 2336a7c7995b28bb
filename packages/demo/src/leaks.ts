import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { between, hash, unit } from './hash.ts'
import { chlorineDetectors } from './incident.ts'
import type { Overlay } from './signal.ts'
import type { DemoDevice } from './types.ts'

/** A temporary leak of a valve, a gasket or a loading arm, measured by one gas detector. */
export interface Leak {
  /** {@link DemoDevice.index} */
  readonly device: number
  readonly metricCode: string
  /** Epoch ms. */
  readonly fromMs: number
  /** When it is stopped; the gas clears within {@link LEAK_CLEARING_MS}. */
  readonly untilMs: number
  /** Plateau value in the storage unit. */
  readonly peak: number
}

/** Gas leaking at a model, and its range (ppm), from just above the OEL to beyond AEGL-2. */
type Source = readonly [metricCode: string, from: number, to: number]
const SOURCES: Readonly<Record<string, { readonly small: Source; readonly large: Source; readonly grave: Source }>> = {
  'HX-GD600': { small: ['nh3', 46, 60], large: ['hcl', 6, 9], grave: ['cl2', 2.6, 4.5] },
  'HX-GD610': { small: ['benzene', 3.6, 5.5], large: ['h2s', 9, 13], grave: ['h2s', 40, 70] },
  'HX-GD620': { small: ['tox_co', 30, 48], large: ['nh3', 90, 120], grave: ['nh3', 220, 320] },
  'HX-GD650': { small: ['toluene', 30, 45], large: ['hf', 3, 5], grave: ['hcl', 28, 45] },
}
const SMALL_SHARE = 0.66
const GRAVE_SHARE = 0.1

/** One starts in each slot, so that at nearly all times one is in progress, often two. */
const SLOT_MS = HOUR_MS
const LENGTH_MIN = [35, 125] as const
const LONGEST_MS = LENGTH_MIN[1] * MINUTE_MS
const RISE_MIN = 3
const CLEARING_MIN = 6
/** Time until a thousandth of the peak is left. */
export const LEAK_CLEARING_MS = 7 * CLEARING_MIN * MINUTE_MS

export interface Leaks {
  /** Leaks that start in `(fromMs, toMs]`, in time order. */
  readonly beginningIn: (fromMs: number, toMs: number) => Leak[]
  /** Contribution of leaks to a channel; undefined where none ever happens. */
  readonly overlayOf: (device: DemoDevice, metricCode: string) => Overlay | undefined
}

/**
 * The small leaks of a normal day at the online detectors of a network, except the four of the chlorine release. Pure:
 * the same network always has the same leaks at the same instants.
 */
export function createLeaks(devices: readonly DemoDevice[]): Leaks {
  const released = new Set(chlorineDetectors(devices))
  const detectors = devices.filter(
    (device) => SOURCES[device.modelCode] !== undefined && device.status === 'online' && !released.has(device),
  )

  const deviceOf = (slot: number) => detectors[hash(slot, 0x1ea) % detectors.length]
  const leakOf = (slot: number): Leak | undefined => {
    const device = deviceOf(slot)
    const sources = device && SOURCES[device.modelCode]
    if (!sources) return undefined
    const draw = unit(slot, 0x1eb)
    const size = draw < SMALL_SHARE ? 'small' : draw < 1 - GRAVE_SHARE ? 'large' : 'grave'
    const [metricCode, from, to] = sources[size]
    const fromMs = slot * SLOT_MS + between(0, 3_599, slot, 0x1ec) * 1_000
    const untilMs = fromMs + between(...LENGTH_MIN, slot, 0x1ed) * MINUTE_MS
    return { device: device.index, metricCode, fromMs, untilMs, peak: from + (to - from) * unit(slot, 0x1ee) }
  }

  /** Leaks of one channel that start in these slots. */
  function leaksBetween(from: number, to: number, device: DemoDevice, metricCode: string): Leak[] {
    const found: Leak[] = []
    for (let slot = from; slot <= to; slot++) {
      if (deviceOf(slot) !== device) continue
      const leak = leakOf(slot)
      if (leak?.metricCode === metricCode) found.push(leak)
    }
    return found
  }

  return {
    beginningIn(fromMs, toMs) {
      if (detectors.length === 0) return []
      const slots = Array.from(
        { length: Math.floor(toMs / SLOT_MS) - Math.floor(fromMs / SLOT_MS) + 1 },
        (_, index) => Math.floor(fromMs / SLOT_MS) + index,
      )
      return slots
        .flatMap((slot) => leakOf(slot) ?? [])
        .filter((leak) => leak.fromMs > fromMs && leak.fromMs <= toMs)
        .toSorted((a, b) => a.fromMs - b.fromMs)
    },
    overlayOf(device, metricCode) {
      const sources = SOURCES[device.modelCode]
      if (!sources || !detectors.includes(device)) return undefined
      if (!Object.values(sources).some(([code]) => code === metricCode)) return undefined
      // Signals are read in time order, so the leaks of a slot are computed once instead of for each sample.
      let first = Number.NaN
      let last = Number.NaN
      let near: Leak[] = []
      return (tMs) => {
        const from = Math.floor((tMs - LONGEST_MS - LEAK_CLEARING_MS) / SLOT_MS)
        const to = Math.floor(tMs / SLOT_MS)
        if (from !== first || to !== last) {
          ;[first, last, near] = [from, to, leaksBetween(from, to, device, metricCode)]
        }
        return near.reduce((sum, leak) => sum + levelOf(leak, tMs), 0)
      }
    },
  }
}

/** Rises, fluctuates with the wind, and decays after it has been stopped. */
function levelOf({ fromMs, untilMs, peak }: Leak, tMs: number): number {
  const minutes = (Math.min(tMs, untilMs) - fromMs) / MINUTE_MS
  if (minutes <= 0 || tMs > untilMs + LEAK_CLEARING_MS) return 0
  const level = peak * (1 - Math.exp(-minutes / RISE_MIN)) * (1 - 0.06 * (1 - Math.cos(minutes * 1.7)))
  return tMs <= untilMs ? level : level * Math.exp(-(tMs - untilMs) / (CLEARING_MIN * MINUTE_MS))
}
