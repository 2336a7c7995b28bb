import { dueByVersions } from '@natim/domain/completeness'
import type { ChannelRecord } from './channel.repository.ts'
import type { ServiceTime } from './service-time.ts'

type Channel = Pick<ChannelRecord, 'periodS' | 'enabled' | 'versions'>

/** Samples expected of a channel in [fromMs, toMs), by the periods in force then. */
export const dueOf = (
  { periodS, enabled, versions }: Channel,
  fromMs: number,
  toMs: number,
  inService: ServiceTime,
): number => dueByVersions(versions.length > 0 ? versions : [{ fromMs: 0, periodS, enabled }], fromMs, toMs, inService)
