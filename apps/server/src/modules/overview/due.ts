import { dueByVersions } from '@natim/domain/completeness'
import type { ChannelRecord } from './channel.repository.ts'
import type { ServiceTime } from './service-time.ts'

type Channel = Pick<ChannelRecord, 'periodS' | 'enabled' | 'versions'>

/** Samples expected of a channel in [fromMs, toMs) since its birth, by the periods in force then. */
export const dueOf = (
  channel: Channel,
  bornMs: number,
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
  inService: ServiceTime,
): number => {
  const { periodS, enabled, versions } = channel
  const known = versions.length > 0 ? versions : [{ fromMs: 0, periodS, enabled }]
  return dueByVersions(known, Math.max(fromMs, bornMs), toMs, inService)
}
