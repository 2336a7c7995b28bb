import { judgedParts, type LimitBranch, type RuleBody } from '@natim/domain/alarm/rule'
import type { LimitBook } from '@natim/domain/limits'
import { OWN_LIMIT, ownLimitName } from '@natim/domain/own-limit'
import type { Directory } from '../live/index.ts'
import { channelsInScope } from './scope.ts'

/** The limit a branch refers to, after 没有: ` AEGL-2 限值`, ` 终点-1 限值`, `自定限值 2 级`. */
const limitLabel = ({ kind, level }: Pick<LimitBranch, 'kind' | 'level'>) => {
  if (kind === 'OWN') return level === '' ? OWN_LIMIT : ownLimitName(level)
  const name = KIND_NAMES[kind] ?? kind
  return ` ${level === '' ? name : kind === 'HJ169' ? level : `${name}-${level}`} 限值`
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  GB3095: 'GB 3095',
  OEL_MAC: 'MAC',
  OEL_TWA: 'TWA',
  OEL_STEL: 'STEL',
}

/** Why the branches of a rule can never apply; undefined when they can, or when nothing is in scope yet. */
export function branchRefusal(
  directory: Directory,
  book: LimitBook,
  { branches, scope }: RuleBody,
  dayGmt8: string,
): string | undefined {
  const inScope = channelsInScope(directory, scope).map(({ channel }) => channel)
  const metrics = new Set([...(scope.metricCodes ?? []), ...inScope.map(({ metricCode }) => metricCode)])
  if (metrics.size === 0) return undefined
  const limits = [...metrics].flatMap((metric) => book.limitsFor(metric, dayGmt8))
  for (const [index, branch] of branches.entries()) {
    for (const part of judgedParts([branch])) {
      if (part.type !== 'limit') continue
      // Limits set for single channels differ by channel.
      if (part.kind === 'OWN' && inScope.some(({ limitOverride }) => limitOverride !== null)) continue
      const isPublished = limits.some(
        ({ kind, level, avgPeriod }) =>
          kind === part.kind && level === part.level && (part.avgPeriod === undefined || part.avgPeriod === avgPeriod),
      )
      if (!isPublished) return `第 ${index + 1} 个分支：作用范围内的因子没有${limitLabel(part)}`
    }
  }
  return undefined
}
