import type { GapCause } from '@natim/contract/dict'
import type { Pool } from '../pool.ts'
import type { Channel, Device } from '../register/register-types.ts'
import type { Points } from '../write/points.ts'
import {
  deleteGaps,
  findBackfilledGaps,
  type GapRow,
  type LateSpan,
  markGapFilled,
  replaceGap,
  upsertGaps,
} from './gap.repository.ts'
import { expectedIn, isGap, remainingGaps } from './gap-rules.ts'

export interface GapDeps {
  readonly pool: Pool
  readonly channels: () => Iterable<Channel>
  readonly channelByNo: (channelNo: number) => Channel | undefined
  /** Why a device was silent since an instant, as far as is known; more is known when the silence is over. */
  readonly causeOf: (device: Device, fromMs: number, isOver: boolean) => GapCause
  /** When this process began to listen, epoch ms: silence before that is nobody's. */
  readonly startMs: number
}

/** Keeps `mon_gap` (domain §6.4). All writes are put off to `flush`. */
export class Gaps {
  readonly #deps: GapDeps
  #upserts = new Map<string, GapRow>()
  #deletes: Omit<LateSpan, 'toMs'>[] = []
  #late = new Map<number, LateSpan>()

  constructor(deps: GapDeps) {
    this.#deps = deps
  }

  /** A sample became the newest of its channel; `previousMs` is the one before. */
  advanced(channel: Channel, previousMs: number, tsMs: number): void {
    const { periodMs } = channel.def
    if (!Number.isNaN(channel.gapFrom)) this.#close(channel, tsMs)
    else if (isGap(tsMs - previousMs, periodMs) && Number.isFinite(previousMs)) {
      this.#put(channel, previousMs + periodMs, tsMs)
    }
  }

  /** Samples older than the newest of their channel were stored: gaps may have shrunk. */
  late(points: Points): void {
    for (let i = 0; i < points.tsMs.length; i++) {
      const tsMs = points.tsMs[i] as number
      const deviceNo = points.deviceNos[i] as number
      this.#addLate({ deviceNo, channelNo: points.channelNos[i] as number, fromMs: tsMs, toMs: tsMs })
    }
  }

  /** Opens gaps of channels that have been silent for too long. Call every few seconds. */
  check(nowMs: number): void {
    const { channels, startMs } = this.#deps
    for (const channel of channels()) {
      const { latestTs, def, device } = channel
      const isWatched = def.enabled && !device.isRetired && Number.isFinite(latestTs) && Number.isNaN(channel.gapFrom)
      if (!isWatched || !isGap(nowMs - latestTs, def.periodMs) || !isGap(nowMs - startMs, def.periodMs)) continue
      channel.gapFrom = latestTs + def.periodMs
      this.#put(channel, channel.gapFrom, null)
    }
  }

  async flush(): Promise<void> {
    const { pool } = this.#deps
    const [deletes, upserts, late] = [this.#deletes, this.#upserts, this.#late]
    this.#deletes = []
    this.#upserts = new Map()
    this.#late = new Map()
    try {
      if (deletes.length > 0) await deleteGaps(pool, deletes)
      if (upserts.size > 0) await upsertGaps(pool, [...upserts.values()])
      if (late.size > 0) await this.#repair([...late.values()])
    } catch (error) {
      // All three are idempotent; newer notes win over what is put back.
      this.#deletes.unshift(...deletes)
      this.#upserts = new Map([...upserts, ...this.#upserts])
      for (const span of late.values()) this.#addLate(span)
      throw error
    }
  }

  #addLate(span: LateSpan): void {
    const known = this.#late.get(span.channelNo)
    const fromMs = Math.min(known?.fromMs ?? span.fromMs, span.fromMs)
    const toMs = Math.max(known?.toMs ?? span.toMs, span.toMs)
    this.#late.set(span.channelNo, { ...span, fromMs, toMs })
  }

  async #repair(spans: readonly LateSpan[]): Promise<void> {
    const { pool, channelByNo } = this.#deps
    for (const gap of await findBackfilledGaps(pool, spans)) {
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
    // Backfill in order: the silence ended before it was a gap; the next silence opens its own.
    if (tsMs <= gapFrom) this.#drop(channel, gapFrom)
    else this.#put(channel, gapFrom, tsMs)
  }

  #drop(channel: Channel, fromMs: number): void {
    this.#upserts.delete(`${channel.channelNo}@${fromMs}`)
    this.#deletes.push({ deviceNo: channel.device.deviceNo, channelNo: channel.channelNo, fromMs })
  }

  #put(channel: Channel, fromMs: number, toMs: number | null): void {
    const { device, channelNo, def } = channel
    this.#upserts.set(`${channelNo}@${fromMs}`, {
      deviceNo: device.deviceNo,
      channelNo,
      fromMs,
      toMs,
      expected: toMs === null ? null : expectedIn(fromMs, toMs, def.periodMs),
      cause: this.#deps.causeOf(device, fromMs, toMs !== null),
    })
  }
}
