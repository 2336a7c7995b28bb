import { messageFaults } from '@natim/demo/faults'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { History } from './history.ts'
import type { NumberedDevice } from './numbered.ts'
import type { Timeline } from './timeline.ts'

/** Delay between measurement and storage. */
const TRANSIT_MS = 300
/** A message that never arrived. */
export const MISSING = -1

/** Fate of the device's message of each minute of the raw span: ms until it was stored, or {@link MISSING}. */
export function delaysOf(device: NumberedDevice, history: History): Int32Array {
  const { rawFromMs, untilMs } = history
  const timeline = history.timelineOf(device)
  const minutes = (untilMs - rawFromMs) / MINUTE_MS
  const delays = new Int32Array(minutes + 1)
  for (let minute = 0; minute <= minutes; minute++) {
    delays[minute] = delayAt(device.device.index, rawFromMs + minute * MINUTE_MS, timeline, untilMs)
  }
  return delays
}

function delayAt(deviceIndex: number, tsMs: number, timeline: Timeline, nowMs: number): number {
  if (tsMs < timeline.fromMs || tsMs > timeline.untilMs) return MISSING
  const silence = timeline.silences.find((row) => tsMs > row.fromMs && tsMs <= row.toMs)
  if (silence) return silence.isBackfilled ? silence.toMs - tsMs + 2 * SECOND_MS : MISSING
  const fate = messageFaults(deviceIndex, tsMs)
  if (fate.kind === 'missing') return MISSING
  if (fate.kind !== 'late') return TRANSIT_MS
  // Not arrived yet at the time of loading.
  return tsMs + fate.lateMs > nowMs ? MISSING : fate.lateMs
}
