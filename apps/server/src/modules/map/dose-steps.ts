import { reachedLimit } from '@natim/domain/mean-window'
import { isValidForAlarms } from '@natim/domain/quality'
import { MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { isFresh } from '../home/index.ts'
import type { LimitsOf } from '../limit/index.ts'
import type { DeviceEntry, LiveState } from '../live/index.ts'
import { type Steps, type StepValue, worse } from './step-value.ts'
import { findLastSteps } from './toxic-steps.repository.ts'

const DOSE = 'dose_rate'
const STEP_MS = 10 * MINUTE_MS
const LEAST_SEVERITY = 5

const doseChannels = ({ channels, isRetired }: DeviceEntry) =>
  isRetired ? [] : channels.filter(({ metricCode, enabled }) => metricCode === DOSE && enabled)

function toValue(channel: DeviceEntry['channels'][number], v: number, atMs: number, limitsOf: LimitsOf): StepValue {
  const reached = reachedLimit(limitsOf(channel, atMs), { reading: v })
  return { level: reached ? LEAST_SEVERITY - reached.severity : 0, value: v, note: reached?.name ?? '', atMs }
}

/** Current dose rate of a device: its newest usable reading, while fresh. */
export function doseNow(
  device: DeviceEntry,
  state: Pick<LiveState, 'latestOf'>,
  limitsOf: LimitsOf,
  nowMs: number,
): StepValue | undefined {
  return doseChannels(device)
    .flatMap((channel) => {
      const latest = state.latestOf(channel.channelNo)
      if (!latest || !isValidForAlarms(latest.q) || !isFresh(latest, channel.periodS, nowMs)) return []
      return [toValue(channel, latest.v, latest.ts, limitsOf)]
    })
    .reduce<StepValue | undefined>(worse, undefined)
}

/** The same at `count` instants ten minutes apart, the newest at `toMs`. */
export async function loadDoseSteps(
  db: Db,
  devices: readonly DeviceEntry[],
  limitsOf: LimitsOf,
  toMs: number,
  count: number,
): Promise<ReadonlyMap<number, Steps>> {
  const channels = new Map(devices.flatMap(doseChannels).map((channel) => [channel.channelNo, channel]))
  const byDevice = new Map<number, (StepValue | undefined)[]>()
  for (const { channelNo, steps } of await findLastSteps(db, [...channels.values()], toMs, count)) {
    const channel = channels.get(channelNo)
    if (channel === undefined) continue
    const own = byDevice.get(channel.deviceNo) ?? Array.from({ length: count }, () => undefined)
    byDevice.set(channel.deviceNo, own)
    for (const [back, v, atMs] of steps) {
      if (back < count && atMs > toMs - (back + 1) * STEP_MS)
        own[back] = worse(own[back], toValue(channel, v, atMs, limitsOf))
    }
  }
  return byDevice
}
