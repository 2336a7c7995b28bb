import type { ChannelLimit } from '@natim/domain/alarm/comparison'
import { type LimitBook, limitName, limitSetLabel, storedLimitValue } from '@natim/domain/limits'
import { metricByCode } from '@natim/domain/metrics'
import { type FuncZone, ownMarks } from '../limit/index.ts'

/** Properties of a channel that determine its limits. */
export interface LimitedChannel {
  readonly metricCode: string
  readonly funcZone: FuncZone
  readonly limitOverride: unknown
}

/**
 * All limits of a channel on a GMT+8 day, `yyyy-MM-dd`, in the storage unit of its metric: published ones, those of the
 * network, and those set for the channel itself, which are OWN limits with their level.
 */
export function channelLimits(book: LimitBook, channel: LimitedChannel, dayGmt8: string): ChannelLimit[] {
  const metric = metricByCode(channel.metricCode)
  if (metric === undefined) return []
  const published = book.limitsFor(channel.metricCode, dayGmt8, { grade: channel.funcZone }).flatMap((limit) => {
    const value = storedLimitValue(metric, limit)
    const set = book.setByCode(limit.setCode)
    if (value === undefined || set === undefined) return []
    const { kind, level, avgPeriod, op } = limit
    return [{ kind, level, avgPeriod, op, value, name: limitName(limit), setLabel: limitSetLabel(set) }]
  })
  const own = (ownMarks(channel.limitOverride) ?? []).map(
    ({ name, avgPeriod, op, value, severity, source }): ChannelLimit => ({
      kind: 'OWN',
      level: String(severity),
      avgPeriod,
      op,
      value,
      name,
      setLabel: source,
    }),
  )
  return [...published, ...own]
}
