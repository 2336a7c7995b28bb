import type { DeviceStatus } from './device-status.ts'

/** What the network's verdict is made from; shares are 0–1, null = nothing to go by. */
export interface SituationFigures {
  readonly onlineShare: number | null
  /** The same a day ago. */
  readonly onlineShareBefore: number | null
  readonly completeness: number | null
  /** Places where a serious limit is reached. */
  readonly seriousPlaces: number
}

/** From here on the network is calm; what a person reads beside the verdict is written from the same numbers. */
export const SITUATION_THRESHOLDS = {
  /** Least share of devices online. */
  online: 0.95,
  /** Largest fall of that share against the day before. */
  fall: 0.02,
  completeness: 0.9,
  /** Most places over a serious limit. */
  seriousPlaces: 2,
  /** Share online below which a province is named. */
  province: 0.9,
} as const

export type SituationReason = 'online' | 'fall' | 'completeness' | 'serious'

/** As people see it, with one decimal of a percent: 94.96 % reads 95.0 % and is judged as that. */
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

/** Change of the online share against a day ago, as a share (−0.068 = 6.8 points down); null when one is unknown. */
export function onlineChange({
  onlineShare: now,
  onlineShareBefore: before,
}: Pick<SituationFigures, 'onlineShare' | 'onlineShareBefore'>): number | null {
  return now === null || before === null ? null : now - before
}

/** Devices that should report: all but those not yet activated and those out of service. */
export const expectedDevices = (byStatus: Readonly<Partial<Record<DeviceStatus, number>>>): number =>
  (byStatus.online ?? 0) + (byStatus.offline ?? 0) + (byStatus.fault ?? 0) + (byStatus.maintenance ?? 0)

/** Online devices over all that should report, 0–1; null without any. */
export function onlineShare(byStatus: Readonly<Partial<Record<DeviceStatus, number>>>): number | null {
  const expected = expectedDevices(byStatus)
  return expected === 0 ? null : (byStatus.online ?? 0) / expected
}
