import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import type { Baseline } from '@natim/domain/alarm/baseline'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { changesBetween } from '@natim/domain/channel-version'
import type { LimitBook } from '@natim/domain/limits'
import { parseGmt8 } from '@natim/domain/time'
import type { SimulationResult } from '../../db/columns.ts'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { loadLimitBook } from '../limit/index.ts'
import { loadDirectory } from '../live/index.ts'
import { findBaselines } from './baseline.repository.ts'
import { type ChannelPart, type ChannelState, firedOf, passChannel } from './channel-pass.ts'
import type { Fired } from './channel-run.ts'
import { type ScopedChannel, watchedChannels } from './scope.ts'
import { type FiredBy, type SimulatedClusters, simulateClusters } from './simulate-clusters.ts'
import { findRealAlarms, type RealAlarm, type SimulationJob } from './simulation.repository.ts'

/** Maximum number of alarms shown. */
const MAX_SHOWN = 500
/** Yields to ingest and live judging. */
const PAUSE_MS = 2

interface Progress {
  /** @param done share of the work, 0–1 @returns false to cancel */
  readonly report: (done: number) => Promise<boolean>
}

type ChannelAlarm = Omit<SimulatedAlarm, 'reality'>

interface ChannelResult extends Omit<ChannelPart, 'state'> {
  /** By the rule, and by the compared version. */
  readonly fired: readonly (readonly Fired[])[]
}

/**
 * What a rule would have raised over a span, judged by the live evaluator.
 *
 * @returns undefined when {@link Progress.report} cancelled it
 */
export async function simulate(
  db: Db,
  { body: { rule, compare }, fromMs, toMs }: Omit<SimulationJob, 'id' | 'touchedAt'>,
  { report }: Progress,
): Promise<SimulationResult | undefined> {
  const startedMs = performance.now()
  const [directory, book, baselines] = await Promise.all([loadDirectory(db), loadLimitBook(db), findBaselines(db)])
  const bodies = compare === null ? [rule] : [rule, compare.body]
  const channels = watchedByAny(bodies.map((body) => watchedChannels(directory, body)))
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
  return summed(results, real, { bodies, toMs, tookMs: performance.now() - startedMs })
}

/** Each channel once, with the rules that cover it. */
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
  const { fromMs, toMs, book, scoped } = task
  const parts: ChannelPart[] = []
  let state: ChannelState | undefined
  // Comparisons change where other limits, or other settings of the channel, come into force.
  const changes = [
    ...changesWithin(book, fromMs, toMs),
    ...changesBetween(scoped.channel.versions, fromMs, toMs),
  ].toSorted((a, b) => a - b)
  const edges = [fromMs, ...changes, toMs]
  for (const [index, startMs] of edges.slice(0, -1).entries()) {
    const span = { fromMs: startMs, toMs: edges[index + 1] ?? toMs }
    const report = (doneMs: number) => task.report(Math.max(0, doneMs - fromMs) / (toMs - fromMs))
    const part = await passChannel({ ...task, ...span, report }, bodies, state)
    if (part === undefined) return undefined
    state = part.state
    parts.push(part)
  }
  const samples = parts.reduce((sum, part) => sum + part.samples, 0)
  return {
    fired: state ? firedOf(state) : [],
    samples,
    firstMs: Math.min(...parts.map(({ firstMs }) => firstMs)),
    nearest: parts.flatMap(({ nearest }) => nearest ?? []).toSorted((a, b) => b.share - a.share)[0],
  }
}

const changesWithin = ({ changeDays }: LimitBook, fromMs: number, toMs: number) =>
  changeDays.flatMap((day) => {
    const ms = parseGmt8(`${day} 00:00:00`)
    return ms !== undefined && ms > fromMs && ms < toMs ? [ms] : []
  })

type Bare = Omit<ChannelAlarm, 'change'>

const bareOf = (scoped: ScopedChannel, { isHistoric: _late, ...fired }: Fired, isFolded: boolean): Bare => ({
  deviceId: scoped.device.id,
  deviceName: scoped.device.name,
  stationName: scoped.device.station?.name ?? null,
  channelNo: scoped.channel.channelNo,
  ...fired,
  value: Number(fired.value.toPrecision(6)),
  childCount: 0,
  isFolded,
})

/** Alarms of one channel, or clusters, marked against those of the compared version; undefined without one. */
function compared(now: readonly Bare[], before: readonly Bare[] | undefined): ChannelAlarm[] {
  const isIn = (alarms: readonly Bare[], { triggerMs, deviceId }: Bare) =>
    alarms.some((other) => other.triggerMs === triggerMs && other.deviceId === deviceId)
  const told = (alarm: Bare, change: SimulatedAlarm['change']): ChannelAlarm => ({ ...alarm, change })
  return [
    ...now.map((alarm) => told(alarm, before === undefined || isIn(before, alarm) ? 'same' : 'new')),
    ...(before ?? []).filter((alarm) => !isIn(now, alarm)).map((alarm) => told(alarm, 'gone')),
  ]
}

interface Summing {
  readonly bodies: readonly RuleBody[]
  readonly toMs: number
  readonly tookMs: number
}

function summed(
  results: readonly { scoped: ScopedChannel; result: ChannelResult }[],
  real: readonly RealAlarm[],
  { bodies, toMs, tookMs }: Summing,
): SimulationResult {
  const clusters = bodies.map((body, side): SimulatedClusters => {
    const all = results.map(({ scoped, result }): FiredBy => ({ scoped, fired: result.fired[side] ?? [] }))
    return simulateClusters(body, all, toMs)
  })
  const [now, before] = bodies.map(
    (_, side) => (of: { readonly scoped: ScopedChannel; readonly result: ChannelResult }) =>
      (of.result.fired[side] ?? []).map((one) => bareOf(of.scoped, one, clusters[side]?.folded.has(one) ?? false)),
  )
  const count = (side: number) =>
    results.reduce((total, { result }) => total + (result.fired[side]?.length ?? 0), clusters[side]?.alarms.length ?? 0)
  const fired = count(0)
  const sinceMs = Math.min(...results.map(({ result }) => result.firstMs))
  const realByChannel = groupBy(real, ({ channelNo }) => channelNo ?? CLUSTERS)
  const alarms = [
    ...compared(clusters[0]?.alarms ?? [], clusters[1]?.alarms),
    ...results.flatMap((one) => compared(now?.(one) ?? [], before?.(one))),
  ]
    .toSorted((a, b) => b.triggerMs - a.triggerMs)
    .slice(0, MAX_SHOWN)
    .map((alarm) => ({ ...alarm, reality: realityOf(alarm, realByChannel.get(alarm.channelNo ?? CLUSTERS) ?? []) }))
  return {
    fired,
    firedBefore: bodies.length > 1 ? count(1) : null,
    channels: results.length,
    samples: results.reduce((total, { result }) => total + result.samples, 0),
    sinceMs: Number.isFinite(sinceMs) ? sinceMs : null,
    tookMs: Math.round(tookMs),
    alarms,
    nearest: fired === 0 ? nearestOf(results) : null,
  }
}

/** Key for clusters among alarms grouped by channel. */
const CLUSTERS = -1

/** The real alarm of the same time: its end may differ, and its start by the hold time. */
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
