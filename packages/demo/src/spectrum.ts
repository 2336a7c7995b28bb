import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { unit } from './hash.ts'
import type { Signal } from './signal.ts'
import type { DemoDevice } from './types.ts'

/** Own figures, typical of a 3-inch NaI crystal: one hour of a natural spectrum. */
const CHANNELS = 512
const KEV_PER_CHANNEL = 3.4
const LIVE_S = 3_600
const RESOLUTION = 0.07

/** Hourly areas: potassium of the ground, thorium and radon, and radon progeny from rain. */
const GROUND: readonly Line[] = [
  [1461, 2_300],
  [911, 500],
  [609, 700],
  [352, 900],
  [1120, 260],
]
const RADON: readonly Line[] = [
  [295, 5_200],
  [352, 9_400],
  [609, 8_000],
  [1120, 2_600],
]

/** Energy, keV, and counts. */
type Line = readonly [keV: number, area: number]

export interface DemoSpectrum {
  readonly meta: {
    readonly cal: readonly [number, number, number]
    readonly live: number
    readonly detector: 'NaI'
    readonly nuclides: readonly string[]
  }
  readonly counts: readonly number[]
}

/** Number of monitors that send spectra, those of Zhejiang first: its rain is a scripted incident. */
const SENDERS = 24
/** Look-back in hours that is certain to include fair weather. */
const FAIR_HOURS = 26

/** Monitors that send a spectrum every hour. */
export function spectrumDevices(devices: readonly DemoDevice[]): DemoDevice[] {
  const monitors = devices.filter(({ kind }) => kind === 'rad')
  const isFirst = ({ regionCode }: DemoDevice) => regionCode.startsWith('33')
  return [...monitors.filter(isFirst), ...monitors.filter((device) => !isFirst(device))].slice(0, SENDERS)
}

/**
 * Intensity of rain in the hour that ends at an instant, derived from the dose rate of the preceding day: 0 none, 1 a
 * heavy shower.
 */
export function rainOf(dose: Pick<Signal, 'at'>, hourEndMs: number): number {
  const meanOf = (ago: number) => dose.at(hourEndMs - ago * HOUR_MS - 30 * MINUTE_MS)
  const fair = Math.min(...Array.from({ length: FAIR_HOURS }, (_, ago) => meanOf(ago)))
  return Math.min(1, Math.max(0, (meanOf(0) / fair - 1.08) * 1.6))
}

/**
 * A γ spectrum of one hour, the same for the same seed and instant.
 *
 * @param rain radon progeny above fair weather: 0 none, 1 a heavy shower
 */
export function createSpectrum(seed: number, tsMs: number, rain: number): DemoSpectrum {
  const lines = [...GROUND, ...RADON.map(([keV, area]): Line => [keV, area * rain])]
  const hour = Math.floor(tsMs / 3_600_000)
  const counts = Array.from({ length: CHANNELS }, (_, channel) => {
    const keV = channel * KEV_PER_CHANNEL
    const expected = background(keV) * (1 + 0.35 * rain) + lines.reduce((sum, line) => sum + peakAt(line, keV), 0)
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(seed, hour, channel)))
  })
  return {
    meta: {
      cal: [0, KEV_PER_CHANNEL, 0],
      live: LIVE_S,
      detector: 'NaI',
      nuclides: rain > 0.2 ? ['K-40', 'Pb-214', 'Bi-214'] : ['K-40'],
    },
    counts,
  }
}

/** Scattered counts decrease with energy; the crystal detects nothing below 40 keV. */
const background = (keV: number): number =>
  keV < 40 ? 5 : 9_000 * Math.exp(-keV / 190) + 900 * Math.exp(-keV / 650) + 12

function peakAt([at, area]: Line, keV: number): number {
  const sigma = (RESOLUTION * 662 * Math.sqrt(at / 662)) / 2.355
  return (area * KEV_PER_CHANNEL * Math.exp(-0.5 * ((keV - at) / sigma) ** 2)) / (sigma * Math.sqrt(2 * Math.PI))
}

function normal(seed: number, hour: number, channel: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - unit(seed, hour, channel, 1)))
  return radius * Math.cos(2 * Math.PI * unit(seed, hour, channel, 2))
}

/** Encoded as devices send it: unsigned 32-bit integers, little-endian. */
export function spectrumBytes({ counts }: Pick<DemoSpectrum, 'counts'>): Uint8Array {
  const bytes = new Uint8Array(counts.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [index, count] of counts.entries()) view.setUint32(index * 4, count, true)
  return bytes
}
