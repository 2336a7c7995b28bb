import type { LimitMark } from '@natim/contract/mon/limit'
import { type ChannelVersion, versionAt } from '@natim/domain/channel-version'
import { element } from '@natim/domain/element'
import { createLimitBook, type LimitBook } from '@natim/domain/limits'
import { OWN_LIMIT, ownLimitName } from '@natim/domain/own-limit'
import { calendarDayGmt8, parseGmt8 } from '@natim/domain/time'
import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { findLimitsInForce } from './limit.repository.ts'

/** `limit_override` of a channel (domain §3.5); invalid content counts as no limit. */
const override = z.array(
  z.object({
    level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
    value: z.number(),
    op: z.enum(['>', '>=']).default('>='),
    avgS: z.number().positive().optional(),
  }),
)

/** 一类 or 二类功能区 of the station; selects the grade of ambient limits. */
export type FuncZone = 1 | 2

export interface Limited {
  readonly metricCode: string
  readonly funcZone: FuncZone
  readonly limitOverride: unknown
  /** By date, in time order; empty if it was never changed. */
  readonly versions: readonly Pick<ChannelVersion, 'fromMs' | 'limitOverride'>[]
}

/** Limits for a channel's value on the GMT+8 day of `nowMs`, ascending: the channel's own, else those of its metric. */
export type LimitsOf = ((channel: Limited, nowMs: number) => readonly LimitMark[]) & {
  /** Instants after which different published limits apply, epoch ms, ascending; absent when there are none. */
  readonly changesMs?: readonly number[]
}

export interface Limits {
  /** The current limits; at most a minute old if a change was not announced. */
  fresh(): Promise<LimitsOf>
}

const RELOAD_EVERY_MS = 60_000

/** The limits in force: rows of `mon_limit`, reloaded on announced changes and every minute. */
export function createLimits(db: Db, bus: Bus, now: () => number): Limits {
  let held: { readonly limits: Promise<LimitsOf>; readonly atMs: number } | undefined
  for (const topic of ['limits', 'missed'] as const) {
    bus.subscribe(topic, () => {
      held = undefined
    })
  }

  async function load(): Promise<LimitsOf> {
    const { sets, limits } = await findLimitsInForce(db)
    return limitsIn(createLimitBook(sets, limits))
  }

  return {
    fresh() {
      if (held && now() - held.atMs < RELOAD_EVERY_MS) return held.limits
      const limits = load()
      const loading = { limits, atMs: now() }
      held = loading
      limits.catch(() => {
        if (held === loading) held = undefined
      })
      return limits
    },
  }
}

export function limitsIn({ railLimits, changeDays }: Pick<LimitBook, 'railLimits' | 'changeDays'>): LimitsOf {
  // Channels of a metric share their marks: about 200 entries a day.
  let cachedDay = ''
  const cache = new Map<string, readonly LimitMark[]>()

  function published({ metricCode, funcZone }: Limited, dayGmt8: string): readonly LimitMark[] {
    if (dayGmt8 !== cachedDay) {
      cachedDay = dayGmt8
      cache.clear()
    }
    const key = `${metricCode}|${funcZone}`
    const marks = cache.get(key) ?? railLimits(metricCode, dayGmt8, { grade: funcZone })
    cache.set(key, marks)
    return marks
  }

  const limitsOf = (channel: Limited, nowMs: number) =>
    ownMarks((versionAt(channel.versions, nowMs) ?? channel).limitOverride) ??
    published(channel, calendarDayGmt8(nowMs))
  return Object.assign(limitsOf, { changesMs: changeDays.map((day) => parseGmt8(`${day} 00:00:00`) ?? 0) })
}

/** A mark with the part of a range in which it is in force; without bounds for the whole range. */
export type MarkInRange = LimitMark & { readonly fromMs?: number; readonly toMs?: number }

/** Every limit in force in (fromMs, toMs], each with its part of the range. */
export function limitsOver(limitsOf: LimitsOf, channel: Limited, fromMs: number, toMs: number): MarkInRange[] {
  const changes = [...(limitsOf.changesMs ?? []), ...channel.versions.map((version) => Math.ceil(version.fromMs))]
  const edges = [fromMs, ...changes.filter((ms) => ms > fromMs && ms < toMs).sort((a, b) => a - b), toMs]
  const parts: { mark: LimitMark; fromMs: number; toMs: number }[] = []
  for (const [i, startMs] of edges.slice(0, -1).entries()) {
    const endMs = element(edges[i + 1])
    for (const mark of limitsOf(channel, startMs + 1)) {
      const held = parts.find((part) => part.toMs === startMs && isSame(part.mark, mark))
      if (held) held.toMs = endMs
      else parts.push({ mark, fromMs: startMs, toMs: endMs })
    }
  }
  return parts.map(({ mark, ...part }) => (part.fromMs === fromMs && part.toMs === toMs ? mark : { ...mark, ...part }))
}

/** Drawn identically: a successor set with the same figure is no visible change. */
const isSame = (a: LimitMark, b: LimitMark) =>
  a.name === b.name && a.value === b.value && a.severity === b.severity && a.avgPeriod === b.avgPeriod && a.op === b.op

/** When the channel's own limits were set, changed or removed within (fromMs, toMs), whole ms, ascending. */
export function ownLimitChanges({ versions }: Pick<Limited, 'versions'>, fromMs: number, toMs: number): number[] {
  return versions.flatMap((version, index) => {
    const before = versions[index - 1]
    const atMs = Math.ceil(version.fromMs)
    if (before === undefined || atMs <= fromMs || atMs >= toMs) return []
    const [was, is] = [before, version].map(({ limitOverride }) => JSON.stringify(ownMarks(limitOverride)))
    return was === is ? [] : [atMs]
  })
}

/** The channel's own limits, ascending; undefined without any. */
export function ownMarks(limitOverride: unknown): readonly LimitMark[] | undefined {
  if (limitOverride === null) return undefined
  const own = override.safeParse(limitOverride)
  if (!own.success || own.data.length === 0) return undefined
  return own.data
    .map(({ level, op, value, avgS }) => ({
      name: ownLimitName(level),
      value,
      avgPeriod: avgS === undefined ? 'instant' : `${avgS}s`,
      op,
      severity: level,
      source: `${OWN_LIMIT}（通道设置）`,
      isOwn: true as const,
    }))
    .sort((a, b) => a.value - b.value)
}
