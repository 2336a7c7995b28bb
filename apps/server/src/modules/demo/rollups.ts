import { CHLORINE_DURATION_MS } from '@natim/demo/incident'
import { LEAK_CLEARING_MS, type Leak } from '@natim/demo/leaks'
import type { Signal } from '@natim/demo/signal'
import { isValidHour } from '@natim/domain/coverage'
import { element } from '@natim/domain/element'
import { type MetricAgg, metricByCode } from '@natim/domain/metrics'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { delaysOf, MISSING } from './delays.ts'
import { type History, pastPeriodS, RAW_STEP_MS } from './history.ts'
import type { NumberedChannel, NumberedDevice } from './numbered.ts'
import type { Pace } from './pace.ts'
import type { PartitionWriter } from './partition-writer.ts'
import { qualityOf } from './quality-of.ts'
import { addValue, appendTally, clearTally, newTally, scaleTally, type Tally, voidTally, writeTally } from './tally.ts'
import { heardShare, type Timeline } from './timeline.ts'

/** Hours before the raw samples are computed from a value every 15 minutes, days from one every four hours. */
const HOUR_STEP_MS = 15 * MINUTE_MS
const DAY_STEP_MS = 4 * HOUR_MS

interface ChannelJob extends NumberedChannel {
  readonly history: History
  readonly deviceNo: number
  readonly timeline: Timeline
  readonly signal: Signal
  readonly agg: MetricAgg
  /** When its values count as stuck; far in the future for nearly all. */
  readonly stuckFromMs: number
  readonly leaks: readonly Leak[]
  /** Per minute of the raw span: the fate of its message. */
  readonly delays: Int32Array
}

/**
 * Writes the hours and days of every channel up to now; the current hour and day are left to the rollup worker. Counts
 * follow the period in force at the time, although the signal is evaluated more rarely.
 */
export async function writeRollups(
  history: History,
  hours: PartitionWriter,
  days: PartitionWriter,
  pace: Pace,
): Promise<void> {
  for (const device of history.devices) {
    for (const job of jobsOf(device, history)) {
      writeOldDays(job, days)
      writeRecent(job, hours, days)
      await pace.breathe()
    }
    await hours.ready()
    await days.ready()
    pace.deviceDone()
  }
}

function jobsOf(row: NumberedDevice, history: History): ChannelJob[] {
  const { device, deviceNo } = row
  const signals = history.signals.signalsOf(device)
  const { stuckSeq } = history.signals.faultsOf(device)
  const delays = delaysOf(row, history)
  return row.channels.map((channel, index) => ({
    ...channel,
    history,
    deviceNo,
    timeline: history.timelineOf(row),
    signal: element(signals[index]),
    agg: metricByCode(channel.template.metricCode)?.agg ?? 'avg',
    stuckFromMs: channel.template.seq === stuckSeq ? history.stuckSinceMs + 30 * MINUTE_MS : Number.POSITIVE_INFINITY,
    leaks: history.leaks.filter(
      (leak) => leak.device === device.index && leak.metricCode === channel.template.metricCode,
    ),
    delays,
  }))
}

const bucket = newTally()
const day = newTally()

function writeOldDays(job: ChannelJob, days: PartitionWriter): void {
  const { daysFromMs, hoursFromMs } = job.history
  for (let endMs = daysFromMs + DAY_MS; endMs <= hoursFromMs; endMs += DAY_MS) {
    look(job, bucket, endMs, DAY_MS, DAY_STEP_MS)
    if (bucket.n > 0) writeTally(days.streamAt(endMs), job, endMs, bucket, true)
  }
}

function writeRecent(job: ChannelJob, hours: PartitionWriter, days: PartitionWriter): void {
  const { hoursFromMs, untilMs } = job.history
  clearTally(day)
  for (let endMs = hoursFromMs + HOUR_MS; endMs <= untilMs; endMs += HOUR_MS) {
    look(job, bucket, endMs, HOUR_MS, isEventful(job, endMs) ? RAW_STEP_MS : HOUR_STEP_MS)
    if (bucket.n > 0) writeTally(hours.streamAt(endMs), job, endMs, bucket)
    appendTally(day, bucket)
    if ((endMs - hoursFromMs) % DAY_MS !== 0) continue
    if (day.n > 0) writeTally(days.streamAt(endMs), job, endMs, day, true)
    clearTally(day)
  }
}

/** Hours of the chlorine release and of leaks, whose peaks quarter-hourly values would miss. */
function isEventful({ history: { releaseMs }, leaks }: ChannelJob, endMs: number): boolean {
  const touches = (fromMs: number, toMs: number) => endMs > fromMs && endMs - HOUR_MS < toMs
  return (
    touches(releaseMs, releaseMs + CHLORINE_DURATION_MS) ||
    leaks.some(({ fromMs, untilMs }) => touches(fromMs, untilMs + LEAK_CLEARING_MS))
  )
}

/**
 * Evaluates the signal every `lookMs` of the bucket, or once per sample if that is longer. Where samples exist they are
 * used one by one; elsewhere the count is scaled to the samples the channel took.
 */
function look(job: ChannelJob, tally: Tally, endMs: number, stepMs: number, lookMs: number): void {
  const { template, timeline } = job
  clearTally(tally)
  const { rawFromMs, fullRateFromMs } = job.history
  const periodMs = (endMs > fullRateFromMs ? template.periodS : pastPeriodS(template.periodS)) * SECOND_MS
  const hasSamples = stepMs === HOUR_MS && endMs - stepMs >= rawFromMs
  const due = hasSamples ? 0 : Math.round((heardShare(timeline, endMs - stepMs, endMs) * stepMs) / periodMs)
  if (!hasSamples && due === 0) return
  takeLooks(job, tally, {
    fromMs: endMs - stepMs,
    endMs,
    everyMs: hasSamples ? periodMs : Math.max(lookMs, periodMs),
    hasSamples,
  })
  const looks = tally.n
  if (looks === 0) return
  if (!hasSamples) scaleTally(tally, due / looks)
  if (endMs > job.stuckFromMs) return voidTally(tally)
  tally.coverS = Math.min(stepMs, tally.nValid * periodMs) / SECOND_MS
  // Simplification for a day computed at once: its silences are assumed contiguous.
  tally.validHours =
    stepMs === HOUR_MS ? Number(isValidHour(tally.coverS)) : Math.floor((tally.coverS * SECOND_MS) / HOUR_MS)
}

interface Looks {
  readonly fromMs: number
  readonly endMs: number
  readonly everyMs: number
  readonly hasSamples: boolean
}

function takeLooks(job: ChannelJob, tally: Tally, { fromMs, endMs, everyMs, hasSamples }: Looks): void {
  const { template, signal, agg, delays } = job
  const { rawFromMs } = job.history
  let qOr = 0
  // Samples lie on multiples of their period.
  const firstMs = hasSamples ? Math.ceil((fromMs + 1) / everyMs) * everyMs : fromMs + everyMs
  for (let tMs = firstMs; tMs <= endMs; tMs += everyMs) {
    if (hasSamples && delays[Math.floor((tMs - rawFromMs) / MINUTE_MS)] === MISSING) continue
    const value = signal.at(tMs)
    qOr |= qualityOf(template, value)
    addValue(tally, value, agg)
  }
  tally.qOr = qOr
}
