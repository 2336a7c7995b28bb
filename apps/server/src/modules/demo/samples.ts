import type { Signal } from '@natim/demo/signal'
import { coveredInMinute } from '@natim/domain/coverage'
import { element } from '@natim/domain/element'
import { metricByCode } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { delaysOf, MISSING } from './delays.ts'
import { type History, RAW_STEP_MS } from './history.ts'
import type { NumberedDevice } from './numbered.ts'
import type { Pace } from './pace.ts'
import type { PartitionWriter } from './partition-writer.ts'
import { qualityOf } from './quality-of.ts'
import { addValue, clearTally, newTally, voidTally, writeTally } from './tally.ts'

/** domain §6.3 step 6 */
const LATE_AFTER_MS = 5 * MINUTE_MS

/** Newest sample of a channel, for `mon_latest`. */
export interface NewestSample {
  readonly deviceNo: number
  readonly channelNo: number
  readonly tsMs: number
  readonly value: number
  readonly previousValue: number | null
  readonly q: number
}

/**
 * Writes the raw samples of every channel (25 hours by default), and minute rollups where they are needed.
 *
 * @returns the newest sample of each channel.
 */
export async function writeSamples(
  history: History,
  samples: PartitionWriter,
  minutes: PartitionWriter,
  pace: Pace,
): Promise<NewestSample[]> {
  const newest: NewestSample[] = []
  for (const device of history.devices) {
    const delays = delaysOf(device, history)
    for (const [index, signal] of history.signals.signalsOf(device.device).entries()) {
      const job = { history, device, index, signal, delays }
      const last = writeChannel(job, samples)
      if (last) newest.push(last)
      writeMinutes(job, minutes)
      await pace.breathe()
    }
    await samples.ready()
    await minutes.ready()
    pace.deviceDone()
  }
  return newest
}

interface ChannelJob {
  readonly history: History
  readonly device: NumberedDevice
  readonly index: number
  readonly signal: Signal
  /** Per minute of the raw span: ms until the sample was stored, or {@link MISSING}. */
  readonly delays: Int32Array
}

const channelOf = ({ device, index }: ChannelJob) => element(device.channels[index])

function writeChannel(job: ChannelJob, writer: PartitionWriter): NewestSample | undefined {
  const { history, device, signal, delays } = job
  const { rawFromMs, fullRateFromMs, untilMs } = history
  const { channelNo, template } = channelOf(job)
  const periodMs = template.periodS * SECOND_MS
  const sparseMs = Math.max(RAW_STEP_MS, periodMs)
  const stuckMs = stuckFrom(job)
  let [lastMs, value, previousValue, q]: [number, number, number | null, number] = [0, 0, null, 0]
  for (let tsMs = Math.ceil((rawFromMs + 1) / sparseMs) * sparseMs; tsMs <= untilMs; ) {
    const delayMs = element(delays[Math.floor((tsMs - rawFromMs) / MINUTE_MS)])
    if (delayMs !== MISSING) {
      previousValue = lastMs === 0 ? null : value
      value = signal.at(tsMs)
      q =
        qualityOf(template, value) | (tsMs > stuckMs ? QUALITY.stuck : 0) | (delayMs > LATE_AFTER_MS ? QUALITY.late : 0)
      lastMs = tsMs
      const stream = writer.streamAt(tsMs)
      stream.row(6)
      stream.instant(tsMs)
      stream.instant(tsMs + delayMs)
      stream.float8(value)
      stream.int4(device.deviceNo)
      stream.int4(channelNo)
      stream.int2(q)
    }
    tsMs += tsMs >= fullRateFromMs ? periodMs : sparseMs
  }
  return lastMs === 0 ? undefined : { deviceNo: device.deviceNo, channelNo, tsMs: lastMs, value, previousValue, q }
}

/** The server detects a stuck value after half an hour (domain §7.2). */
function stuckFrom(job: ChannelJob): number {
  const isStuck = job.history.signals.faultsOf(job.device.device).stuckSeq === channelOf(job).template.seq
  return isStuck ? job.history.stuckSinceMs + 30 * MINUTE_MS : Number.POSITIVE_INFINITY
}

/**
 * Minutes of a channel sampled once a minute equal its samples and are omitted, except for toxic gases, which are
 * judged by minute means (domain §5.4), including replays of the past day.
 */
function writeMinutes(job: ChannelJob, writer: PartitionWriter): void {
  const { history, device, signal, delays } = job
  const { rawFromMs, fullRateFromMs, untilMs } = history
  const { channelNo, template } = channelOf(job)
  const metric = metricByCode(template.metricCode)
  const periodMs = template.periodS * SECOND_MS
  if (periodMs > MINUTE_MS || (periodMs === MINUTE_MS && metric?.category !== 'tox')) return
  const key = { deviceNo: device.deviceNo, channelNo, agg: metric?.agg ?? 'avg' }
  const stuckMs = stuckFrom(job)
  for (let tMs = rawFromMs + MINUTE_MS; tMs <= untilMs; tMs += MINUTE_MS) {
    const everyMs = tMs > fullRateFromMs ? periodMs : RAW_STEP_MS
    clearTally(tally)
    let qOr = 0
    for (let tsMs = tMs - MINUTE_MS + everyMs; tsMs <= tMs; tsMs += everyMs) {
      if (delays[Math.floor((tsMs - rawFromMs) / MINUTE_MS)] === MISSING) continue
      const value = signal.at(tsMs)
      qOr |= qualityOf(template, value)
      addValue(tally, value, key.agg)
    }
    if (tally.n === 0) continue
    if (tMs > stuckMs) voidTally(tally)
    tally.coverS = coveredInMinute(tally.nValid, everyMs / SECOND_MS) ?? 0
    tally.qOr |= qOr
    writeTally(writer.streamAt(tMs), key, tMs, tally)
  }
}

const tally = newTally()
