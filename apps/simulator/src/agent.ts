import { messageFaults, outageAt } from '@natim/demo/faults'
import { unit } from '@natim/demo/hash'
import type { DemoEvent } from '@natim/demo/device-events'
import { createBacklog } from './backlog.ts'
import { createCommands } from './commands.ts'
import type { Link } from './link.ts'
import {
  batchPayload,
  eventPayload,
  pointsOf,
  type Reading,
  selfTestPayload,
  statePayload,
  telePayload,
} from './payload.ts'
import type { DevicePlan, Group } from './plan.ts'
import type { Statistics } from './statistics.ts'

/** One device: takes readings when due and sends them over its own or its gateway's link. */
export interface Agent {
  /** Runs everything due up to an instant of the simulated clock. */
  tick(nowMs: number): void
  /** Link (re)connected: sends the state, then the stored readings. */
  handleOpen(nowMs: number): void
  handleCommand(payload: Buffer, nowMs: number): void
  /** Number of stored points. */
  readonly kept: () => number
}

export interface AgentOptions {
  readonly plan: DevicePlan
  readonly link: Link
  /** Client id to name on a gateway's link; undefined on the device's own link. */
  readonly childId: string | undefined
  readonly statistics: Statistics
  /** Share of messages that are never sent, 0–1. */
  readonly loss: number
  /** Simulates clock errors and duplicate, missing and late messages. */
  readonly isDirty: boolean
  /** Multiplier of the message rate. */
  readonly times: number
  readonly startMs: number
}

interface Held {
  readonly dueMs: number
  readonly payload: string
  readonly points: number
}

const MIN_PERIOD_MS = 100
const EVENTS_EVERY_MS = 5_000
/** Maximum events a device stores while its link is down. */
const MAX_EVENTS = 50
/** Kinds that report a self-test after power-on. */
const SELF_TESTING: ReadonlySet<string> = new Set(['rad', 'chem', 'bio'])

export function createAgent(options: AgentOptions): Agent {
  const { plan, link, childId, statistics, isDirty } = options
  const backlog = createBacklog((points) => statistics.countDropped(points))
  const commands = createCommands(
    plan,
    (payload) => link.isOpen() && link.send({ kind: 'ack', childId, payload, points: 0 }),
  )
  const stateEveryMs = (plan.device.onlineTimeoutS * 1000) / 3
  const dueMs = plan.groups.map((group) => firstDue(group, options))
  let held: Held[] = []
  let untold: DemoEvent[] = []
  let toldMs = options.startMs
  let nextStateMs = options.startMs
  let sequence = 0
  let isBatchOut = false
  let isTested = false

  const deviceClock = (nowMs: number) => nowMs + (isDirty ? plan.faults.skewMs : 0)

  function sendState(nowMs: number): void {
    const payload = statePayload({
      tsMs: deviceClock(nowMs),
      firmware: commands.firmware(),
      upS: Math.round((nowMs - commands.bootedMs(options.startMs)) / 1000),
      flags: plan.faults.faultFlags,
      ip: plan.ip,
    })
    link.send({ kind: 'state', childId, payload, points: 0 })
    nextStateMs = nowMs + stateEveryMs
  }

  function sendTele(reading: Reading, nowMs: number): void {
    const extras = { seq: sequence++, foreign: isDirty ? plan.foreign : undefined, ...plan.extrasAt(nowMs, sequence) }
    const fate = isDirty ? messageFaults(plan.device.index, reading.tsMs) : { kind: 'none' as const }
    if (fate.kind === 'missing') return
    const payload = telePayload(reading, extras)
    const points = reading.values.length
    if (fate.kind === 'late') held.push({ dueMs: nowMs + fate.lateMs, payload, points })
    else link.send({ kind: 'tele', childId, payload, points })
    if (fate.kind === 'duplicate') link.send({ kind: 'tele', childId, payload, points })
    if (fate.kind === 'conflict') {
      const other = { ...reading, values: reading.values.map((value) => value + 1) }
      link.send({ kind: 'tele', childId, payload: telePayload(other, extras), points })
    }
  }

  function take(group: Group, atMs: number, nowMs: number): void {
    const outage = isDirty ? outageAt(plan.device.index, atMs) : undefined
    // Neither children nor devices without backfill store readings of an outage.
    if (outage !== undefined && (childId !== undefined || !outage.isBackfilled)) return
    if (unit(plan.device.index, atMs / 1000, 0x105) < options.loss) return
    const values = group.signals.map((signal) => signal.at(atMs))
    const reading = { tsMs: deviceClock(atMs), seqs: group.seqs, values }
    if (link.isOpen() && backlog.points() === 0) sendTele(reading, nowMs)
    else backlog.push(reading)
  }

  /** Sends one batch after the other, so that a recovering network does not hit the rate limit. */
  function sendBacklog(): void {
    if (isBatchOut || backlog.points() === 0) return
    const readings = backlog.take()
    isBatchOut = true
    link.send({ kind: 'batch', childId, payload: batchPayload(readings), points: pointsOf(readings) }, () => {
      isBatchOut = false
    })
  }

  /** Gateways relay no blobs, and a child has no memory for them: they are lost like its readings. */
  function happen(nowMs: number): void {
    if (nowMs - toldMs < EVENTS_EVERY_MS) return
    const events = plan.eventsOf(toldMs, nowMs).filter(({ kind, tsMs }) => {
      const outage = isDirty ? outageAt(plan.device.index, tsMs) : undefined
      return childId === undefined ? outage?.isBackfilled !== false : kind === 'event' && outage === undefined
    })
    untold = [...untold, ...events].slice(-MAX_EVENTS)
    toldMs = nowMs
  }

  function tellEvents(): void {
    for (const event of untold)
      link.send({ kind: event.kind, childId, payload: eventPayload(event, deviceClock(event.tsMs)), points: 0 })
    untold = []
  }

  function sendHeld(nowMs: number): void {
    const due = held.filter((message) => message.dueMs <= nowMs)
    if (due.length === 0) return
    held = held.filter((message) => message.dueMs > nowMs)
    for (const { payload, points } of due) link.send({ kind: 'tele', childId, payload, points })
  }

  return {
    tick(nowMs) {
      for (const [index, group] of plan.groups.entries()) {
        const periodMs = commands.periodMs(group, options.times, MIN_PERIOD_MS)
        for (let due = dueMs[index] as number; due <= nowMs; due += periodMs) {
          take(group, due, nowMs)
          dueMs[index] = due + periodMs
        }
      }
      happen(nowMs)
      if (!link.isOpen()) return
      tellEvents()
      sendBacklog()
      sendHeld(nowMs)
      if (nowMs >= nextStateMs) sendState(nowMs)
    },
    handleOpen(nowMs) {
      sendState(nowMs)
      if (isTested || !SELF_TESTING.has(plan.device.kind)) return
      isTested = true
      const payload = selfTestPayload(deviceClock(nowMs), commands.firmware())
      link.send({ kind: 'event', childId, payload, points: 0 })
    },
    handleCommand(payload, nowMs) {
      commands.handle(payload, nowMs)
      // A restart or new firmware changes the state.
      nextStateMs = nowMs
    },
    kept: () => backlog.points() + held.reduce((sum, message) => sum + message.points, 0),
  }
}

/** A fixed second within the period, so that devices do not all send at once; whole seconds are easier to read. */
function firstDue({ phase, periodS }: Group, { startMs, times }: AgentOptions): number {
  const periodMs = Math.max(MIN_PERIOD_MS, (periodS * 1000) / times)
  const offset = periodMs >= 2000 ? Math.floor((phase * periodMs) / 1000) * 1000 : phase * periodMs
  return Math.ceil((startMs - offset) / periodMs) * periodMs + offset
}
