import { DAY_MS } from '@natim/domain/time'
import type pg from 'pg'
import { type Pack, unpack } from './unpack.ts'

/** A connection inside a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'>

/** Samples in columns; instants are epoch ms. */
export interface SampleKeys {
  readonly deviceNos: readonly number[]
  readonly channelNos: readonly number[]
  readonly tsMs: readonly number[]
}

/** Blocks packing of these days (`dayNumber`, ascending) until the transaction ends. */
export async function enterDays(connection: Connection, days: readonly number[]): Promise<void> {
  await connection.query({
    name: 'sample-enter-days',
    text: 'select pg_advisory_xact_lock_shared(71030011, day) from unnest($1::int4[]) as day',
    values: [days],
  })
}

/** Notes that the samples' channels need packing; `days` are the days of the samples. */
export async function touchChannels(
  connection: Connection,
  { deviceNos, channelNos }: SampleKeys,
  days: readonly number[],
): Promise<void> {
  await connection.query({
    name: 'sample-touch-channels',
    text: `insert into mon_pack_touched (day, device_id, channel_no)
      select distinct day, d, c from unnest($1::int4[], $2::int4[], $3::int4[]) as p (day, d, c) order by d, c, day
      on conflict do nothing`,
    values: [days, deviceNos, channelNos],
  })
}

/** Unpacks into rows every pack whose span contains one of the samples. */
export async function unpackAround(
  connection: Connection,
  { deviceNos, channelNos, tsMs }: SampleKeys,
  bounds: { readonly from: Date; readonly to: Date },
): Promise<void> {
  // The bounds exclude partitions before each sample is looked up.
  const { rows } = await connection.query<Pack>({
    name: 'sample-unpack-around',
    text: `delete from mon_sample_pack pack
      using unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) as p (d, c, ts, after)
      where pack.device_id = d and pack.channel_no = c and t > $5 and t <= $6
        and t > p.after and t <= p.ts and t_last >= p.ts
      returning pack.device_id as "deviceId", pack.channel_no as "channelNo", t, n, step, slots, dt2, dt4,
        v_base as "vBase", v_div as "vDiv", v2, v4, v8, rx_base as "rxBase", rx2, rx4, rx8, q_all as "qAll", q`,
    values: [
      deviceNos,
      channelNos,
      tsMs.map((ms) => new Date(ms)),
      tsMs.map((ms) => new Date(ms - DAY_MS)),
      bounds.from,
      bounds.to,
    ],
  })
  if (rows.length === 0) return
  const samples = unpack(rows)
  await connection.query({
    name: 'sample-insert-unpacked',
    text: `insert into mon_sample (device_id, channel_no, ts, rx, v, q)
      select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::int2[])`,
    values: [samples.deviceNos, samples.channelNos, samples.ts, samples.rx, samples.v, samples.q],
  })
}
