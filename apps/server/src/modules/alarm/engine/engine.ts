import type { AlarmStep } from '@natim/domain/alarm/step'
import { element } from '@natim/domain/element'
import { isValidForAlarms, QUALITY } from '@natim/domain/quality'
import { calendarDayGmt8, MINUTE_MS } from '@natim/domain/time'
import type { Bus, StoredPoints } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/logger.ts'
import { findBaselines, findRulesInForce } from '../../alarm-rule/index.ts'
import { STREAMS, type Streams, streamOf } from '../../device-status/index.ts'
import { loadLimitBook } from '../../limit/index.ts'
import { createStreamWatch, loadDirectory } from '../../live/index.ts'
import { catchUp } from './catch-up.ts'
import { clockLook, findClockMeans } from './clock-figures.ts'
import { findNewest } from './engine.repository.ts'
import { flush } from './flush.ts'
import { judgeSample } from './judge-sample.ts'
import { EMPTY_PLAN, makePlan } from './plan.ts'
import type { EngineState } from './state.ts'
import { toPending } from './step-words.ts'
import { findOpenWindows, suppressionOf } from './suppression.ts'
import { sweep } from './sweep.ts'
import type { ChannelTarget } from './target.ts'

const TICK_MS = 200
const LOOK_MS = 2_000
/**
 * How long points wait for earlier ones of their stream: lost messages are read from the database by the second look.
 */
const HELD_BACK_MS = 3 * LOOK_MS
const SWEEP_MS = 5_000
const RELOAD_MS = MINUTE_MS
/** Debounces reloads: an import announces every row. */
const RELOAD_AT_MOST_MS = 1_000
/** Points judged before yielding to the event loop. */
const POINTS_AT_ONCE = 20_000

interface HeardPoints {
  readonly points: StoredPoints
  /** Epoch ms. */
  readonly atMs: number
}

export interface EngineDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly clock: Clock
  /** The streams leased by this process. */
  readonly streams: Pick<Streams, 'epochOf'>
  /** Instant from which a device's silence counts, epoch ms. */
  readonly heardSinceMs: (deviceNo: number) => number
  /** False while ingest is not receiving. */
  readonly isListening: () => boolean
}

/**
 * Judges device data by the rules in force (domain §7.5). Reads stored points without delaying them, judges only
 * devices whose stream is leased by this process, and fences each write with the epoch of the lease. After a crash the
 * next owner judges unwritten data again: steps carry the time of their sample, and known ones are ignored.
 */
export class AlarmEngine {
  readonly #deps: EngineDeps
  readonly #watch: ReturnType<typeof createStreamWatch>
  readonly #stops: (() => void)[] = []
  readonly state: EngineState
  #queue: HeardPoints[] = []
  /** Some queued points wait for earlier ones of their stream. */
  #hasHeldBack = false
  #isStale = true
  #loadedAtMs = Number.NEGATIVE_INFINITY
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #sweptAtMs = Number.NEGATIVE_INFINITY
  /** The last look at clock means. */
  #clockKey: string | undefined
  #running: Promise<void> | undefined

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.#watch = createStreamWatch(deps.db, deps.clock)
    this.state = {
      plan: EMPTY_PLAN,
      epochs: new Map(),
      marks: new Map(),
      newestValid: new Map(),
      stuckSince: new Map(),
      skewedSince: new Map(),
      seqs: new Map(),
      pending: [],
      peaks: new Map(),
      windows: [],
      eventsRxMs: deps.clock.now() - 2 * MINUTE_MS,
    }
  }

  /** Subscribes at once; loads rules and open alarms in the background. */
  start(): void {
    const { bus, clock } = this.#deps
    const invalidate = () => {
      this.#isStale = true
    }
    this.#stops.push(
      bus.subscribe('points', (points) => {
        this.#watch.heard(points)
        this.#queue.push({ points, atMs: clock.now() })
      }),
      bus.subscribe('rules', invalidate),
      bus.subscribe('limits', invalidate),
      bus.subscribe('registers', invalidate),
      bus.subscribe('missed', invalidate),
      clock.every(TICK_MS, () => {
        if (this.#running) return
        this.turn().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'alarm evaluation failed; retrying'))
      }),
    )
  }

  /** Stops after trying to write what was judged. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.turn().catch(() => undefined)
  }

  /** Processes everything due, after the turn in flight; also called by tests. */
  turn(): Promise<void> {
    const before = this.#running ?? Promise.resolve()
    const own = before.catch(() => undefined).then(() => this.#look())
    this.#running = own
    return own.finally(() => {
      if (this.#running === own) this.#running = undefined
    })
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#deps
    const nowMs = clock.now()
    this.#dropLost()
    const sinceLoadMs = nowMs - this.#loadedAtMs
    const isStale = this.#isStale && sinceLoadMs >= RELOAD_AT_MOST_MS
    if (isStale || this.#hasGained() || sinceLoadMs >= RELOAD_MS) await this.#load(nowMs)
    if (nowMs - this.#lookedAtMs >= LOOK_MS) {
      this.#lookedAtMs = nowMs
      const missed = await this.#watch.check()
      // They are older than the queued ones.
      if (missed) this.#queue.unshift({ points: missed, atMs: nowMs })
    }
    await this.#judgeQueue(nowMs)
    await this.#judgeClock(nowMs)
    const isSweep = nowMs - this.#sweptAtMs >= SWEEP_MS
    if (isSweep) {
      this.#sweptAtMs = nowMs
      this.state.windows = await findOpenWindows(db, nowMs)
      await sweep({ ...this.#deps, nowMs }, this.state)
    }
    // Fresh time: reloading a plan takes seconds, and the samples received meanwhile are judged now.
    await flush({ ...this.#deps, nowMs: clock.now() }, this.state, isSweep)
  }

  /** Drops unwritten state of streams that another process has leased. */
  #dropLost(): void {
    const { state } = this
    const lost = [...state.epochs].filter(([stream, epoch]) => this.#deps.streams.epochOf(stream) !== epoch)
    if (lost.length === 0) return
    const streams = new Set(lost.map(([stream]) => stream))
    state.epochs = new Map([...state.epochs].filter(([stream]) => !streams.has(stream)))
    state.pending = state.pending.filter(({ target }) => !streams.has(streamOf(target.device.deviceNo)))
    for (const [key, peak] of state.peaks) if (streams.has(streamOf(peak.deviceNo))) state.peaks.delete(key)
    const kept = [...state.plan.channels].filter(([, { device }]) => !streams.has(streamOf(device.deviceNo)))
    state.plan = { ...state.plan, channels: new Map(kept) }
    this.#isStale = true
  }

  #hasGained(): boolean {
    return this.#streams().some(([stream]) => !this.state.epochs.has(stream))
  }

  #streams(): (readonly [stream: number, epoch: number])[] {
    return Array.from({ length: STREAMS }, (_, stream) => stream).flatMap((stream) => {
      const epoch = this.#deps.streams.epochOf(stream)
      return epoch === undefined ? [] : [[stream, epoch] as const]
    })
  }

  async #load(nowMs: number): Promise<void> {
    const { db } = this.#deps
    const { state } = this
    this.#isStale = false
    try {
      if (this.#loadedAtMs === Number.NEGATIVE_INFINITY) await this.#watch.check()
      const epochs = new Map(this.#streams())
      const [rules, directory, book, baselines] = await Promise.all([
        findRulesInForce(db),
        loadDirectory(db),
        loadLimitBook(db),
        findBaselines(db),
      ])
      const isOwn = (deviceNo: number) => epochs.has(streamOf(deviceNo))
      const given = { rules, directory, book, baselines, dayGmt8: calendarDayGmt8(nowMs), isOwn }
      // Read before catching up, which covers everything committed by now.
      const gained = [...epochs.keys()].filter((stream) => !state.epochs.has(stream))
      const seqs = await this.#watch.sequencesOf(gained)
      const { plan, fresh } = makePlan(given, state.plan)
      state.plan = plan
      state.epochs = epochs
      // Catching up judges samples too and needs current windows.
      state.windows = await findOpenWindows(db, nowMs)
      const marks = await catchUp(db, fresh, nowMs, (channelNo, tsMs, value, quality) =>
        this.#take(channelNo, tsMs, value, quality),
      )
      for (const [stream, seq] of seqs) state.seqs.set(stream, Math.max(seq, state.seqs.get(stream) ?? 0))
      for (const [channelNo, ms] of marks)
        if (ms > (state.marks.get(channelNo) ?? Number.NEGATIVE_INFINITY)) state.marks.set(channelNo, ms)
      await this.#readNewest()
      this.#loadedAtMs = nowMs
    } catch (error) {
      this.#isStale = true
      throw error
    }
  }

  async #readNewest(): Promise<void> {
    const unknown = [...this.state.plan.byChannelNo.keys()].filter(
      (channelNo) => !this.state.newestValid.has(channelNo),
    )
    for (const [channelNo, ms] of await findNewest(this.#deps.db, unknown)) this.state.newestValid.set(channelNo, ms)
  }

  /**
   * Judges queued points, except those ahead of earlier points of their stream: instants and holds are judged in time
   * order. Once the earlier ones have arrived, all are sorted by time.
   */
  async #judgeQueue(nowMs: number): Promise<void> {
    const heard = this.#queue
    const isHeldBack = ({ points, atMs }: HeardPoints) => this.#watch.isAhead(points) && nowMs - atMs < HELD_BACK_MS
    this.#queue = heard.filter(isHeldBack)
    const due = heard.filter((one) => !isHeldBack(one)).map(({ points }) => points)
    const wasHeldBack = this.#hasHeldBack
    this.#hasHeldBack = this.#queue.length > 0
    let judged = 0
    for (const points of wasHeldBack ? [inOrderOfTime(due)] : due) {
      for (let i = 0; i < points.tsMs.length; i++) {
        if (!this.state.epochs.has(streamOf(element(points.deviceIds[i])))) continue
        this.#take(
          element(points.channelNos[i]),
          element(points.tsMs[i]),
          element(points.values[i]),
          element(points.flags[i]),
        )
        judged += 1
        // Ingest shares this event loop.
        if (judged % POINTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      for (const { stream, seq } of points.commits)
        if (seq > (this.state.seqs.get(stream) ?? 0)) this.state.seqs.set(stream, seq)
    }
  }

  /** Judges means of full hours and days once the rollups are available. */
  async #judgeClock(nowMs: number): Promise<void> {
    const due = clockLook(nowMs)
    const key = due && `${due.endMs}/${due.look}`
    if (due === undefined || key === this.#clockKey) return
    for (const { target, mean } of await findClockMeans(this.#deps.db, this.state.plan.channels.values(), due.endMs)) {
      tell(this.state, target, target.evaluator.takeClock(mean.avgPeriod, mean.endMs, mean.mean), 0)
    }
    this.#clockKey = key
  }

  #take(channelNo: number, tsMs: number, value: number, quality: number): void {
    const { state } = this
    const targets = state.plan.byChannelNo.get(channelNo)
    // Late points raise nothing live: the history worker judges them.
    if (!targets || (quality & QUALITY.late) !== 0) return
    if (tsMs > (state.marks.get(channelNo) ?? 0)) state.marks.set(channelNo, tsMs)
    if (isValidForAlarms(quality) && tsMs > (state.newestValid.get(channelNo) ?? 0))
      state.newestValid.set(channelNo, tsMs)
    if ((quality & QUALITY.stuck) === 0) state.stuckSince.delete(channelNo)
    else if (!state.stuckSince.has(channelNo)) state.stuckSince.set(channelNo, tsMs)
    judgeSample(targets, { tsMs, value, quality }, (target, steps) => tell(state, target, steps, quality))
  }
}

function inOrderOfTime(messages: readonly StoredPoints[]): StoredPoints {
  const all = messages.flatMap(({ deviceIds, channelNos, tsMs, values, flags }) =>
    tsMs.map((at, i) => ({ at, deviceId: deviceIds[i], channelNo: channelNos[i], value: values[i], flag: flags[i] })),
  )
  all.sort((a, b) => a.at - b.at)
  return {
    commits: messages.flatMap(({ commits }) => commits),
    deviceIds: all.map(({ deviceId }) => deviceId as number),
    channelNos: all.map(({ channelNo }) => channelNo as number),
    tsMs: all.map(({ at }) => at),
    values: all.map(({ value }) => value as number),
    flags: all.map(({ flag }) => flag as number),
  }
}

/** Queues the steps of a judgement until they are written. */
function tell(state: EngineState, target: ChannelTarget, steps: readonly AlarmStep[], quality: number): void {
  for (const step of steps) {
    if (step.kind === 'peak') {
      const { key, device } = target
      state.peaks.set(key, { dedupeKey: key, deviceNo: device.deviceNo, value: step.figure, tsMs: step.tsMs })
      continue
    }
    if (step.kind === 'raise' && suppressionOf(state.windows, target) === 'hide') {
      // Every sample is judged anew: the alarm is raised after the window if the condition still holds.
      target.evaluator.adopt(undefined)
      continue
    }
    state.pending.push(toPending(target, step, quality))
  }
}
