import { type Capture, captureOfDay, NO_COUNTS } from '@natim/domain/capture'
import { bucketEnd, DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { type ChannelRecord, dueOf, loadBirths, loadMaintenanceTime, loadServiceTime } from '../overview/index.ts'
import type { FigureRow } from './figures.repository.ts'

export interface ChannelDay {
  readonly channelNo: number
  /** Epoch ms. */
  readonly endMs: number
  readonly capture: Capture
  /** Absent when no samples arrived. */
  readonly row: FigureRow | undefined
}

/**
 * Capture of each channel on each day that ends in after < t <= until; the current day counts up to now.
 *
 * @param rows the daily rollups of that time
 */
export async function loadCaptures(
  db: Db,
  channels: readonly ChannelRecord[],
  rows: readonly FigureRow[],
  { afterMs, untilMs, nowMs }: { readonly afterMs: number; readonly untilMs: number; readonly nowMs: number },
): Promise<ChannelDay[]> {
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const toMs = Math.min(untilMs, nowMs)
  const [bornOf, inService, inMaintenance] = await Promise.all([
    loadBirths(db, channels, afterMs),
    loadServiceTime(db, deviceNos, afterMs, toMs),
    loadMaintenanceTime(db, deviceNos, afterMs, toMs),
  ])
  const byChannel = groupBy(rows, ({ channelNo }) => channelNo)
  return channels.flatMap((channel) => {
    const byEnd = new Map((byChannel.get(channel.channelNo) ?? []).map((row) => [row.endMs, row]))
    const days: ChannelDay[] = []
    for (let endMs = bucketEnd(afterMs + 1, DAY_MS); endMs <= untilMs && endMs - DAY_MS < nowMs; endMs += DAY_MS) {
      const day = [endMs - DAY_MS, Math.min(endMs, nowMs)] as const
      const row = byEnd.get(endMs)
      const due = dueOf(channel, bornOf(channel), day, inService.get(channel.deviceNo) ?? NEVER)
      const planned = dueOf(channel, bornOf(channel), day, inMaintenance.get(channel.deviceNo) ?? NEVER)
      days.push({ channelNo: channel.channelNo, endMs, row, capture: captureOfDay(row ?? NO_COUNTS, due, planned) })
    }
    return days
  })
}

const NEVER = () => 0
