import { spanText } from './alarm/comparison.ts'
import { formatLimit } from './format.ts'
import type { Severity } from './limit.ts'

/** The one name for limits set by users instead of published ones. */
export const OWN_LIMIT = '自定限值'

/** Name of a channel's own limit: `自定限值 2 级`. */
export const ownLimitName = (level: number | string): string => `${OWN_LIMIT} ${level} 级`

/** From when limits hold, for pages and files that show past ones. */
export const limitValidity = (hasOwn: boolean): string =>
  hasOwn ? `公布的限值按所在日，${OWN_LIMIT}自更改的时刻起` : '限值按所在日'

/** A limit of one channel, in the metric's storage unit; without `avgS` for single readings. */
export interface OwnLimitLine {
  readonly level: Severity
  readonly value: number
  readonly avgS?: number | undefined
}

/** `瞬时值`, `15 min 均值`. */
export const averagingText = (avgS: number | undefined): string =>
  avgS === undefined ? '瞬时值' : `${spanText(avgS)} 均值`

/**
 * Why the levels of a channel's own limits contradict each other; undefined when a graver level is never below a milder
 * one. Means over different times are not compared: a longer mean has a lower limit.
 */
export function ownLimitConflict(own: readonly OwnLimitLine[]): string | undefined {
  for (const graver of own) {
    const milder = own.find(({ level, avgS, value }) => {
      return level > graver.level && avgS === graver.avgS && value > graver.value
    })
    if (milder === undefined) continue
    const [low, high] = [graver, milder].map(({ level, value }) => `${level} 级 ${formatLimit(value)}`)
    return `${averagingText(graver.avgS)}：${high} 不能高于更严重的 ${low}，级别越严重限值应越高`
  }
  return undefined
}
