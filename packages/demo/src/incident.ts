import { MINUTE_MS } from '@natim/domain/time'
import type { Overlay } from './signal.ts'
import { PARKS } from './sites.data.ts'
import type { DemoDevice } from './types.ts'

/** A detector in the path of the cloud. */
interface Receptor {
  /** Plateau value, ppm. */
  readonly peakPpm: number
  /** Minutes from the release to the arrival of the cloud. */
  readonly arrivalMin: number
  /** Minutes in which the value falls to a third after the cloud has passed. */
  readonly clearingMin: number
}

/** Domain §11 (1): the release lasts 25 min; four detectors read 0.6 to 38 ppm, by wind and distance. */
const RELEASE_MIN = 25
const RECEPTORS: readonly Receptor[] = [
  { peakPpm: 3.1, arrivalMin: 4, clearingMin: 15 },
  { peakPpm: 38, arrivalMin: 1.5, clearingMin: 17 },
  { peakPpm: 12, arrivalMin: 2.5, clearingMin: 16 },
  { peakPpm: 0.6, arrivalMin: 7, clearingMin: 13 },
]
const RISE_MIN = 3
/** Total duration, from the release. */
export const CHLORINE_DURATION_MS = 160 * MINUTE_MS

/** The four chlorine detectors of the Jiangsu park, in order of their numbers. */
export function chlorineDetectors(devices: readonly DemoDevice[]): DemoDevice[] {
  const park = PARKS[0]
  return devices
    .filter(
      (device) => device.kind === 'gas' && device.regionCode === park?.cityCode && device.gatewayClientId !== null,
    )
    .slice(0, RECEPTORS.length)
}

/** Contribution of the release at detector `rank` (0–3): ppm of chlorine over time. */
export function chlorineOverlay(rank: number, releaseMs: number): Overlay {
  const receptor = RECEPTORS[rank]
  if (!receptor) throw new Error(`The release reaches detectors 0-${RECEPTORS.length - 1}, not ${rank}`)
  const { peakPpm, arrivalMin, clearingMin } = receptor
  return (tMs) => {
    const minutes = (tMs - releaseMs) / MINUTE_MS - arrivalMin
    if (minutes <= 0 || tMs - releaseMs > CHLORINE_DURATION_MS) return 0
    // The wind varies slightly, so the plateau fluctuates.
    const gust = 1 - 0.12 * (1 - Math.cos(minutes * 1.9))
    const level = (time: number) => 1 - Math.exp(-time / RISE_MIN)
    if (minutes <= RELEASE_MIN) return peakPpm * level(minutes) * gust
    return peakPpm * level(RELEASE_MIN) * Math.exp(-(minutes - RELEASE_MIN) / clearingMin)
  }
}
