import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { findFirstDays } from './births.repository.ts'
import type { ChannelRecord } from './channel.repository.ts'

type Channel = Pick<ChannelRecord, 'channelNo' | 'deviceNo' | 'versions' | 'addedMs'>

/** Instant from which samples of a channel are due, epoch ms. */
export type BirthOf = (channel: Channel) => number

/** Settings are known from here on; with its device, a channel exists as long as that is in service. */
const knownSince = ({ versions, addedMs }: Channel): number =>
  versions[0]?.fromMs ?? addedMs ?? Number.NEGATIVE_INFINITY

/**
 * Since when channels exist, for figures over the time since `fromMs`: from their first settings, or from their first
 * day with data where that is earlier (an imported history).
 */
export async function loadBirths(db: Db, channels: readonly Channel[], fromMs: number): Promise<BirthOf> {
  const young = channels.filter((channel) => knownSince(channel) > fromMs)
  const days = await findFirstDays(db, young)
  const firstMs = new Map(days.map(({ channelNo, endMs }) => [channelNo, endMs - DAY_MS]))
  return (channel) => {
    const sinceMs = knownSince(channel)
    const dataMs = firstMs.get(channel.channelNo) ?? sinceMs
    // The day of the first settings itself has data anyway.
    return dataMs + DAY_MS <= sinceMs ? dataMs : sinceMs
  }
}
