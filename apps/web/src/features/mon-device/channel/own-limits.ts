import type { OwnLimit } from '@natim/contract/mon/channel.resource'
import type { LimitMark } from '@natim/contract/mon/limit'
import { formatLimit } from '@natim/domain/format'
import { averagingText, ownLimitName } from '@natim/domain/own-limit'

export type Limit = Pick<LimitMark, 'name' | 'value' | 'op' | 'avgPeriod'>

/** Limits typed for a channel, named like those in force; lines without a value are left out. */
export const ownMarksOf = (own: readonly (Omit<OwnLimit, 'value'> & { readonly value?: number | null })[]): Limit[] =>
  own.flatMap(({ level, value, op = '>=', avgS }) =>
    value == null
      ? []
      : [{ name: ownLimitName(level), value, op, avgPeriod: avgS === undefined ? 'instant' : `${avgS}s` }],
  )

/** As versions show them: `2 级 瞬时值 ≥ 10；3 级 15 min 均值 > 5`. */
export const ownLimitsText = (value: unknown): string =>
  (value as readonly OwnLimit[])
    .map(
      ({ level, avgS, op, value: limit }) =>
        `${level} 级 ${averagingText(avgS)} ${op === '>' ? '>' : '≥'} ${formatLimit(limit)}`,
    )
    .join('；')
