import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type ChannelRecord, findChannels } from '../overview/index.ts'

/** domain §10.6: custom ranges up to five years. */
const MAX_RANGE_DAYS = 5 * 366
/** Well below the limits of the database's and JavaScript's calendars. */
const LAST_INSTANT_MS = Date.UTC(3000, 0)
/** Channel numbers are int4. */
const MAX_CHANNEL_NO = 2 ** 31 - 1

/** Those that may exist: the database refuses larger ones. */
export const possibleNos = (channelNos: readonly number[]) =>
  channelNos.filter((channelNo) => channelNo <= MAX_CHANNEL_NO)

/** Channels within the scope; foreign and unknown ones are left out. */
export function findKnown(db: Db, scope: DataScope, channelNos: readonly number[]): Promise<ChannelRecord[]> {
  return findChannels(db, scope, { channelNos: possibleNos(channelNos) })
}

/** @throws AppError `row.not_found` when a channel is missing or outside the scope */
export async function getKnown(db: Db, scope: DataScope, channelNos: readonly number[]): Promise<ChannelRecord[]> {
  const channels = await findKnown(db, scope, channelNos)
  if (channels.length < new Set(channelNos).size) throw new AppError('row.not_found')
  return channels
}

interface Asked {
  readonly channels: readonly number[]
  readonly from: number
  readonly to: number
}

/**
 * Checks the number of channels and the length of the range. Returns the channels without duplicates, in the requested
 * order.
 *
 * @throws AppError `ts.too_many_channels`, `ts.range_inverted`, `ts.range_too_long`, `request.invalid`
 */
export function assertAskable({ channels, from, to }: Asked): number[] {
  const channelNos = [...new Set(channels)]
  if (channelNos.length > MAX_QUERY_CHANNELS) throw new AppError('ts.too_many_channels')
  if (to <= from) throw new AppError('ts.range_inverted')
  if (to - from > MAX_RANGE_DAYS * DAY_MS) throw new AppError('ts.range_too_long', { data: { days: MAX_RANGE_DAYS } })
  if (to > LAST_INSTANT_MS) throw new AppError('request.invalid', { data: { detail: '结束时间超出范围' } })
  return channelNos
}
