import type { LimitKind } from '../limit.ts'
import { MINUTE_MS } from '../time.ts'

/** Running windows of the air toxicity level, minutes (domain §5.4). */
export const TOXIC_WINDOWS_MIN = [10, 30, 60, 240, 480] as const

export type ToxicWindow = (typeof TOXIC_WINDOWS_MIN)[number]

/** 0 正常, 1 关注, 2 预警, 3 危险, 4 致命. */
export type ToxicLevel = 0 | 1 | 2 | 3 | 4

/** Lines of one window, in the channel's unit. */
interface WindowLines {
  /** Warning line W. */
  readonly warning: number
  readonly danger: number
  readonly lethal: number
}

/** Lines that a channel's means are compared with. */
export interface ToxicLines {
  readonly windows: Readonly<Partial<Record<ToxicWindow, WindowLines>>>
  /** AEGL-2 for 60 minutes, the divisor of the hazard index. */
  readonly danger60: number | undefined
  readonly idlh: number | undefined
  /** 仅60分钟限值: the other durations are not published; 4 h and 8 h are not assessed. */
  readonly isOnly60Min: boolean
}

/** A limit in force for the channel, in its unit. */
export interface ToxicLimit {
  readonly kind: LimitKind
  readonly level: string
  readonly avgPeriod: string
  readonly value: number
}

const PERIOD_OF: Readonly<Record<ToxicWindow, string>> = { 10: '10min', 30: '30min', 60: '60min', 240: '4h', 480: '8h' }
/** Windows for which the 60-min row is stricter than the actual one would be. */
const SERVED_BY_60: ReadonlySet<ToxicWindow> = new Set([10, 30, 60])
/** Used where no authority publishes a warning line. */
const WARNING_SHARE_OF_DANGER = 0.1

/** Lines of a channel; undefined without AEGL-2: such a channel has no level. */
export function toxicLines(limits: readonly ToxicLimit[]): ToxicLines | undefined {
  const find = (kind: LimitKind, level: string, period: string) =>
    limits.find((limit) => limit.kind === kind && limit.level === level && limit.avgPeriod === period)?.value
  const of = (kind: LimitKind) => limits.find((limit) => limit.kind === kind)?.value
  const oel = of('OEL_MAC') ?? of('OEL_STEL') ?? of('OEL_TWA')
  const linesOf = (period: string): WindowLines | undefined => {
    // Mercury has no AEGL: its HJ 169 pair is equivalent.
    const isBorrowed = period === '60min' && !limits.some(({ kind }) => kind === 'AEGL')
    const danger = isBorrowed ? find('HJ169', '终点-2', period) : find('AEGL', '2', period)
    const lethal = isBorrowed ? find('HJ169', '终点-1', period) : find('AEGL', '3', period)
    if (danger === undefined) return undefined
    const warning = find('AEGL', '1', period) ?? oel ?? danger * WARNING_SHARE_OF_DANGER
    return { warning: Math.min(warning, danger), danger, lethal: lethal ?? Number.POSITIVE_INFINITY }
  }
  const row60 = linesOf(PERIOD_OF[60])
  const own = TOXIC_WINDOWS_MIN.map((window) => [window, linesOf(PERIOD_OF[window])] as const)
  const isOnly60Min = own.every(([window, lines]) => window === 60 || lines === undefined)
  const windows = Object.fromEntries(
    own.flatMap(([window, lines]) => {
      const used = lines ?? (isOnly60Min && SERVED_BY_60.has(window) ? row60 : undefined)
      return used ? [[window, used]] : []
    }),
  )
  if (Object.keys(windows).length === 0) return undefined
  return { windows, danger60: row60?.danger, idlh: of('IDLH'), isOnly60Min }
}

/** Means of a channel's alarm-valid data, in its unit; undefined for a window that is not judged. */
export interface ToxicFigures {
  readonly means: Readonly<Partial<Record<ToxicWindow, number | undefined>>>
  readonly minuteMean?: number | undefined
}

/**
 * Air toxicity level of a channel: the highest of its windows; undefined = 无数据, which is not 0.
 *
 * @param share factor on the lines: with 0.9 the result is the level to which a channel may fall
 */
export function toxicLevel({ means, minuteMean }: ToxicFigures, lines: ToxicLines, share = 1): ToxicLevel | undefined {
  const { idlh, danger60 } = lines
  const levels = TOXIC_WINDOWS_MIN.flatMap((window): ToxicLevel[] => {
    const row = lines.windows[window]
    const mean = means[window]
    return row && mean !== undefined ? [levelOf(mean, row, share)] : []
  })
  if (minuteMean !== undefined && idlh !== undefined && minuteMean >= idlh * share) {
    levels.push(danger60 !== undefined && idlh < danger60 ? 3 : 4)
  }
  return highest(levels)
}

function levelOf(mean: number, { warning, danger, lethal }: WindowLines, share: number): ToxicLevel {
  if (mean >= lethal * share) return 4
  if (mean >= danger * share) return 3
  if (mean >= warning * share) return 2
  return mean >= (warning / 2) * share ? 1 : 0
}

/** Level of a station: the highest of its channels; undefined when none has one. */
export const highest = (levels: readonly (ToxicLevel | undefined)[]): ToxicLevel | undefined =>
  levels.reduce<ToxicLevel | undefined>(
    (top, level) => (level === undefined || (top !== undefined && top >= level) ? top : level),
    undefined,
  )

/** A displayed level, with the state of a pending fall. Instants are epoch ms. */
export interface ShownToxicLevel {
  readonly level: ToxicLevel | undefined
  /** Since when all figures have been below 90 % of the level's line. */
  readonly belowSinceMs?: number
  /** The highest level since then, measured with the 90 % lines. */
  readonly fallTo?: ToxicLevel
}

const FALL_SHARE = 0.9
const FALL_AFTER_MS = MINUTE_MS

/** The level to display: rises at once, falls after 60 s below 90 % of its line. Undefined without data. */
export function nextToxicLevel(
  shown: ShownToxicLevel,
  figures: ToxicFigures,
  lines: ToxicLines,
  tsMs: number,
): ShownToxicLevel {
  const level = toxicLevel(figures, lines)
  if (level === undefined || shown.level === undefined || level >= shown.level) return { level }
  const floor = toxicLevel(figures, lines, FALL_SHARE) ?? level
  if (floor >= shown.level) return { level: shown.level }
  const belowSinceMs = shown.belowSinceMs ?? tsMs
  const fallTo = highest([floor, shown.fallTo]) ?? floor
  return tsMs - belowSinceMs >= FALL_AFTER_MS ? { level: fallTo } : { level: shown.level, belowSinceMs, fallTo }
}

/** One channel's contribution to the hazard index of its station. */
export interface HazardPart {
  readonly metricCode: string
  /** Running 60-minute mean. */
  readonly mean60: number | undefined
  /** AEGL-2 for 60 minutes, in the same unit. */
  readonly danger60: number | undefined
}

/** From this index on the page shows 混合暴露危险. */
export const HAZARDOUS_THI = 1

/** Toxic hazard index THI = Σ C60 / AEGL-2(60): each substance once, by its highest channel; undefined without any. */
export function toxicHazardIndex(parts: readonly HazardPart[]): number | undefined {
  const shares = new Map<string, number>()
  for (const { metricCode, mean60, danger60 } of parts) {
    if (mean60 === undefined || danger60 === undefined || danger60 <= 0) continue
    shares.set(metricCode, Math.max(shares.get(metricCode) ?? 0, mean60 / danger60))
  }
  if (shares.size === 0) return undefined
  return [...shares.values()].reduce((sum, share) => sum + share, 0)
}
