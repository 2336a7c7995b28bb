import type { CommitRef } from '../../../platform/bus.ts'
import { streamOf } from '../../device-status/index.ts'
import type { LateMark } from './late-marks.ts'
import type { Connection } from './sample.repository.ts'

/**
 * Raises the sequences of streams. Their rows stay locked until the transaction ends.
 *
 * @param points number of committed points per stream.
 */
export async function raiseSequences(
  connection: Connection,
  points: ReadonlyMap<number, number>,
): Promise<CommitRef[]> {
  if (points.size === 0) return []
  const { rows } = await connection.query<{ stream: number; seq: number }>({
    name: 'ingest-raise-sequences',
    text: `update mon_stream_seq s set seq = s.seq + 1
      from (select stream from mon_stream_seq where stream = any($1::int2[]) order by stream for update) held
      where s.stream = held.stream
      returning s.stream, s.seq::float8 as seq`,
    values: [[...points.keys()]],
  })
  return rows.map(({ stream, seq }) => ({ stream, seq, points: points.get(stream) ?? 0 }))
}

/**
 * Records spans changed behind the newest samples, with the sequences of the commit. Call with the marks sorted by key.
 */
export async function upsertLateMarks(
  connection: Connection,
  marks: readonly LateMark[],
  commits: readonly CommitRef[],
): Promise<void> {
  const seqs = new Map(commits.map(({ stream, seq }) => [stream, seq]))
  await connection.query({
    name: 'ingest-late-marks',
    text: `insert into mon_late_mark as m (device_id, channel_no, bucket, cause, from_ts, to_ts, seq)
      select d, c, to_timestamp(b / 1000), cause, to_timestamp(f / 1000), to_timestamp(t / 1000), seq
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::text[], $5::float8[], $6::float8[], $7::int8[])
        as p (d, c, b, cause, f, t, seq)
      on conflict (device_id, channel_no, bucket, cause) do update
      set from_ts = least(m.from_ts, excluded.from_ts), to_ts = greatest(m.to_ts, excluded.to_ts),
        seq = greatest(m.seq, excluded.seq)`,
    values: [
      marks.map((mark) => mark.deviceNo),
      marks.map((mark) => mark.channelNo),
      marks.map((mark) => mark.bucketMs),
      marks.map((mark) => mark.cause),
      marks.map((mark) => mark.fromMs),
      marks.map((mark) => mark.toMs),
      marks.map((mark) => seqs.get(streamOf(mark.deviceNo)) ?? 0),
    ],
  })
}
