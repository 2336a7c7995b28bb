import type { ChannelView } from '@natim/contract/mon/device'
import type { Db } from '../../platform/db/db.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { type Limits, loadMeans } from '../limit/index.ts'
import { findChannels } from './channel.repository.ts'
import { latestOf, toChannelView } from './channel-view.ts'

export interface ChannelViewDeps {
  readonly db: Db
  readonly limits: Limits
  readonly now: () => number
}

/**
 * The first `perDevice` channels of some devices with their newest values, by device number. The caller must have
 * checked the devices against the scope.
 */
export async function loadChannelViews(
  { db, limits, now }: ChannelViewDeps,
  deviceNos: readonly number[],
  perDevice: number,
  hidesPersons?: true,
): Promise<ReadonlyMap<number, ChannelView[]>> {
  const views = new Map<number, ChannelView[]>()
  if (deviceNos.length === 0) return views
  const [records, limitsOf] = await Promise.all([
    findChannels(db, EVERYTHING, { deviceNos, perDevice, hidesPersons }),
    limits.fresh(),
  ])
  const nowMs = now()
  const meansOf = await loadMeans(db, records, limitsOf, nowMs)
  for (const record of records) {
    const view = toChannelView(record, latestOf(record), limitsOf(record, nowMs), meansOf(record.channelNo))
    const held = views.get(record.deviceNo)
    if (held) held.push(view)
    else views.set(record.deviceNo, [view])
  }
  return views
}
