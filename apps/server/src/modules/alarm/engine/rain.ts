import { isProbablyRain, RAIN_MAX_TIMES, rainConditions } from '@natim/domain/nbc/rain'
import { HOUR_MS } from '@natim/domain/time'
import type { Tx } from '../../../platform/db/db.ts'
import type { DeviceEntry } from '../../live/index.ts'
import type { Plan } from './plan.ts'
import { findRainBetween, hasArtificialNuclide } from './rain.repository.ts'
import type { PendingStep } from './target.ts'

const RAIN_METRIC = 'rain'

/** Marks steps where a rise of the dose rate is probably caused by rain; they are raised all the same. */
export async function withRain(trx: Tx, steps: readonly PendingStep[], { deviceByNo }: Plan): Promise<PendingStep[]> {
  const marked: PendingStep[] = []
  for (const step of steps) marked.push((await isRain(trx, step, deviceByNo)) ? told(step) : step)
  return marked
}

const told = (step: PendingStep): PendingStep => ({
  ...step,
  title: `${step.title}（疑似降雨）`,
  text: `${step.text}疑似降雨：同站 1 h 内开始降雨，升高不到平时的 ${RAIN_MAX_TIMES} 倍，能谱中没有人工核素。`,
})

async function isRain(trx: Tx, step: PendingStep, deviceByNo: Plan['deviceByNo']): Promise<boolean> {
  const { target, kind, figure, usual, tsMs } = step
  if (kind !== 'raise' || target.channel?.metricCode !== 'dose_rate') return false
  if (usual === undefined || figure === null || figure >= RAIN_MAX_TIMES * usual) return false
  const gauge = gaugeOf(target.device, deviceByNo)
  if (gauge === undefined) return false
  const [earlierMm, rainMm, isArtificial] = await Promise.all([
    findRainBetween(trx, gauge, tsMs - 2 * HOUR_MS, tsMs - HOUR_MS),
    findRainBetween(trx, gauge, tsMs - HOUR_MS, tsMs),
    hasArtificialNuclide(trx, target.device.deviceNo, tsMs - HOUR_MS),
  ])
  return isProbablyRain(rainConditions({ rainMm, earlierMm, figure, usual, isArtificial }))
}

/** The rain gauge at the device's station. */
export function gaugeOf({ station }: DeviceEntry, deviceByNo: Plan['deviceByNo']) {
  if (station === null) return undefined
  for (const device of deviceByNo.values()) {
    if (device.station?.id !== station.id) continue
    const channel = device.channels.find(({ metricCode, enabled }) => metricCode === RAIN_METRIC && enabled)
    if (channel) return { deviceNo: device.deviceNo, channelNo: channel.channelNo }
  }
  return undefined
}
