import { formatDuration, formatShare } from '../format.ts'
import { SECOND_MS } from '../time.ts'
import { MAX_FOR_S, type RuleBranch } from './rule.ts'

/** Above this share a rule costs more attention than it is worth (domain §10.5). */
export const FALSE_SHARE_LIMIT = 0.3
/** With fewer judged alarms no conclusion about a rule is drawn. */
export const ENOUGH_ALARMS = 20

/** Share of 误报 among alarms closed by people; null if there are too few of them. */
export const falseShareOf = (falses: number, judged: number, enough = ENOUGH_ALARMS): number | null =>
  judged < enough ? null : falses / judged

/** Statistics of a rule's alarms over a span. */
export interface RuleFigures {
  readonly alarms: number
  /** Closed by people, and by close code. */
  readonly judged: number
  readonly falses: number
  readonly weather: number
  readonly device: number
  /** 75th percentile of the duration of false alarms, s; null without any. */
  readonly falseLastedS: number | null
  /** Alarms of the three devices with the most alarms. */
  readonly topDevices: number
  readonly devices: number
}

/** A suggestion to improve a rule. */
export type TuningHint =
  /** Hold longer: from → to, seconds. */
  | { readonly kind: 'hold'; readonly fromS: number; readonly toS: number }
  /** This many devices cause this share of the alarms. */
  | { readonly kind: 'devices'; readonly devices: number; readonly share: number }
  | { readonly kind: 'weather'; readonly share: number }
  | { readonly kind: 'device'; readonly share: number }

const HOLDS_S = [30, 60, 120, 180, 300, 600, 900, 1_800] as const
const FEW_DEVICES = 3
const CONCENTRATED = 0.6
const OFTEN = 0.4

/** The first hint that applies; undefined if nothing stands out. */
export function tuningHint(figures: RuleFigures, branches: readonly RuleBranch[]): TuningHint | undefined {
  const { alarms, judged, falses, weather, device, topDevices, devices } = figures
  if (alarms < ENOUGH_ALARMS) return undefined
  if ((falseShareOf(falses, judged) ?? 0) > FALSE_SHARE_LIMIT) {
    const hold = longerHold(figures, branches)
    if (hold) return hold
  }
  if (devices > FEW_DEVICES * 2 && topDevices / alarms >= CONCENTRATED)
    return { kind: 'devices', devices: FEW_DEVICES, share: topDevices / alarms }
  if (judged < ENOUGH_ALARMS) return undefined
  if (weather / judged >= OFTEN) return { kind: 'weather', share: weather / judged }
  if (device / judged >= OFTEN) return { kind: 'device', share: device / judged }
  return undefined
}

/** A hold longer than most false alarms lasted: shorter ones no longer fire. */
function longerHold({ falseLastedS }: RuleFigures, branches: readonly RuleBranch[]): TuningHint | undefined {
  if (falseLastedS === null || branches.length === 0) return undefined
  const fromS = Math.min(...branches.map(({ forS }) => forS))
  const toS = HOLDS_S.find((seconds) => seconds >= fromS + falseLastedS && seconds > fromS)
  return toS === undefined || toS > MAX_FOR_S ? undefined : { kind: 'hold', fromS, toS }
}

/** `持续 30 秒改为 2 分` */
export function hintText(hint: TuningHint): string {
  switch (hint.kind) {
    case 'hold':
      return `持续${hint.fromS === 0 ? '时间 0' : ` ${formatDuration(hint.fromS * SECOND_MS)}`}改为 ${formatDuration(hint.toS * SECOND_MS)}`
    case 'devices':
      return `${hint.devices} 台设备占 ${formatShare(hint.share, 0)}，先查设备`
    case 'weather':
      return `气象干扰占 ${formatShare(hint.share, 0)}，可设印证或抑制`
    default:
      return `设备故障占 ${formatShare(hint.share, 0)}，先查设备`
  }
}
