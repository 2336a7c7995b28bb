import { MANUAL_BITS, type MarkSpan } from '@natim/domain/sample-mark'
import { bucketEnd, DAY_MS, HOUR_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { CommitRef } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { streamOf } from '../device-status/index.ts'
import type { SampleSpan } from '../sample/index.ts'

export interface NewMark extends SampleSpan {
  readonly id: string
  readonly batchId: string
  readonly bit: number
  readonly reason: string
  readonly note: string
  readonly n: number
  readonly madeBy: string
  readonly madeName: string
  readonly madeAt: Date
}

/** Serializes decisions about a channel's samples until the transaction ends. Ascending order avoids deadlocks. */
export async function lockChannels(trx: Tx, channelNos: readonly number[]): Promise<void> {
  const ordered = [...new Set(channelNos)].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(71030050, no) from unnest(${ordered}::int[]) as no`.execute(trx)
}

export async function insertMark(trx: Tx, { deviceNo, channelNo, fromMs, toMs, ...mark }: NewMark): Promise<void> {
  await trx
    .insertInto('monSampleMark')
    .values({ ...mark, deviceId: deviceNo, channelNo, fromTs: new Date(fromMs), toTs: new Date(toMs) })
    .execute()
}

export async function updateMarkCount(trx: Tx, id: string, n: number): Promise<void> {
  await trx.updateTable('monSampleMark').set({ n }).where('id', '=', id).execute()
}

/** Marks in force over any part of a span, oldest first. */
export async function findMarksInForce(db: Db, { deviceNo, channelNo, fromMs, toMs }: SampleSpan): Promise<MarkSpan[]> {
  const rows = await db
    .selectFrom('monSampleMark')
    .select(['fromTs', 'toTs', 'bit'])
    .where('deviceId', '=', deviceNo)
    .where('channelNo', '=', channelNo)
    .where('undoneAt', 'is', null)
    .where('toTs', '>', new Date(fromMs))
    .where('fromTs', '<', new Date(toMs))
    .orderBy('madeAt')
    .orderBy('id')
    .execute()
  return rows.map(({ fromTs, toTs, bit }) => ({ fromMs: fromTs.getTime(), toMs: toTs.getTime(), bit }))
}

/** Sets the manual bits of the samples in a span; its days must be open. @returns how many samples changed. */
export async function updateManualBits(
  trx: Tx,
  { deviceNo, channelNo, fromMs, toMs }: SampleSpan,
  bit: number,
): Promise<number> {
  const own = sql`device_id = ${deviceNo} and channel_no = ${channelNo} and ts > ${new Date(fromMs)}
    and ts <= ${new Date(toMs)} and (q & ${MANUAL_BITS}) <> ${bit}`
  const given = sql`((q & ~${MANUAL_BITS}::int) | ${bit}::int)::int2`
  const { numAffectedRows } = await sql`update mon_sample set q = ${given} where ${own}`.execute(trx)
  await sql`update mon_latest set q = ${given} where ${own}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Whether any sample of a span has other manual bits than these, in rows or packs. */
export async function hasOtherBits(
  db: Db,
  { deviceNo, channelNo, fromMs, toMs }: SampleSpan,
  bit: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from mon_samples where device_id = ${deviceNo} and channel_no = ${channelNo}
      and ts > ${new Date(fromMs)} and ts <= ${new Date(toMs)} and part_to > ${new Date(fromMs)}
      and part_from <= ${new Date(toMs)} and part_from > ${new Date(fromMs - DAY_MS)}
      and (q & ${MANUAL_BITS}) <> ${bit}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Delay of each level's rollups; short, because the user waits for the result. */
const LEVEL_DELAY_MS = { 1: 0, 2: 15_000, 3: 30_000 } as const

/**
 * Marks the rollups of whole hours and their days as stale. Whole hours, because a loaded hour may lack minutes. The
 * upsert locks the marks, so no worker is processing them.
 */
export async function upsertStale(
  trx: Tx,
  spans: readonly Omit<SampleSpan, 'channelNo'>[],
  nowMs: number,
): Promise<void> {
  for (const level of [1, 2, 3] as const) {
    const marks = staleMarks(spans, level === 1 ? HOUR_MS : DAY_MS)
    await sql`
      insert into mon_dirty as held (device_id, level, bucket, from_ts, to_ts, due_at)
      select device_no, ${level}, bucket, from_ts, to_ts, ${new Date(nowMs + LEVEL_DELAY_MS[level])}
      from unnest(${marks.map((mark) => mark.deviceNo)}::int[], ${marks.map((mark) => new Date(mark.bucketMs))}::timestamptz[],
        ${marks.map((mark) => new Date(mark.fromMs))}::timestamptz[], ${marks.map((mark) => new Date(mark.toMs))}::timestamptz[])
        as fresh (device_no, bucket, from_ts, to_ts)
      on conflict (device_id, level, bucket) do update
      set from_ts = least(held.from_ts, excluded.from_ts), to_ts = greatest(held.to_ts, excluded.to_ts),
        due_at = least(held.due_at, excluded.due_at)`.execute(trx)
  }
}

interface StaleMark {
  readonly deviceNo: number
  readonly bucketMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** One mark per device and bucket, with the whole hours touched in it (closed interval); sorted by key. */
function staleMarks(spans: readonly Omit<SampleSpan, 'channelNo'>[], stepMs: number): StaleMark[] {
  const marks = new Map<string, StaleMark>()
  for (const { deviceNo, fromMs, toMs } of spans) {
    const loMs = bucketEnd(fromMs + 1, HOUR_MS) - HOUR_MS
    const hiMs = bucketEnd(toMs, HOUR_MS)
    for (let bucketMs = bucketEnd(fromMs + 1, stepMs); bucketMs - stepMs < toMs; bucketMs += stepMs) {
      const key = `${deviceNo}:${bucketMs}`
      const held = marks.get(key)
      const first = Math.max(loMs, bucketMs - stepMs) + 1
      const last = Math.min(hiMs, bucketMs)
      marks.set(key, {
        deviceNo,
        bucketMs,
        fromMs: Math.min(first, held?.fromMs ?? first),
        toMs: Math.max(last, held?.toMs ?? last),
      })
    }
  }
  return [...marks.values()].sort((a, b) => a.deviceNo - b.deviceNo || a.bucketMs - b.bucketMs)
}

/**
 * Notes that past samples changed, so that past alarms are judged again. Call last in a transaction: the stream rows
 * stay locked until it ends.
 */
export async function raiseManualMarks(trx: Tx, spans: readonly SampleSpan[]): Promise<CommitRef[]> {
  const streams = [...new Set(spans.map(({ deviceNo }) => streamOf(deviceNo)))]
  const { rows } = await sql<{ stream: number; seq: number }>`
    update mon_stream_seq s set seq = s.seq + 1
    from (select stream from mon_stream_seq where stream = any(${streams}::int2[]) order by stream for update) held
    where s.stream = held.stream
    returning s.stream, s.seq::float8 as seq`.execute(trx)
  const seqOf = new Map(rows.map(({ stream, seq }) => [stream, seq]))
  const hours = spans
    .flatMap(({ channelNo, ...span }) =>
      staleMarks([span], HOUR_MS).map((mark) => ({
        ...mark,
        channelNo,
        fromMs: Math.max(mark.fromMs, span.fromMs + 1),
        toMs: Math.min(mark.toMs, span.toMs),
      })),
    )
    .sort((a, b) => a.deviceNo - b.deviceNo || a.channelNo - b.channelNo || a.bucketMs - b.bucketMs)
  await sql`
    insert into mon_late_mark as m (device_id, channel_no, bucket, cause, from_ts, to_ts, seq)
    select d, c, b, 'manual', f, t, s
    from unnest(${hours.map((hour) => hour.deviceNo)}::int[], ${hours.map((hour) => hour.channelNo)}::int[],
      ${hours.map((hour) => new Date(hour.bucketMs))}::timestamptz[], ${hours.map((hour) => new Date(hour.fromMs))}::timestamptz[],
      ${hours.map((hour) => new Date(hour.toMs))}::timestamptz[],
      ${hours.map((hour) => seqOf.get(streamOf(hour.deviceNo)) ?? 0)}::int8[]) as p (d, c, b, f, t, s)
    on conflict (device_id, channel_no, bucket, cause) do update
    set from_ts = least(m.from_ts, excluded.from_ts), to_ts = greatest(m.to_ts, excluded.to_ts),
      seq = greatest(m.seq, excluded.seq)`.execute(trx)
  return rows.map(({ stream, seq }) => ({ stream, seq, points: 0 }))
}

/** Spans with marks in force, among those to be rolled up. */
export async function findMarkedSpans(
  db: Db,
  spans: readonly { readonly deviceNo: number; readonly loMs: number; readonly hiMs: number }[],
): Promise<SampleSpan[]> {
  const { rows } = await sql<SampleSpan>`
    select distinct mark.device_id as device_no, mark.channel_no,
      (extract(epoch from greatest(mark.from_ts, span.lo)) * 1000)::float8 as from_ms,
      (extract(epoch from least(mark.to_ts, span.hi)) * 1000)::float8 as to_ms
    from unnest(${spans.map((span) => span.deviceNo)}::int[], ${spans.map((span) => new Date(span.loMs))}::timestamptz[],
      ${spans.map((span) => new Date(span.hiMs))}::timestamptz[]) as span (device_no, lo, hi)
    join mon_sample_mark mark on mark.device_id = span.device_no and mark.undone_at is null
      and mark.to_ts > span.lo and mark.from_ts < span.hi`.execute(db)
  return rows
}
