import type { Aggregate } from '@natim/contract/mon/timeseries'
import { element } from '@natim/domain/element'
import { isValidForStatistics } from '@natim/domain/quality'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import type { ChannelRecord } from '../../overview/index.ts'
import { levelStepMs, ROLLUP_STEP_MS, type RollupAggregate } from '../level.ts'
import { periodMsOf } from '../plan.ts'
import { findFirstRows, findRollupBuckets, findSamples, type Span } from '../series.repository.ts'
import { bucketFigures } from '../series.ts'

/** A channel to export. */
export interface ExportedChannel {
  readonly channel: ChannelRecord
  readonly level: Aggregate
}

/** Points of one channel in columns of equal length, ascending. */
export interface PointChunk extends ExportedChannel {
  readonly tsMs: readonly number[]
  /** Sample, or mean of the bucket ending at that time; null without valid samples. */
  readonly v: readonly (number | null)[]
  /** All null for samples. */
  readonly min: readonly (number | null)[]
  readonly max: readonly (number | null)[]
  readonly n: readonly number[]
  readonly valid: readonly number[]
  readonly q: readonly number[]
  /** Share of the channel's range read so far, 0–1. */
  readonly done: number
}

/** Rows per read; a writer holds one chunk while the next is read. */
const CHUNK_ROWS = 20_000
/** For channels without a period: a breath test has a few a day. */
const CHUNK_MS_WITHOUT_PERIOD = 30 * DAY_MS

/**
 * Every point of a channel in (fromMs, toMs], in time order. Buckets ending after `nowMs` are left out: they are still
 * running, and a file would keep them.
 */
export async function* readPoints(
  db: Db,
  exported: ExportedChannel,
  { fromMs, toMs }: Span,
  nowMs: number,
): AsyncGenerator<PointChunk> {
  const { channel, level } = exported
  const endMs = level === 'raw' ? toMs : Math.min(toMs, nowMs)
  const first = await findFirstRows(db, [channel], new Set([level]), { fromMs, toMs: endMs })
  const firstMs = first.get(channel.channelNo)?.[level]
  if (firstMs === null || firstMs === undefined) return
  const stepMs = levelStepMs(level, periodMsOf(channel))
  const chunkMs = stepMs === 0 ? CHUNK_MS_WITHOUT_PERIOD : CHUNK_ROWS * stepMs
  const read = async (atMs: number): Promise<Read | undefined> => {
    if (atMs >= endMs) return undefined
    const span = { fromMs: atMs, toMs: Math.min(endMs, atMs + chunkMs) }
    const columns = level === 'raw' ? await readSamples(db, channel, span) : await readBuckets(db, channel, level, span)
    // The device is faster than its registered period: the next read covers the rest of the span.
    const isCut = level === 'raw' && columns.tsMs.length === CHUNK_ROWS
    return { columns, readToMs: isCut ? element(columns.tsMs.at(-1)) : span.toMs }
  }
  let chunk = await read(Math.max(fromMs, firstMs - 1))
  while (chunk !== undefined) {
    const { columns, readToMs } = chunk
    // Prefetches while this chunk is written.
    const next = read(readToMs)
    // A consumer that stops early never awaits it.
    next.catch(() => undefined)
    yield { ...exported, ...columns, done: (readToMs - fromMs) / (endMs - fromMs) }
    chunk = await next
  }
}

interface Read {
  readonly columns: Columns
  /** All points up to this time have been read. */
  readonly readToMs: number
}

type Columns = Omit<PointChunk, keyof ExportedChannel | 'done'>

async function readSamples(db: Db, channel: ChannelRecord, span: Span): Promise<Columns> {
  const [found] = await findSamples(db, [channel], span, CHUNK_ROWS)
  const { tsMs = [], v = [], q = [] } = found ?? {}
  const none = tsMs.map(() => null)
  const one = tsMs.map(() => 1)
  const valid = q.map((bits) => (isValidForStatistics(bits) ? 1 : 0))
  return { tsMs, v, min: none, max: none, n: one, valid, q }
}

async function readBuckets(db: Db, channel: ChannelRecord, level: RollupAggregate, span: Span): Promise<Columns> {
  const [found] = await findRollupBuckets(db, level, [channel], span, ROLLUP_STEP_MS[level])
  if (found === undefined) return { tsMs: [], v: [], min: [], max: [], n: [], valid: [], q: [] }
  const shape = { agg: channel.agg, precision: channel.precision }
  const figures = found.tMs.map((_, i) => bucketFigures(found, i, shape))
  return {
    tsMs: found.tMs,
    v: figures.map(({ avg }) => avg),
    min: figures.map(({ min }) => min),
    max: figures.map(({ max }) => max),
    n: found.n,
    valid: found.valid,
    q: found.q,
  }
}
