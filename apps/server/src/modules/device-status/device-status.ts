import { isInService } from '@natim/domain/device-status'
import type { StateMessage } from '@natim/domain/telemetry'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import {
  type Description,
  type DeviceLive,
  evaluate,
  LOST_GRACE_MS,
  newDeviceLive,
  type Place,
  SkewWindow,
  type StatusChange,
  type StatusSubject,
  settleLoss,
} from './device-live.ts'
import {
  type DeviceStateRecord,
  findBadChannels,
  findDeviceStates,
  findNewStates,
  findStatesOf,
  type MaintenanceWindow,
  saveStates,
} from './device-status.repository.ts'
import { MaintenanceWindows } from './maintenance-windows.ts'
import { MassLoss } from './mass-loss.ts'
import { isNewer, PendingStates, type StateWaiter } from './pending-states.ts'
import { hearFrom, restoreBadChannels, restoreLive, takeOver } from './restore.ts'
import { streamOf } from './stream-lease.repository.ts'
import type { Streams } from './stream-leases.ts'

const TICK_MS = 1_000
/** Delay of the flush that acknowledges state messages; a whole tick would be too long. */
const PROMPT_MS = 50
/** Smaller differences are ordinary NTP drift corrections. */
const CLOCK_STEP_MS = 5_000
/** Overlap of reads: a transaction becomes visible some time after its timestamp. */
const HEARSAY_OVERLAP_S = 15

export interface DeviceStatusDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  /** Wall clock, epoch ms. */
  readonly now: () => number
  /** Monotonic, ms: distinguishes a step of the wall clock from elapsed time. */
  readonly clock: () => number
  /** Retention of raw samples, which are accepted that far back, ms. */
  readonly rawMs: number
  /** Which devices are judged here. */
  readonly streams: Streams
  /** False while reading from devices is paused by back-pressure: silence then means nothing. */
  readonly isListening: () => boolean
  readonly subjects: () => Iterable<StatusSubject>
  readonly subjectById: (id: string) => StatusSubject | undefined
}

/**
 * The status machine of domain §3.3 for every device, and the state its messages report. States live in memory and are
 * written about once a second; a status change is logged in the same transaction and then published.
 */
export class DeviceStatusService {
  readonly #deps: DeviceStatusDeps
  readonly #lives = new Map<number, DeviceLive>()
  readonly #skews = new Map<number, SkewWindow>()
  readonly #massLoss = new MassLoss()
  readonly #pending = new PendingStates()
  readonly #maintenance: MaintenanceWindows
  #startMs = 0
  /** By stream: time from which its silence counts here. */
  readonly #heldSinceMs = new Map<number, number>()
  /** Gained streams not read yet; their devices are not judged. */
  readonly #unread = new Set<number>()
  /** Monotonic, ms. */
  #listenedAtMs = 0
  #clockOffsetMs = 0
  #timer: NodeJS.Timeout | undefined
  #prompt: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: DeviceStatusDeps) {
    this.#deps = deps
    this.#maintenance = new MaintenanceWindows(deps)
  }

  /** Restores every state, then ticks once a second until `stop`. */
  async start(): Promise<void> {
    const { db, now } = this.#deps
    this.#startMs = now()
    this.#clockOffsetMs = now() - this.#deps.clock()
    // All of them are read now.
    this.#deps.streams.takeGained()
    this.#listenedAtMs = this.#deps.clock()
    for (const record of await findDeviceStates(db))
      this.#lives.set(record.deviceId, restoreLive(record, this.#startMs))
    restoreBadChannels(this.#lives, await findBadChannels(db))
    await this.#maintenance.reload()
    this.#timer = setInterval(() => void this.tick(), TICK_MS)
  }

  /** Writes pending state. Stopping sets nothing offline. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.tick()
  }

  live(deviceNo: number): DeviceLive {
    let live = this.#lives.get(deviceNo)
    if (live === undefined) {
      live = newDeviceLive(deviceNo, this.#deps.now())
      this.#lives.set(deviceNo, live)
    }
    return live
  }

  /** Time from which silence of a device counts here, epoch ms; before that it could not be heard or judged. */
  heardSinceMs(deviceNo: number): number {
    return Math.max(this.#startMs, this.#heldSinceMs.get(streamOf(deviceNo)) ?? 0)
  }

  /** Connections lost here within the last seconds. */
  recentLosses(): number {
    return this.#massLoss.count(this.#deps.now())
  }

  /** Called for any message, including through a gateway, and for sign-ins. */
  seen(deviceNo: number, rxMs: number): DeviceLive {
    const live = this.live(deviceNo)
    live.lastSeenMs = rxMs
    live.heardHereMs = rxMs
    live.lostAtMs = undefined
    live.newLossMs = undefined
    live.isLost = false
    this.#pending.addHeard(live)
    return live
  }

  connected(deviceNo: number, address: string, rxMs: number): void {
    this.#note(this.seen(deviceNo, rxMs), { ip: address })
  }

  /** Keeps reported fields until they are written. */
  #note(live: DeviceLive, news: Description): void {
    Object.assign(live.news, definedOf(news))
    this.#pending.addHeard(live)
  }

  /** The connection broke or the last will arrived: offline unless a message arrives within the grace time. */
  lost(deviceNo: number, atMs: number): void {
    const live = this.live(deviceNo)
    // While reading is paused, devices disconnect because their pings go unanswered.
    if (live.isLost || live.lostAtMs !== undefined || !this.#deps.isListening()) return
    // It has moved to another process since; what ends here is its old, half-open connection.
    if (isNewer(live.lastSeenMs, live.heardHereMs)) return
    live.lostAtMs = atMs + LOST_GRACE_MS
    this.#massLoss.add(atMs)
  }

  /** Applies a state message; its arrival is reported to `seen`. @param waiter called when it is durable. */
  reported(deviceNo: number, message: StateMessage, rxMs: number, waiter?: StateWaiter): void {
    const live = this.live(deviceNo)
    live.lastSeenMs ??= rxMs
    live.reportsFault = message.fault
    live.flags = message.flags
    const { fault, flags, firmware, ip } = message
    const signalDbm = toSmallint(message.signalDbm)
    this.#note(live, { fault, flags, firmware, ip, signalDbm, batteryPct: toSmallint(message.batteryPct) })
    if (message.status === 'offline') this.lost(deviceNo, rxMs)
    if (waiter && this.#pending.addWaiter(waiter)) this.#prompt ??= setTimeout(() => void this.tick(), PROMPT_MS)
  }

  /** Applies what a telemetry message reports besides its values. */
  described(
    deviceNo: number,
    details: {
      readonly place?: Place | undefined
      readonly sys?: { readonly batteryPct?: number; readonly signalDbm?: number } | undefined
      readonly skewMs?: number | undefined
    },
  ): void {
    const { place, sys, skewMs } = details
    if (skewMs !== undefined) {
      let skews = this.#skews.get(deviceNo)
      if (!skews) this.#skews.set(deviceNo, (skews = new SkewWindow()))
      skews.add(skewMs)
    }
    const live = this.live(deviceNo)
    if (place !== undefined && place.tsMs >= (live.place?.tsMs ?? 0)) live.place = place
    this.#note(live, {
      batteryPct: toSmallint(sys?.batteryPct),
      signalDbm: toSmallint(sys?.signalDbm),
    })
  }

  /** Consecutive messages are so far ahead that they are not outliers: resets the skew history. */
  clockIsWrong(deviceNo: number, skewMs: number): void {
    const skews = new SkewWindow()
    skews.add(skewMs)
    this.#skews.set(deviceNo, skews)
    this.#pending.addHeard(this.live(deviceNo))
  }

  /** Called when a committed sample is the newest of its device. */
  sampled(deviceNo: number, tsMs: number): void {
    const live = this.live(deviceNo)
    if (live.lastSampleMs !== undefined && live.lastSampleMs >= tsMs) return
    live.lastSampleMs = tsMs
    this.#pending.addHeard(live)
  }

  /** Called when a channel's newest sample becomes, or stops being, stuck or out of range. */
  channelQuality(deviceNo: number, channelNo: number, isBad: boolean, tsMs: number): void {
    const { badChannels } = this.live(deviceNo)
    if (!isBad) badChannels.delete(channelNo)
    else if (!badChannels.has(channelNo)) badChannels.set(channelNo, tsMs)
  }

  /** Evaluates every device and writes changes. Called once a second; tests call it with their own clock. */
  async tick(): Promise<void> {
    clearTimeout(this.#prompt)
    this.#prompt = undefined
    const nowMs = this.#deps.now()
    this.#followClock(nowMs)
    // As after a start: every device gets one timeout from the time all processes listen again.
    if (this.#deps.streams.takeDisturbed() || !this.#deps.isListening()) this.#startMs = nowMs
    await this.#maintenance.reloadIfDue()
    this.#forgiveMassLoss(nowMs)
    await this.#listenToOthers(nowMs)
    const subjects = [...this.#deps.subjects()]
    // Gateways first: the status of their children depends on them.
    for (const subject of subjects) if (subject.gatewayId === null) this.#evaluate(subject, nowMs)
    for (const subject of subjects) if (subject.gatewayId !== null) this.#evaluate(subject, nowMs)
    await this.flush()
  }

  /** Reads what other processes heard and judged, and the full state of gained streams. */
  async #listenToOthers(nowMs: number): Promise<void> {
    const { clock, db, log, streams } = this.#deps
    for (const stream of streams.takeGained()) this.#unread.add(stream)
    try {
      if (this.#unread.size > 0) await this.#readGained(nowMs)
      if (!streams.isShared) return
      const askedAtMs = clock()
      const withinS = (askedAtMs - this.#listenedAtMs) / 1_000 + HEARSAY_OVERLAP_S
      const records = await findNewStates(db, withinS, this.#silentNow(nowMs))
      this.#listenedAtMs = askedAtMs
      for (const record of records) {
        const isJudgedHere = this.#epochOf(record.deviceId) !== undefined
        this.#merge(record, (live) => hearFrom(live, record, isJudgedHere, nowMs))
      }
    } catch (error) {
      // Unknown state must not be judged: treat it as if nothing had been received.
      this.#startMs = nowMs
      log.warn({ err: error }, 'states of other processes could not be read')
    }
  }

  async #readGained(nowMs: number): Promise<void> {
    const { db } = this.#deps
    const gained = [...this.#unread]
    for (const record of await findStatesOf(db, gained)) this.#merge(record, (live) => takeOver(live, record, nowMs))
    restoreBadChannels(this.#lives, await findBadChannels(db))
    for (const stream of gained) {
      this.#heldSinceMs.set(stream, nowMs)
      this.#unread.delete(stream)
    }
  }

  /** Lease epoch under which a device is judged here; undefined = not, or not yet. */
  #epochOf(deviceNo: number): number | undefined {
    return this.#unread.has(streamOf(deviceNo)) ? undefined : this.#deps.streams.epochOf(deviceNo)
  }

  /** Devices that would be offline by local knowledge; they are read again before being judged. */
  #silentNow(nowMs: number): number[] {
    const found: number[] = []
    for (const { deviceNo, onlineTimeoutMs } of this.#deps.subjects()) {
      const live = this.#lives.get(deviceNo)
      if (live === undefined || live.status === 'offline' || this.#deps.streams.epochOf(deviceNo) === undefined)
        continue
      const isDue = live.lostAtMs !== undefined && nowMs >= live.lostAtMs
      if (isDue || live.isLost || nowMs - (live.lastSeenMs ?? nowMs) > onlineTimeoutMs) found.push(deviceNo)
    }
    return found
  }

  #merge(record: DeviceStateRecord, merge: (live: DeviceLive) => void): void {
    const live = this.#lives.get(record.deviceId)
    if (live === undefined) this.#lives.set(record.deviceId, restoreLive(record, this.#deps.now()))
    else merge(live)
  }

  /** A broken path to many devices says nothing about any of them: each is judged by its timeout. */
  #forgiveMassLoss(nowMs: number): void {
    const lives = [...this.#lives.values()]
    const pending = lives.filter(({ lostAtMs }) => lostAtMs !== undefined)
    if (pending.length === 0) return
    const connected = lives.filter(({ rawStatus }) => isConnected(rawStatus)).length
    if (!this.#massLoss.isFault(connected, this.#deps.streams.lossesElsewhere, nowMs)) return
    for (const live of pending) live.lostAtMs = undefined
    this.#deps.log.warn(
      { devices: pending.length, connected },
      'connections were lost together: their path is at fault',
    )
  }

  /** Maintenance windows of a device, as far back as its samples may still arrive. */
  maintenanceOf(deviceId: string): readonly MaintenanceWindow[] {
    return this.#maintenance.of(deviceId)
  }

  reloadMaintenance(): Promise<void> {
    return this.#maintenance.reload()
  }

  /**
   * After a step of the wall clock, shifts the times so that silence continues unchanged: no mass of false offlines.
   */
  #followClock(nowMs: number): void {
    const offsetMs = nowMs - this.#deps.clock()
    const stepMs = offsetMs - this.#clockOffsetMs
    if (Math.abs(stepMs) < CLOCK_STEP_MS) return
    this.#clockOffsetMs = offsetMs
    this.#startMs += stepMs
    this.#maintenance.shift(stepMs)
    for (const live of this.#lives.values()) {
      if (live.lastSeenMs !== undefined) live.lastSeenMs += stepMs
      if (live.heardHereMs !== undefined) live.heardHereMs += stepMs
      if (live.lostAtMs !== undefined) live.lostAtMs += stepMs
    }
    this.#deps.log.warn({ stepMs }, 'system clock changed')
  }

  #evaluate(subject: StatusSubject, nowMs: number): void {
    const known = this.#lives.get(subject.deviceNo)
    // Never heard and not retired: inactive, which needs no row.
    if (known === undefined && !subject.isRetired) return
    const live = known ?? this.live(subject.deviceNo)
    const epoch = this.#epochOf(subject.deviceNo)
    if (epoch === undefined) {
      if (settleLoss(live, nowMs)) this.#pending.addHeard(live)
      return
    }
    const gateway = subject.gatewayId === null ? undefined : this.#deps.subjectById(subject.gatewayId)
    live.hasOpenMaintenance = this.maintenanceOf(subject.id).some(({ toMs }) => toMs === null)
    const wasFlapping = live.isFlapping
    const sinceMs = this.heardSinceMs(subject.deviceNo)
    const change = evaluate(live, subject, gateway && this.#lives.get(gateway.deviceNo), sinceMs, nowMs)
    if (live.newLossMs !== undefined) this.#pending.addHeard(live)
    if (change !== undefined || live.isFlapping !== wasFlapping) this.#pending.addJudged(live, epoch, change)
  }

  /** Writes states and changes now; after a failure they are kept for the next flush. */
  flush(): Promise<void> {
    this.#running = this.#running.then(() => this.#write())
    return this.#running
  }

  async #write(): Promise<void> {
    const batch = this.#pending.take((live) => this.#addSkew(live))
    if (batch === undefined) return
    try {
      const saved = await saveStates(this.#deps.db, batch)
      for (const waiter of batch.waiters) waiter()
      this.#takeBack(saved.refuted)
      this.#publish(saved.changes)
    } catch (error) {
      this.#deps.log.warn({ err: error, states: batch.heard.length }, 'database unavailable; device states queued')
      this.#pending.restore(batch)
    }
  }

  #addSkew(live: DeviceLive): void {
    const skewMs = this.#skews.get(live.deviceNo)?.median()
    if (skewMs === undefined) return
    live.news = { ...live.news, skewMs }
    live.skewMs = skewMs
  }

  /** Devices that were heard after all have their stored status again. */
  #takeBack(refuted: readonly DeviceStateRecord[]): void {
    const deviceNos = new Set(refuted.map(({ deviceId }) => deviceId))
    this.#pending.forgetChanges(deviceNos)
    for (const record of refuted) this.#merge(record, (live) => takeOver(live, record, this.#deps.now()))
  }

  #publish(changes: readonly StatusChange[]): void {
    if (changes.length === 0) return
    const messages = changes.map(({ deviceNo, to }) => ({
      deviceNo,
      status: to,
      lastSeenMs: this.#lives.get(deviceNo)?.lastSeenMs ?? null,
    }))
    this.#deps.bus.publish('deviceStatus', messages)
  }
}

const isConnected = (status: DeviceLive['rawStatus']) => isInService(status) && status !== 'offline'

const SMALLINT_MAX = 32_767

function toSmallint(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) > SMALLINT_MAX ? undefined : Math.round(value)
}

/** The defined fields; absent ones leave the previous value. */
const definedOf = (news: Description): Description =>
  Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined))
