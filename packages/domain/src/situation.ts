import type { DeviceStatus } from './device-status.ts'

/** Inputs of the network's verdict; shares are 0–1, null = no data. */
export interface SituationFigures {
  readonly onlineShare: number | null
  /** The online share a day ago. */
  readonly onlineShareBefore: number | null
  readonly completeness: number | null
  /** Number of places where a serious limit is reached. */
  readonly seriousPlaces: number
}

/** Within these thresholds the network is calm; the texts beside the verdict use the same numbers. */
export const SITUATION_THRESHOLDS = {
  /** Minimum share of devices online. */
  online: 0.95,
  /** Maximum drop of that share since the day before. */
  fall: 0.02,
  completeness: 0.9,
  /** Maximum number of places over a serious limit. */
  seriousPlaces: 2,
  /** A province with a lower online share is named. */
  province: 0.9,
} as const

export type SituationReason = 'online' | 'fall' | 'completeness' | 'serious'

/** Rounded as displayed, to 0.1 %: 94.96 % reads 95.0 % and is judged as 95.0 %. */
const shown = (share: number) => Math.round(share * 1_000) / 1_000

/** Why the network is not calm, gravest first; empty = 总体平稳. */
export function situationReasons(figures: SituationFigures): SituationReason[] {
  const { completeness, seriousPlaces, onlineShare: share } = figures
  const change = onlineChange(figures)
  const isMet: Readonly<Record<SituationReason, boolean>> = {
    serious: seriousPlaces > SITUATION_THRESHOLDS.seriousPlaces,
    online: share !== null && shown(share) < SITUATION_THRESHOLDS.online,
    fall: change !== null && shown(change) <= -SITUATION_THRESHOLDS.fall,
    completeness: completeness !== null && shown(completeness) < SITUATION_THRESHOLDS.completeness,
  }
  return (Object.keys(isMet) as SituationReason[]).filter((reason) => isMet[reason])
}

/** Change of the online share since a day ago, as a share (−0.068 = 6.8 points down); null if either is unknown. */
export function onlineChange({
  onlineShare: now,
  onlineShareBefore: before,
}: Pick<SituationFigures, 'onlineShare' | 'onlineShareBefore'>): number | null {
  return now === null || before === null ? null : now - before
}

/** Number of devices expected to report: all except those not yet activated or out of service. */
export const expectedDevices = (byStatus: Readonly<Partial<Record<DeviceStatus, number>>>): number =>
  (byStatus.online ?? 0) + (byStatus.offline ?? 0) + (byStatus.fault ?? 0) + (byStatus.maintenance ?? 0)

/** Online devices / devices expected to report, 0–1; null without any. */
export function onlineShare(byStatus: Readonly<Partial<Record<DeviceStatus, number>>>): number | null {
  const expected = expectedDevices(byStatus)
  return expected === 0 ? null : (byStatus.online ?? 0) / expected
}
