import type { ChannelView } from '@natim/contract/mon/device'
import type { Db } from '../../platform/db/db.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { findChannels } from './channel.repository.ts'
import { latestOf, toChannelView } from './channel-view.ts'

/**
 * The first `perDevice` channels of some devices with their newest values, by device number. For callers that have
 * checked the devices against the scope already.
 */
export async function loadChannelViews(
  db: Db,
  deviceNos: readonly number[],
  perDevice: number,
  nowMs: number,
): Promise<ReadonlyMap<number, ChannelView[]>> {
  const views = new Map<number, ChannelView[]>()
  if (deviceNos.length === 0) return views
  for (const record of await findChannels(db, EVERYTHING, { deviceNos, perDevice })) {
    const view = toChannelView(record, latestOf(record), nowMs)
    const held = views.get(record.deviceNo)
    if (held) held.push(view)
    else views.set(record.deviceNo, [view])
  }
  return views
}
