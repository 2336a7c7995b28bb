import type { GapCause } from '@natim/contract/dict'
import { element } from '@natim/domain/element'
import type { Db } from '../../../platform/db/db.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import type { Channel, Device } from '../register/register-types.ts'
import type { Points } from '../write/points.ts'
import {
  closeGaps,
  deleteGaps,
  findBackfilledGaps,
  findPrevious,
  type GapRow,
  type LateSpan,
  markGapFilled,
  replaceGap,
  type Speech,
  upsertGaps,
} from './gap.repository.ts'
import { expectedIn, isGap, remainingGaps } from './gap-rules.ts'

export interface GapDeps {
  readonly pool: Pool
  /** Over the pool. */
  readonly db: Db
  readonly channels: () => Iterable<Channel>
  readonly channelByNo: (channelNo: number) => Channel | undefined
  /** Why a device has been silent since an instant, as far as known; more is known once the silence is over. */
  readonly causeOf: (device: Device, fromMs: number, isOver: boolean) => GapCause
  /** Lease under which this process judges the silence of a device; undefined = judged elsewhere. */
  readonly epochOf: (device: Device) => number | undefined
  /** Time from which its silence counts, epoch ms; before that it could not be received. */
  readonly heardSinceMs: (device: Device) => number
  /** Whether other processes receive devices too: then memory knows neither every sample nor every open gap. */
  readonly isShared: () => boolean
  /** Reloads newest samples and open gaps of all channels. */
  readonly reload: () => Promise<void>
}

/** Maintains `mon_gap` (domain §6.4). All writes are deferred to `flush`. */
export class Gaps {
  readonly #deps: GapDeps
  #upserts = new Map<string, GapRow>()
  #deletes: Omit<LateSpan, 'toMs'>[] = []
  #late = new Map<number, LateSpan>()
  /** Channels that reported since the last flush; used while several processes receive devices. */
  #speeches = new Map<number, Speech>()
  /** Samples that seem to end an unnoticed silence. */
  #holes = new Map<number, { readonly channel: Channel; readonly tsMs: number }>()
  #isComplete = true

  constructor(deps: GapDeps) {
    this.#deps = deps
  }

  /** Called when a sample becomes the newest of its channel; `previousMs` is the one before. */
  advanced(channel: Channel, previousMs: number, tsMs: number): void {
    const { periodMs } = channel.def
    if (!this.#isComplete || this.#deps.isShared()) {
      this.#spoke(channel, previousMs, tsMs)
      return
    }
    if (!Number.isNaN(channel.gapFrom)) this.#close(channel, tsMs)
    else if (isGap(tsMs - previousMs, periodMs) && Number.isFinite(previousMs)) {
      this.#put(channel, previousMs + periodMs, tsMs)
    }
  }

  /** Called when samples older than the newest of their channel were stored: gaps may have shrunk. */
  late(points: Points): void {
    for (let i = 0; i < points.tsMs.length; i++) {
      const tsMs = element(points.tsMs[i])
      const deviceNo = element(points.deviceNos[i])
      this.#addLate({ deviceNo, channelNo: element(points.channelNos[i]), fromMs: tsMs, toMs: tsMs })
    }
  }

  #spoke(channel: Channel, previousMs: number, tsMs: number): void {
    const { channelNo, device, def } = channel
    channel.gapFrom = Number.NaN
    if (def.periodMs <= 0) return
    this.#speeches.set(channelNo, { deviceNo: device.deviceNo, channelNo, periodMs: def.periodMs })
    // Other processes may have received samples in between.
    if (isGap(tsMs - previousMs, def.periodMs)) this.#holes.set(channelNo, { channel, tsMs })
  }

  /** Opens gaps of channels that have been silent for too long. Call every few seconds. */
  async check(nowMs: number): Promise<void> {
    const { channels, isShared, reload, epochOf } = this.#deps
    if (isShared()) this.#isComplete = false
    else if (!this.#isComplete) {
      await reload()
      this.#isComplete = true
    }
    const silent = [...channels()].filter((channel) => this.#isSilent(channel, nowMs))
    if (!this.#isComplete && silent.length > 0) await this.#readLatest(silent, nowMs)
    for (const channel of silent) {
      if (!Number.isNaN(channel.gapFrom) || !this.#isSilent(channel, nowMs)) continue
      channel.gapFrom = channel.latestTs + channel.def.periodMs
      this.#put(channel, channel.gapFrom, null, epochOf(channel.device))
    }
  }

  #isSilent(channel: Channel, nowMs: number): boolean {
    const { latestTs, def, device, gapFrom } = channel
    // Another process may have closed the gap that is open here.
    const isKnown = this.#isComplete && !Number.isNaN(gapFrom)
    const isWatched = def.enabled && !device.isRetired && Number.isFinite(latestTs) && !isKnown
    if (!isWatched || !isGap(nowMs - latestTs, def.periodMs)) return false
    const { epochOf, heardSinceMs } = this.#deps
    return epochOf(device) !== undefined && isGap(nowMs - heardSinceMs(device), def.periodMs)
  }

  /** Other processes may have stored newer samples. */
  async #readLatest(channels: readonly Channel[], nowMs: number): Promise<void> {
    const asked = channels.map(({ device, channelNo }) => ({ deviceNo: device.deviceNo, channelNo, tsMs: nowMs }))
    const found = await findPrevious(this.#deps.db, asked)
    for (const channel of channels) {
      const ms = found.get(channel.channelNo)
      if (ms === undefined || ms <= channel.latestTs) continue
      channel.latestTs = ms
      channel.newestTs = Math.max(channel.newestTs, ms)
      channel.gapFrom = Number.NaN
    }
  }

  async flush(): Promise<void> {
    const { pool, db } = this.#deps
    const [deletes, upserts, late] = [this.#deletes, this.#upserts, this.#late]
    const [speeches, holes] = [this.#speeches, this.#holes]
    this.#speeches = new Map()
    this.#holes = new Map()
    this.#deletes = []
    this.#upserts = new Map()
    this.#late = new Map()
    try {
      if (deletes.length > 0) await deleteGaps(pool, deletes)
      if (upserts.size > 0) await upsertGaps(pool, [...upserts.values()])
      if (speeches.size > 0) await closeGaps(db, [...speeches.values()])
      if (holes.size > 0) await this.#noteHoles([...holes.values()])
      if (late.size > 0) await this.#repair([...late.values()])
    } catch (error) {
      // All writes are idempotent; newer entries win over restored ones.
      this.#speeches = new Map([...this.#speeches, ...speeches])
      this.#holes = new Map([...holes, ...this.#holes])
      this.#deletes.unshift(...deletes)
      this.#upserts = new Map([...upserts, ...this.#upserts])
      for (const span of late.values()) this.#addLate(span)
      throw error
    }
  }

  /** Records silences between stored samples that are already over. */
  async #noteHoles(holes: readonly { readonly channel: Channel; readonly tsMs: number }[]): Promise<void> {
    const keys = holes.map(({ channel, tsMs }) => ({ ...keyOf(channel), tsMs }))
    const previous = await findPrevious(this.#deps.db, keys)
    const rows = holes.flatMap(({ channel, tsMs }) => {
      const previousMs = previous.get(channel.channelNo)
      const isReal = previousMs !== undefined && isGap(tsMs - previousMs, channel.def.periodMs)
      return isReal ? [this.#row(channel, previousMs + channel.def.periodMs, tsMs)] : []
    })
    if (rows.length > 0) await upsertGaps(this.#deps.pool, rows)
  }

  #addLate(span: LateSpan): void {
    const known = this.#late.get(span.channelNo)
    const fromMs = Math.min(known?.fromMs ?? span.fromMs, span.fromMs)
    const toMs = Math.max(known?.toMs ?? span.toMs, span.toMs)
    this.#late.set(span.channelNo, { ...span, fromMs, toMs })
  }

  async #repair(spans: readonly LateSpan[]): Promise<void> {
    const { pool, db, channelByNo } = this.#deps
    for (const gap of await findBackfilledGaps(db, spans)) {
      const periodMs = channelByNo(gap.channelNo)?.def.periodMs ?? 0
      if (periodMs <= 0 || gap.sampleMs.length === 0) continue
      const rest = remainingGaps(gap, periodMs)
      if (rest.length === 0) await markGapFilled(pool, gap)
      else await replaceGap(pool, gap, rest)
    }
  }

  #close(channel: Channel, tsMs: number): void {
    const { gapFrom } = channel
    channel.gapFrom = Number.NaN
    // In-order backfill: the silence ended before it became a gap; the next silence opens its own.
    if (tsMs <= gapFrom) this.#drop(channel, gapFrom)
    else this.#put(channel, gapFrom, tsMs)
  }

  #drop(channel: Channel, fromMs: number): void {
    this.#upserts.delete(`${channel.channelNo}@${fromMs}`)
    this.#deletes.push({ deviceNo: channel.device.deviceNo, channelNo: channel.channelNo, fromMs })
  }

  #put(channel: Channel, fromMs: number, toMs: number | null, epoch?: number): void {
    this.#upserts.set(`${channel.channelNo}@${fromMs}`, { ...this.#row(channel, fromMs, toMs), epoch })
  }

  #row(channel: Channel, fromMs: number, toMs: number | null): GapRow {
    const expected = toMs === null ? null : expectedIn(fromMs, toMs, channel.def.periodMs)
    return {
      ...keyOf(channel),
      fromMs,
      toMs,
      expected,
      cause: this.#deps.causeOf(channel.device, fromMs, toMs !== null),
    }
  }
}

const keyOf = ({ device, channelNo }: Channel) => ({ deviceNo: device.deviceNo, channelNo })
