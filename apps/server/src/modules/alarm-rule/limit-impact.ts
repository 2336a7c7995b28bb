import type { LimitImpact } from '@natim/contract/mon/limit'
import { judgedParts } from '@natim/domain/alarm/rule'
import type { Limit, LimitKind } from '@natim/domain/limit'
import type { LimitBook } from '@natim/domain/limits'
import type { Directory } from '../live/index.ts'
import type { RuleInForce } from './rule.repository.ts'
import { type ScopedChannel, subjectOf, watchedChannels } from './scope.ts'

/** Limits that determine the air toxicity level (domain §5.4). */
const TOXIC_KINDS: ReadonlySet<LimitKind> = new Set(['AEGL', 'HJ169', 'IDLH', 'OEL_MAC', 'OEL_STEL', 'OEL_TWA'])

export const NO_IMPACT: LimitImpact = { isInForce: false, channels: 0, stations: 0, provinces: 0, rules: [] }

const refersTo = ({ body }: RuleInForce, { kind, level, avgPeriod }: Limit): boolean =>
  judgedParts(body.branches).some((part) => {
    if (part.type === 'toxicLoad') return TOXIC_KINDS.has(kind)
    if (part.type === 'index') return kind === 'IAQI_BP'
    if (part.type !== 'limit') return false
    return part.kind === kind && part.level === level && (part.avgPeriod ?? avgPeriod) === avgPeriod
  })

/**
 * What a limit affects on a GMT+8 day.
 *
 * @param active number of active alarms of the limit's metric, by rule
 */
export function impactOf(
  directory: Directory,
  book: LimitBook,
  rules: readonly RuleInForce[],
  { limit, dayGmt8, active }: { limit: Limit; dayGmt8: string; active: ReadonlyMap<string, number> },
): LimitImpact {
  const holdsFor = ({ channel }: ScopedChannel) =>
    book.limitsFor(limit.metricCode, dayGmt8, { grade: channel.funcZone }).some(({ id }) => id === limit.id)
  const judged = rules.flatMap((rule) => {
    if (!refersTo(rule, limit)) return []
    const watched = watchedChannels(directory, rule.body)
    const channels =
      subjectOf(rule.body) === 'place'
        ? watched
        : watched.filter((one) => one.channel.metricCode === limit.metricCode && holdsFor(one))
    return channels.length === 0 ? [] : [{ rule, channels }]
  })
  const all = new Map(judged.flatMap(({ channels }) => channels).map((one) => [one.channel.channelNo, one.device]))
  const devices = [...all.values()]
  return {
    isInForce: book.limitsFor(limit.metricCode, dayGmt8).some(({ id }) => id === limit.id),
    channels: all.size,
    stations: new Set(devices.flatMap(({ station }) => station?.id ?? [])).size,
    provinces: new Set(devices.map(({ regionCode }) => regionCode.slice(0, 2))).size,
    rules: judged
      .map(({ rule: { id, code, name }, channels }) => ({
        id,
        code,
        name,
        channels: channels.length,
        activeAlarms: active.get(id) ?? 0,
      }))
      .toSorted((a, b) => b.channels - a.channels || a.code.localeCompare(b.code)),
  }
}
