import { setImmediate } from 'node:timers/promises'
import type { Baseline } from '@natim/domain/alarm/baseline'
import { clockMeans } from '@natim/domain/alarm/clock-means'
import { type Comparison, type IndexPlaces, withAlso } from '@natim/domain/alarm/comparison'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { settingsAt } from '@natim/domain/channel-version'
import { earlierPeriods } from '@natim/domain/completeness'
import { element } from '@natim/domain/element'
import { milder } from '@natim/domain/limit'
import type { LimitBook } from '@natim/domain/limits'
import { type MetricAgg, metricByCode } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { findIndexFigures } from '../aqi/index.ts'
import { createChannelRun, ended, type Fired, type Nearest, type Side, type Standing } from './channel-run.ts'
import { channelComparisons } from './match.ts'
import type { ScopedChannel } from './scope.ts'
import { findChannelHours, findChannelSamples, type SampleOrder } from './simulation.repository.ts'

/** Samples read per query, at least one day: each query costs milliseconds before its first row. */
const CHUNK_SAMPLES = 60_000
const SAMPLES_AT_ONCE = 10_000
/** Delay after the hour before clock means are judged. */
const SETTLE_MS = 5 * MINUTE_MS
/** Late data is over when it becomes known. */
const HISTORIC_SEVERITY = 4

/** A channel over a span in which neither its limits nor its settings change. */
export interface PassTask {
  readonly db: Db
  readonly book: LimitBook
  readonly baselines: ReadonlyMap<number, Baseline>
  readonly scoped: ScopedChannel
  readonly fromMs: number
  readonly toMs: number
  /** Reports progress; false cancels the pass. @param doneMs everything before was judged */
  readonly report: (doneMs: number) => Promise<boolean>
}

export interface ChannelPart {
  readonly state: ChannelState
  readonly samples: number
  /** The first judged sample, epoch ms; Infinity without any. */
  readonly firstMs: number
  readonly nearest: Nearest | undefined
}

/** What was told up to an instant, per body. */
export interface ChannelState {
  /** In order of arrival, without late samples. */
  readonly live: readonly Standing[]
  /** Of all samples, in time order; absent while none was late. */
  readonly all?: readonly Standing[]
}

/** Alarms per body; those found only with late samples are historic. */
export const firedOf = ({ live, all }: ChannelState): Fired[][] =>
  live.map(({ fired }, side) => [...fired, ...afterTheFact(all?.[side]?.fired ?? [], fired)])

/**
 * Judges a channel as live judging did: samples in order of arrival, without late ones. From the first late sample on,
 * judges all of them a second time, in time order.
 *
 * @param before state at `fromMs`, where other limits or settings held until then
 */
export async function passChannel(
  task: PassTask,
  bodies: readonly RuleBody[],
  before?: ChannelState,
): Promise<ChannelPart | undefined> {
  const { baselines, book, scoped, fromMs } = task
  const channel = settingsAt(scoped.channel, fromMs + 1)
  const day = calendarDayGmt8(fromMs)
  const sides = bodies.map(
    (body): Side => ({
      comparisons: channelComparisons(body, channel, book, day, baselines),
      autoClear: body.autoClear,
    }),
  )
  // What a side no longer compares has ended.
  const goOn = (standing: readonly Standing[] | undefined) =>
    standing?.map((one, side) => (sides[side]?.comparisons.length === 0 ? ended(one, fromMs + 1) : one))
  const [beforeLive, beforeAll] = [goOn(before?.live), goOn(before?.all)]
  if (sides.every(({ comparisons }) => comparisons.length === 0)) {
    const live = beforeLive ?? sides.map(() => ({ active: undefined, fired: [] }))
    return { ...UNJUDGED, state: { live, ...(beforeAll && { all: beforeAll }) } }
  }
  const live = await pass(task, sides, 'arrival', beforeLive)
  if (!live) return undefined
  if (!live.hasLate && !beforeAll) return { ...live, state: { live: live.standing } }
  const all = await pass(task, sides, 'time', beforeAll ?? beforeLive)
  return all && { ...all, state: { live: live.standing, all: all.standing } }
}

const UNJUDGED = { samples: 0, firstMs: Number.POSITIVE_INFINITY, nearest: undefined }

/** Alarms that overlap none of the live ones. */
const afterTheFact = (all: readonly Fired[], live: readonly Fired[]): Fired[] =>
  all
    .filter(
      ({ triggerMs, endMs }) =>
        !live.some((one) => one.triggerMs <= (endMs ?? Infinity) && (one.endMs ?? Infinity) >= triggerMs),
    )
    .map((fired) => ({
      ...fired,
      severity: milder(fired.severity, HISTORIC_SEVERITY),
      limitText: `${fired.limitText}（事后）`,
      isHistoric: true,
    }))

interface Passed extends Omit<ChannelPart, 'state'> {
  readonly standing: readonly Standing[]
  readonly hasLate: boolean
}

async function pass(
  { db, scoped, fromMs, toMs, report }: PassTask,
  sides: readonly Side[],
  order: SampleOrder,
  standing: readonly Standing[] | undefined,
): Promise<Passed | undefined> {
  const { deviceNo } = scoped.device
  const { channelNo, metricCode, periodS, versions } = scoped.channel
  const { rangeLo, rangeHi } = settingsAt(scoped.channel, fromMs + 1)
  const before = earlierPeriods(versions)
  const agg = metricByCode(metricCode)?.agg ?? 'avg'
  const comparisons = sides.flatMap((side) => side.comparisons)
  const run = createChannelRun(sides, { periodS, before, agg, range: { lo: rangeLo, hi: rangeHi }, fromMs, standing })
  const startMs = fromMs - warmUpMs(comparisons)
  const tellClocks = await clocksOf(
    { db, deviceNo, channelNo, comparisons, agg, index: scoped.channel.index, fromMs: startMs, toMs },
    run,
  )
  let samples = 0
  let firstMs = Number.POSITIVE_INFINITY
  let hasLate = false
  const chunkMs = Math.max(DAY_MS, periodS * CHUNK_SAMPLES * 1_000)
  for (let afterMs = startMs; afterMs < toMs; afterMs += chunkMs) {
    const untilMs = Math.min(afterMs + chunkMs, toMs)
    const { tsMs, v, q } = await findChannelSamples(db, { deviceNo, channelNo }, afterMs, untilMs, order)
    for (let i = 0; i < tsMs.length; i += 1) {
      const ms = element(tsMs[i])
      // Lets other work of the process run in between.
      if (i % SAMPLES_AT_ONCE === SAMPLES_AT_ONCE - 1) await setImmediate()
      if (ms > fromMs) {
        samples += 1
        firstMs = Math.min(firstMs, ms)
      }
      const isLate = (element(q[i]) & QUALITY.late) !== 0
      hasLate ||= isLate
      if (isLate && order === 'arrival') continue
      tellClocks(ms)
      run.take(ms, element(v[i]), element(q[i]))
    }
    tellClocks(untilMs)
    if (!(await report(untilMs))) return undefined
  }
  return { standing: run.standing(), samples, firstMs, nearest: run.nearest(), hasLate }
}

/** How long until windows are full and hold times have elapsed. */
export function warmUpMs(comparisons: readonly Comparison[]): number {
  const seconds = withAlso(comparisons).map(({ figure, forS, clearForS }) => {
    const windowS = figure.kind === 'mean' ? figure.avgS : figure.kind === 'rate' ? figure.overS : 0
    return windowS + Math.max(forS, clearForS)
  })
  return Math.max(HOUR_MS, ...seconds.map((s) => s * 1_000))
}

/** Feeds means of clock hours and days to the run, in time order. */
export async function clocksOf(
  {
    db,
    deviceNo,
    channelNo,
    comparisons,
    agg,
    index,
    fromMs,
    toMs,
  }: {
    readonly db: Db
    readonly deviceNo: number
    readonly channelNo: number
    readonly comparisons: readonly Comparison[]
    readonly agg: MetricAgg
    /** Places whose index the channel carries. */
    readonly index: IndexPlaces | undefined
    readonly fromMs: number
    readonly toMs: number
  },
  run: Pick<ReturnType<typeof createChannelRun>, 'takeClock'>,
): Promise<(beforeMs: number) => void> {
  const periods = [
    ...new Set(comparisons.flatMap(({ figure }) => (figure.kind === 'clock' ? [figure.avgPeriod as '1h'] : []))),
  ]
  if (periods.length === 0) return () => undefined
  const hours = await findChannelHours(db, { deviceNo, channelNo }, fromMs - DAY_MS, toMs)
  const indexes = index ? await findIndexFigures(db, [{ channelNo, index, periods }], fromMs, toMs) : []
  const clocks = [...clockMeans(hours, periods, agg).filter(({ endMs }) => endMs > fromMs), ...indexes].toSorted(
    (a, b) => a.endMs - b.endMs,
  )
  let next = 0
  return (beforeMs) => {
    for (; next < clocks.length; next += 1) {
      const clock = clocks[next]
      if (clock === undefined || clock.endMs + SETTLE_MS > beforeMs) return
      run.takeClock(clock.avgPeriod, clock.endMs, clock.mean)
    }
  }
}
