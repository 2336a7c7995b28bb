import { clusterOf } from '@natim/domain/alarm/rule'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { streamOf } from '../../device-status/index.ts'
import { type ActiveAlarm, findActive } from '../alarm.repository.ts'
import { endStep, eventStep, hasBranch, nodataStep, statusStep, stuckStep } from './conditions.ts'
import {
  type AbnormalDevice,
  findAbnormalDevices,
  findCutOff,
  findSkewed,
  findStatusSince,
  findToldEvents,
  setSilent,
} from './engine.repository.ts'
import type { EngineState } from './state.ts'
import { suppressionOf } from './suppression.ts'
import { type ChannelTarget, isClusterKey, type PendingStep, type Target } from './target.ts'

export interface SweepDeps {
  readonly db: Db
  readonly nowMs: number
  readonly heardSinceMs: (deviceNo: number) => number
  readonly isListening: () => boolean
}

/** Transactions become visible some time after the instants they contain. */
const OVERLAP_MS = MINUTE_MS
const SILENT_PERIODS = 2.5
const SILENT_MIN_MS = MINUTE_MS

/**
 * Runs every few seconds and judges what no single sample shows: device status, silence, events, alarms whose rule is
 * gone, and differences between evaluators and the database about what is active.
 */
export async function sweep(deps: SweepDeps, state: EngineState): Promise<void> {
  const { db, nowMs } = deps
  const streams = [...state.epochs.keys()]
  if (streams.length === 0) return
  const isOwn = (deviceNo: number | null) => deviceNo !== null && state.epochs.has(streamOf(deviceNo))
  const [all, abnormal, skewed, events] = await Promise.all([
    findActive(db),
    findAbnormalDevices(db, streams),
    findSkewed(db, streams),
    findToldEvents(db, streams, state.eventsRxMs - OVERLAP_MS),
  ])
  const active = new Map(all.filter(({ deviceNo }) => isOwn(deviceNo)).map((alarm) => [alarm.dedupeKey, alarm]))
  const cutOff = await findCutOff(
    db,
    abnormal.filter(({ status }) => status === 'offline').map(({ deviceNo }) => deviceNo),
  )
  const abnormalByNo = new Map(abnormal.map((device) => [device.deviceNo, device]))
  noteSkewed(state, skewed, nowMs)
  const add = (step: PendingStep | undefined) => {
    if (!step) return
    if (step.kind === 'raise' && suppressionOf(state.windows, step.target) === 'hide') return
    state.pending.push(step)
  }

  await sweepStatus(deps, state, { active, abnormalByNo, cutOff, add })
  sweepEvents(state, events, active, nowMs, add)
  sweepChannels(deps, state, { active, abnormalByNo, add })
  endOrphans(state, active, nowMs, add)
  await markSilent(db, state, active, nowMs)
}

function noteSkewed({ skewedSince }: EngineState, skewed: readonly number[], nowMs: number): void {
  const present = new Set(skewed)
  for (const deviceNo of skewedSince.keys()) if (!present.has(deviceNo)) skewedSince.delete(deviceNo)
  for (const deviceNo of skewed) if (!skewedSince.has(deviceNo)) skewedSince.set(deviceNo, nowMs)
}

interface Seen {
  readonly active: ReadonlyMap<string, ActiveAlarm>
  readonly abnormalByNo: ReadonlyMap<number, AbnormalDevice>
  readonly add: (step: PendingStep | undefined) => void
}

async function sweepStatus(
  { db, nowMs }: SweepDeps,
  state: EngineState,
  { active, abnormalByNo, cutOff, add }: Seen & { readonly cutOff: ReadonlySet<number> },
): Promise<void> {
  const targets = [...state.plan.byDeviceNo.values()].flat().filter((target) => hasBranch(target, 'status'))
  const over: { readonly target: Target; readonly alarm: ActiveAlarm }[] = []
  for (const target of targets) {
    const { deviceNo } = target.device
    // The state of a device behind an offline gateway is unknown: the gateway has its own alarm.
    const skewedMs = state.skewedSince.get(deviceNo)
    const states: readonly (AbnormalDevice | undefined)[] = [
      cutOff.has(deviceNo) ? undefined : abnormalByNo.get(deviceNo),
      skewedMs === undefined ? undefined : { deviceNo, status: 'clock', sinceMs: skewedMs },
    ]
    const alarm = active.get(target.key)
    const [step] = states
      .flatMap((one) => statusStep(target, one, nowMs) ?? [])
      .toSorted((a, b) => a.severity - b.severity)
    if (step && (!alarm || step.severity < alarm.severity)) add(step)
    else if (alarm && !states.some((one) => one && isWatched(target, one)) && !cutOff.has(deviceNo))
      over.push({ target, alarm })
  }
  const since = await findStatusSince(
    db,
    over.map(({ target }) => target.device.deviceNo),
  )
  for (const { target, alarm } of over) {
    const sinceMs = since.get(target.device.deviceNo) ?? nowMs
    const { clearForS = 0 } = target.rule.body.branches[alarm.branch] ?? {}
    if (!target.rule.body.autoClear || sinceMs + clearForS * SECOND_MS > nowMs) continue
    add(endStep(target, alarm.severity, alarm.branch, Math.max(sinceMs, after(alarm)), 'value'))
  }
}

const isWatched = ({ rule }: Target, { status }: AbnormalDevice) =>
  rule.body.branches.some((branch) => branch.type === 'status' && branch.statuses.includes(status))

/** An instant after the alarm's last judgement. */
const after = ({ judgedTs }: ActiveAlarm) => judgedTs.getTime() + 1

function sweepEvents(
  state: EngineState,
  events: Awaited<ReturnType<typeof findToldEvents>>,
  active: ReadonlyMap<string, ActiveAlarm>,
  nowMs: number,
  add: Seen['add'],
): void {
  for (const event of events) {
    state.eventsRxMs = Math.max(state.eventsRxMs, event.rxMs)
    for (const target of state.plan.byDeviceNo.get(event.deviceNo) ?? []) {
      if (!hasBranch(target, 'event')) continue
      const step = eventStep(target, event)
      if (step && !active.has(step.target.key)) add(step)
    }
  }
  for (const base of [...state.plan.byDeviceNo.values()].flat()) {
    if (!hasBranch(base, 'event') || !base.rule.body.autoClear) continue
    for (const [key, alarm] of active) {
      if (!key.startsWith(`${base.key}:`)) continue
      const { clearForS = 0 } = base.rule.body.branches[alarm.branch] ?? {}
      const endMs = alarm.judgedTs.getTime() + clearForS * SECOND_MS
      if (clearForS === 0 || endMs > nowMs) continue
      add(endStep({ ...base, key }, alarm.severity, alarm.branch, Math.max(endMs, after(alarm)), 'expired'))
    }
  }
}

function sweepChannels(deps: SweepDeps, state: EngineState, { active, abnormalByNo, add }: Seen): void {
  const { nowMs, heardSinceMs, isListening } = deps
  for (const target of state.plan.channels.values()) {
    agree(target, active, state)
    const { channelNo } = target.channel
    const { deviceNo } = target.device
    if (hasBranch(target, 'nodata')) {
      const own = { ...target, key: `${target.key}:nodata` }
      const newestMs = state.newestValid.get(channelNo) ?? Number.NEGATIVE_INFINITY
      const alarm = active.get(own.key)
      // An offline device has one alarm for that, instead of one per channel.
      const mayRaise = isListening() && !abnormalByNo.has(deviceNo)
      const step = nodataStep(own, { newestMs, heardSinceMs: heardSinceMs(deviceNo), nowMs })
      if (step && !alarm && mayRaise) add(step)
      else if (!step && alarm && newestMs > alarm.judgedTs.getTime())
        add(endStep(own, alarm.severity, alarm.branch, newestMs, 'value'))
    }
    if (hasBranch(target, 'stuck')) {
      const own = { ...target, key: `${target.key}:stuck` }
      const sinceMs = state.stuckSince.get(channelNo)
      const alarm = active.get(own.key)
      const step = sinceMs === undefined ? undefined : stuckStep(own, sinceMs, nowMs)
      if (step && !alarm) add(step)
      else if (sinceMs === undefined && alarm)
        add(
          endStep(
            own,
            alarm.severity,
            alarm.branch,
            Math.max(state.marks.get(channelNo) ?? nowMs, after(alarm)),
            'value',
          ),
        )
    }
  }
}

/**
 * Syncs the evaluator with the database: a user may have closed the alarm, and the next sample over the limit raises a
 * new one.
 */
function agree(target: ChannelTarget, active: ReadonlyMap<string, ActiveAlarm>, state: EngineState): void {
  if (state.pending.some(({ target: { key } }) => key === target.key)) return
  const alarm = active.get(target.key)
  const held = target.evaluator.active()
  if (held && !alarm) target.evaluator.adopt(undefined)
  else if (alarm && !held) target.evaluator.adopt({ severity: alarm.severity, branch: alarm.branch })
}

/** Ends alarms of disabled rules, of channels no longer in a rule's scope, and of devices that are gone. */
function endOrphans(
  state: EngineState,
  active: ReadonlyMap<string, ActiveAlarm>,
  nowMs: number,
  add: Seen['add'],
): void {
  const { plan } = state
  for (const [key, alarm] of active) {
    const base = baseKey(key)
    const ofDevice = plan.byDeviceNo.get(alarm.deviceNo ?? 0)?.some((target) => target.key === base)
    if (plan.channels.has(base) || ofDevice) continue
    // A cluster ends when too few of its children are left.
    if (isClusterKey(key) && plan.rules.some(({ id, body }) => id === alarm.ruleId && clusterOf(body))) continue
    const device = plan.deviceByNo.get(alarm.deviceNo ?? 0)
    const rule = plan.rules.find(({ id }) => id === alarm.ruleId)
    const target = {
      key,
      rule: rule ?? goneRule(alarm),
      device: device ?? ({ deviceNo: alarm.deviceNo } as never),
      channel: null,
    }
    add(endStep(target, alarm.severity, alarm.branch, Math.max(nowMs, after(alarm)), 'rule_disabled'))
  }
}

/** `rule:c12` of `rule:c12:nodata`. */
const baseKey = (key: string) => key.split(':').slice(0, 2).join(':')

/** A stand-in for a rule no longer in force; ending its alarms needs no more. */
const goneRule = ({ ruleId, ruleVersion }: ActiveAlarm): Target['rule'] => ({
  id: ruleId,
  code: '',
  name: '',
  version: ruleVersion,
  guide: null,
  checklist: [],
  body: { place: 'public', scope: {}, branches: [], autoClear: true, latch: true },
})

/** 数据中断: marks active alarms whose channel has fallen silent; only samples or a user can end them. */
async function markSilent(
  db: Db,
  state: EngineState,
  active: ReadonlyMap<string, ActiveAlarm>,
  nowMs: number,
): Promise<void> {
  const changed: { silent: string[]; heard: string[] } = { silent: [], heard: [] }
  for (const { key, channel } of state.plan.channels.values()) {
    const alarm = active.get(key)
    if (!alarm) continue
    const newestMs = state.marks.get(channel.channelNo) ?? alarm.judgedTs.getTime()
    const isSilent = nowMs - newestMs > Math.max(SILENT_PERIODS * channel.periodS * SECOND_MS, SILENT_MIN_MS)
    if (isSilent !== alarm.silent) changed[isSilent ? 'silent' : 'heard'].push(key)
  }
  await setSilent(db, changed.silent, true)
  await setSilent(db, changed.heard, false)
}
