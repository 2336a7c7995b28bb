import { HOUR_MS } from '@natim/domain/time'
import type { Overlay } from './signal.ts'
import type { DemoDevice } from './types.ts'

/** Domain §11 (4): the storm crosses four provinces in 18 h and stays some hours in each. */
const FRONTS: readonly {
  readonly province: string
  /** Hours from the start until its arrival. */
  readonly arrivesH: number
  readonly lastsH: number
  /** PM10 at the maximum, µg/m³. */
  readonly peak: number
}[] = [
  { province: '62', arrivesH: 0, lastsH: 8, peak: 2_400 },
  { province: '64', arrivesH: 3.5, lastsH: 7, peak: 2_000 },
  { province: '61', arrivesH: 7, lastsH: 7, peak: 1_500 },
  { province: '14', arrivesH: 11, lastsH: 7, peak: 1_150 },
]
export const DUST_DURATION_MS = 18 * HOUR_MS

/** PM2.5 as a share of PM10: coarse dust contains little fine dust. */
const SHARE: Readonly<Record<string, number>> = { pm10: 1, pm25: 0.16 }

/** Contribution of the storm that starts at `beginMs` to a channel, µg/m³; undefined where it does not arrive. */
export function dustOverlay(device: DemoDevice, metricCode: string, beginMs: number): Overlay | undefined {
  const share = SHARE[metricCode]
  const front = FRONTS.find(({ province }) => device.regionCode.startsWith(province))
  if (share === undefined || front === undefined || device.kind !== 'air') return undefined
  const { arrivesH, lastsH, peak } = front
  return (tMs) => {
    const part = ((tMs - beginMs) / HOUR_MS - arrivesH) / lastsH
    if (part <= 0 || part >= 1) return 0
    // Sharp front, slow decay.
    return share * peak * Math.min(1, part * 9) * (1 - part) ** 1.3
  }
}
