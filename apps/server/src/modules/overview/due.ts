import { dueByVersions, type PeriodFrom } from '@natim/domain/completeness'
import type { Db } from '../../platform/db/db.ts'
import type { ChannelRecord } from './channel.repository.ts'
import { findPeriodVersions } from './channel.repository.ts'
import type { ServiceTime } from './service-time.ts'

type Channel = Pick<ChannelRecord, 'channelNo' | 'periodS' | 'enabled'>

/** Samples expected of a channel in [fromMs, toMs). */
export type DueOf = (channel: Channel, fromMs: number, toMs: number, inService: ServiceTime) => number

/**
 * Computes expected samples from the periods in force at the time; a channel that was never changed uses its current
 * one.
 */
export async function loadDue(db: Db, channels: readonly Channel[]): Promise<DueOf> {
  const found = await findPeriodVersions(
    db,
    channels.map(({ channelNo }) => channelNo),
  )
  const byChannel = new Map<number, PeriodFrom[]>()
  for (const { channelNo, ...version } of found) {
    const own = byChannel.get(channelNo)
    if (own) own.push(version)
    else byChannel.set(channelNo, [version])
  }
  return (channel, fromMs, toMs, inService) => dueOf(channel, byChannel.get(channel.channelNo), fromMs, toMs, inService)
}

const dueOf = (
  { periodS, enabled }: Channel,
  versions: readonly PeriodFrom[] = [{ fromMs: 0, periodS, enabled }],
  fromMs: number,
  toMs: number,
  inService: ServiceTime,
): number => dueByVersions(versions, fromMs, toMs, inService)
