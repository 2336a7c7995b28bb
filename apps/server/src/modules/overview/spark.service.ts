import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { ChannelEntry } from './channel-view.ts'
import { type ChannelSpan, type RolledSums, sumRollups, sumSamples } from './spark.repository.ts'
import {
  addSums,
  emptyGrid,
  fillFromHour,
  lacksFirstHour,
  SPARK_STEP_MS,
  type SparkGrid,
  sparkWindow,
} from './spark.ts'

type SparkChannel = Pick<ChannelEntry, 'deviceNo' | 'channelNo' | 'agg'>

/**
 * The last 24 h of some channels in 96 buckets, by channel number. Minutes come from r1m, times outside its coverage
 * from the samples, and older times from r1h.
 */
export async function loadSparks(
  db: Db,
  channels: readonly SparkChannel[],
  nowMs: number,
): Promise<ReadonlyMap<number, SparkGrid>> {
  const window = sparkWindow(nowMs)
  const grids = new Map(channels.map((channel) => [channel.channelNo, emptyGrid(nowMs)]))
  const spans = channels.map(({ deviceNo, channelNo, agg }) => ({ deviceNo, channelNo, agg, ...window }))
  const add = (sums: { readonly channelNo: number } & Parameters<typeof addSums>[1]) => {
    const grid = grids.get(sums.channelNo)
    if (grid) addSums(grid, sums)
  }

  const minutes = await sumRollups(db, { table: 'mon_r1m', stepMs: SPARK_STEP_MS }, spans)
  for (const sums of minutes) add(sums)
  for (const sums of await sumSamples(db, uncovered(spans, minutes))) add(sums)

  const bare = spans.filter(({ channelNo }) => lacksFirstHour(grids.get(channelNo) ?? emptyGrid(nowMs)))
  // Clock hours only: an hour that began before the window is left out.
  const hours = bare.map((span) => ({ ...span, fromMs: Math.ceil(span.fromMs / HOUR_MS) * HOUR_MS }))
  for (const hour of await sumRollups(db, { table: 'mon_r1h', stepMs: HOUR_MS }, hours)) {
    const grid = grids.get(hour.channelNo)
    if (grid) fillFromHour(grid, hour)
  }
  return grids
}

/** The parts of each span before its first and after its last rollup. */
function uncovered(spans: readonly ChannelSpan[], rolled: readonly RolledSums[]): ChannelSpan[] {
  const covered = new Map<number, { firstMs: number; lastMs: number }>()
  for (const { channelNo, firstMs, lastMs } of rolled) {
    const held = covered.get(channelNo)
    covered.set(channelNo, { firstMs: held?.firstMs ?? firstMs, lastMs: Math.max(held?.lastMs ?? lastMs, lastMs) })
  }
  return spans.flatMap((span) => {
    const known = covered.get(span.channelNo)
    if (!known) return [span]
    const before = { ...span, toMs: known.firstMs - MINUTE_MS }
    const after = { ...span, fromMs: known.lastMs }
    return [before, after].filter((part) => part.fromMs < part.toMs)
  })
}
