import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import type { Baseline } from '@natim/domain/alarm/baseline'
import type { RuleBody } from '@natim/domain/alarm/rule'
import type { LimitBook } from '@natim/domain/limits'
import { parseGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { loadLimitBook } from '../limit/index.ts'
import { loadDirectory } from '../live/index.ts'
import { findBaselines } from './baseline.repository.ts'
import { type ChannelPart, passChannel } from './channel-pass.ts'
import type { Fired, Nearest } from './channel-run.ts'
import { channelsInScope, type ScopedChannel } from './scope.ts'
import { findRealAlarms, type RealAlarm, type SimulationJob, type SimulationResult } from './simulation.repository.ts'

/** More is not shown. */
const MAX_SHOWN = 500
/** Ingest and live judging go first. */
const PAUSE_MS = 2

interface Progress {
  /** @param done share of the work, 0–1 @returns false when it is to end */
  readonly report: (done: number) => Promise<boolean>
}

type ChannelAlarm = Omit<SimulatedAlarm, 'reality'>

interface ChannelResult {
  readonly alarms: readonly ChannelAlarm[]
  readonly fired: number
  readonly firedBefore: number
  readonly samples: number
  readonly nearest: Nearest | undefined
}

/**
 * What a rule would have raised over a span, with the evaluator that judges live.
 *
 * @returns undefined when {@link Progress.report} ended it
 */
export async function simulate(
  db: Db,
  { body: { rule, compare }, fromMs, toMs }: Omit<SimulationJob, 'id' | 'touchedAt'>,
  { report }: Progress,
): Promise<SimulationResult | undefined> {
  const startedMs = performance.now()
  const [directory, book, baselines] = await Promise.all([loadDirectory(db), loadLimitBook(db), findBaselines(db)])
  const bodies = compare === null ? [rule] : [rule, compare.body]
  const channels = watchedByAny(bodies.map((body) => channelsInScope(directory, body.scope)))
  const results: { scoped: ScopedChannel; result: ChannelResult }[] = []
  for (const [index, { scoped, watchedBy }] of channels.entries()) {
    const watched = bodies.map((body, side) => (watchedBy.has(side) ? body : { ...body, branches: [] }))
    const ofChannel = (share: number) => report((index + share) / channels.length)
    const result = await simulateChannel({ db, book, baselines, scoped, fromMs, toMs, report: ofChannel }, watched)
    if (result === undefined) return undefined
    results.push({ scoped, result })
    await sleep(PAUSE_MS)
  }
  const real = compare === null ? [] : await findRealAlarms(db, compare.ruleId, fromMs, toMs)
  return summed(results, real, { isCompared: compare !== null, tookMs: performance.now() - startedMs })
}

/** Each channel once, with the rules whose scope it is in. */
function watchedByAny(scopes: readonly ScopedChannel[][]) {
  const byNo = new Map<number, { scoped: ScopedChannel; watchedBy: Set<number> }>()
  for (const [side, channels] of scopes.entries())
    for (const scoped of channels) {
      const held = byNo.get(scoped.channel.channelNo) ?? { scoped, watchedBy: new Set<number>() }
      byNo.set(scoped.channel.channelNo, held)
      held.watchedBy.add(side)
    }
  return [...byNo.values()]
}

interface ChannelTask {
  readonly db: Db
  readonly book: LimitBook
  readonly baselines: ReadonlyMap<number, Baseline>
  readonly scoped: ScopedChannel
  readonly fromMs: number
  readonly toMs: number
  readonly report: (share: number) => Promise<boolean>
}

async function simulateChannel(task: ChannelTask, bodies: readonly RuleBody[]): Promise<ChannelResult | undefined> {
  const { fromMs, toMs, book } = task
  const parts: ChannelPart[] = []
  // Where other limits begin to hold, what is compared changes.
  const edges = [fromMs, ...changesWithin(book, fromMs, toMs), toMs]
  for (const [index, startMs] of edges.slice(0, -1).entries()) {
    const span = { fromMs: startMs, toMs: edges[index + 1] ?? toMs }
    const report = (doneMs: number) => task.report(Math.max(0, doneMs - fromMs) / (toMs - fromMs))
    const part = await passChannel({ ...task, ...span, report }, bodies)
    if (part === undefined) return undefined
    parts.push(part)
  }
  const fired = bodies.map((_, side) => parts.flatMap((part) => part.fired[side] ?? []))
  const samples = parts.reduce((sum, part) => sum + part.samples, 0)
  return {
    ...compared(task.scoped, fired[0] ?? [], fired[1]),
    samples,
    nearest: parts.flatMap(({ nearest }) => nearest ?? []).toSorted((a, b) => b.share - a.share)[0],
  }
}

const changesWithin = ({ changeDays }: LimitBook, fromMs: number, toMs: number) =>
  changeDays.flatMap((day) => {
    const ms = parseGmt8(`${day} 00:00:00`)
    return ms !== undefined && ms > fromMs && ms < toMs ? [ms] : []
  })

function compared(scoped: ScopedChannel, now: readonly Fired[], before: readonly Fired[] | undefined) {
  const isIn = (alarms: readonly Fired[], { triggerMs }: Fired) => alarms.some((other) => other.triggerMs === triggerMs)
  const told = (alarm: Fired, change: SimulatedAlarm['change']): ChannelAlarm => ({
    deviceId: scoped.device.id,
    deviceName: scoped.device.name,
    stationName: scoped.device.station?.name ?? null,
    channelNo: scoped.channel.channelNo,
    ...alarm,
    value: Number(alarm.value.toPrecision(6)),
    change,
  })
  const gone = (before ?? []).filter((alarm) => !isIn(now, alarm))
  return {
    alarms: [
      ...now.map((alarm) => told(alarm, before === undefined || isIn(before, alarm) ? 'same' : 'new')),
      ...gone.map((alarm) => told(alarm, 'gone')),
    ],
    fired: now.length,
    firedBefore: before?.length ?? 0,
  }
}

function summed(
  results: readonly { scoped: ScopedChannel; result: ChannelResult }[],
  real: readonly RealAlarm[],
  { isCompared, tookMs }: { readonly isCompared: boolean; readonly tookMs: number },
): SimulationResult {
  const sum = (of: (result: ChannelResult) => number) => results.reduce((total, { result }) => total + of(result), 0)
  const fired = sum((result) => result.fired)
  const realByChannel = groupBy(real, ({ channelNo }) => channelNo)
  const alarms = results
    .flatMap(({ result }) => result.alarms)
    .toSorted((a, b) => b.triggerMs - a.triggerMs)
    .slice(0, MAX_SHOWN)
    .map((alarm) => ({ ...alarm, reality: realityOf(alarm, realByChannel.get(alarm.channelNo ?? -1) ?? []) }))
  return {
    fired,
    firedBefore: isCompared ? sum((result) => result.firedBefore) : null,
    channels: results.length,
    samples: sum((result) => result.samples),
    tookMs: Math.round(tookMs),
    alarms,
    nearest: fired === 0 ? nearestOf(results) : null,
  }
}

/** The alarm that was really raised over the same time: its end may differ, its beginning by the holding time. */
function realityOf({ triggerMs, endMs }: ChannelAlarm, real: readonly RealAlarm[]): SimulatedAlarm['reality'] {
  const [same] = real
    .filter((alarm) => alarm.triggerMs <= (endMs ?? Infinity) && (alarm.endMs ?? Infinity) >= triggerMs)
    .toSorted((a, b) => Math.abs(a.triggerMs - triggerMs) - Math.abs(b.triggerMs - triggerMs))
  return same ? { alarmId: same.id, no: same.no, acked: same.acked, closeCode: same.closeCode } : null
}

function nearestOf(results: readonly { scoped: ScopedChannel; result: ChannelResult }[]): SimulationResult['nearest'] {
  const [best] = results
    .flatMap(({ scoped, result: { nearest } }) => (nearest ? [{ scoped, nearest }] : []))
    .toSorted((a, b) => b.nearest.share - a.nearest.share)
  if (best === undefined) return null
  const { tsMs, share } = best.nearest
  return { tsMs, share: Number(share.toPrecision(3)), deviceName: best.scoped.device.name }
}
