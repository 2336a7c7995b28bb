import { HOUR_MS } from '@natim/domain/time'
import type { Overlay } from './signal.ts'
import type { DemoDevice } from './types.ts'

/** Domain §11 (4): the storm crosses four provinces in 18 h; each is in it for some hours. */
const FRONTS: readonly {
  readonly province: string
  /** From the beginning until it arrives, h. */
  readonly arrivesH: number
  readonly lastsH: number
  /** PM10 at its height, µg/m³. */
  readonly peak: number
}[] = [
  { province: '62', arrivesH: 0, lastsH: 8, peak: 2_400 },
  { province: '64', arrivesH: 3.5, lastsH: 7, peak: 2_000 },
  { province: '61', arrivesH: 7, lastsH: 7, peak: 1_500 },
  { province: '14', arrivesH: 11, lastsH: 7, peak: 1_150 },
]
export const DUST_DURATION_MS = 18 * HOUR_MS

/** Coarse dust holds little fine dust: what PM2.5 gets of what PM10 gets. */
const SHARE: Readonly<Record<string, number>> = { pm10: 1, pm25: 0.16 }

/** What the storm that begins at `beginMs` adds to a channel, µg/m³; undefined where it does not come. */
export function dustOverlay(device: DemoDevice, metricCode: string, beginMs: number): Overlay | undefined {
  const share = SHARE[metricCode]
  const front = FRONTS.find(({ province }) => device.regionCode.startsWith(province))
  if (share === undefined || front === undefined || device.kind !== 'air') return undefined
  const { arrivesH, lastsH, peak } = front
  return (tMs) => {
    const part = ((tMs - beginMs) / HOUR_MS - arrivesH) / lastsH
    if (part <= 0 || part >= 1) return 0
    // It comes as a wall and thins out slowly.
    return share * peak * Math.min(1, part * 9) * (1 - part) ** 1.3
  }
}
