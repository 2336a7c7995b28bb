import { messageFaults } from '@natim/demo/faults'
import type { Signal } from '@natim/demo/signal'
import { coveredInMinute } from '@natim/domain/coverage'
import { metricByCode } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { type History, RAW_STEP_MS } from './history.ts'
import type { NumberedDevice } from './numbered.ts'
import type { Pace } from './pace.ts'
import type { PartitionWriter } from './partition-writer.ts'
import { qualityOf } from './quality-of.ts'
import { clearTally, newTally, writeTally } from './tally.ts'
import type { Timeline } from './timeline.ts'

/** A message is stored so long after it was measured. */
const TRANSIT_MS = 300
const MISSING = -1
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
 * Writes the raw samples of every channel, a day and an hour of them, and the minutes of those that sample faster.
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
  /** By minute of the raw span: ms until the sample was stored, or {@link MISSING}. */
  readonly delays: Int32Array
}

const channelOf = ({ device, index }: ChannelJob) => device.channels[index] as NumberedDevice['channels'][number]

function writeChannel(job: ChannelJob, writer: PartitionWriter): NewestSample | undefined {
  const { history, device, signal, delays } = job
  const { rawFromMs, fullRateFromMs, untilMs } = history
  const { channelNo, template } = channelOf(job)
  const periodMs = template.periodS * SECOND_MS
  const sparseMs = Math.max(RAW_STEP_MS, periodMs)
  const stuckMs = stuckFrom(job)
  let [lastMs, value, previousValue, q] = [0, 0, null as number | null, 0]
  for (let tsMs = Math.ceil((rawFromMs + 1) / sparseMs) * sparseMs; tsMs <= untilMs; ) {
    const delayMs = delays[Math.floor((tsMs - rawFromMs) / MINUTE_MS)] as number
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

/** The server notices a stuck value after half an hour (domain §7.2). */
function stuckFrom(job: ChannelJob): number {
  const isStuck = job.history.signals.faultsOf(job.device.device).stuckSeq === channelOf(job).template.seq
  return isStuck ? job.history.stuckSinceMs + 30 * MINUTE_MS : Number.POSITIVE_INFINITY
}

/**
 * Minutes of a channel that samples faster than raw history tells: all its samples are counted, two are looked at. And those of
 * toxic gases, which are judged by means of minutes (domain §5.4), the replay of the past day included.
 */
function writeMinutes(job: ChannelJob, writer: PartitionWriter): void {
  const { history, device, signal, delays } = job
  const { channelNo, template } = channelOf(job)
  const metric = metricByCode(template.metricCode)
  const periodMs = template.periodS * SECOND_MS
  if (periodMs > MINUTE_MS || (periodMs === MINUTE_MS && metric?.category !== 'tox')) return
  const key = { deviceNo: device.deviceNo, channelNo, agg: metric?.agg ?? 'avg' }
  const stuckMs = stuckFrom(job)
  const n = 60 / template.periodS
  for (let tMs = history.rawFromMs + MINUTE_MS; tMs <= history.untilMs; tMs += MINUTE_MS) {
    if (delays[(tMs - history.rawFromMs) / MINUTE_MS] === MISSING) continue
    const last = signal.at(tMs)
    const first = n === 1 ? last : signal.at(tMs - MINUTE_MS / 2)
    fillMinute(n, first, last, tMs > stuckMs)
    tally.coverS = coveredInMinute(tally.nValid, template.periodS) ?? 0
    tally.qOr |= qualityOf(template, first) | qualityOf(template, last)
    writeTally(writer.streamAt(tMs), key, tMs, tally)
  }
}

const tally = newTally()

/** `n` samples, half of them like the first and half like the last. */
function fillMinute(n: number, first: number, last: number, isStuck: boolean): void {
  clearTally(tally)
  tally.n = n
  if (isStuck) {
    tally.qOr = QUALITY.stuck
    return
  }
  tally.nValid = n
  tally.min = Math.min(first, last)
  tally.max = Math.max(first, last)
  tally.first = first
  tally.last = last
  tally.sum = (n * (first + last)) / 2
  tally.m2 = (n * (first - last) ** 2) / 4
}

/** What became of the device's message of each minute of the raw span. */
function delaysOf(device: NumberedDevice, history: History): Int32Array {
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
  // What is still on its way does not exist yet.
  return tsMs + fate.lateMs > nowMs ? MISSING : fate.lateMs
}
