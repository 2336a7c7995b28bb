import type pg from 'pg'

/** One connection inside a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'>

/** Samples as columns; instants are epoch ms. */
export interface SampleKeys {
  readonly deviceNos: readonly number[]
  readonly channelNos: readonly number[]
  readonly tsMs: readonly number[]
}

/** Keeps packers out of these days (`dayNumber`, ascending) until the transaction ends. */
export async function enterDays(connection: Connection, days: readonly number[]): Promise<void> {
  await connection.query({
    name: 'sample-enter-days',
    text: 'select pg_advisory_xact_lock_shared(71030011, day) from unnest($1::int4[]) as day',
    values: [days],
  })
}

/** Notes that the samples' channels are to be packed; `days` are those of the samples. */
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

/** Takes packs that lie around one of the samples back into rows. */
export async function unpackAround(
  connection: Connection,
  { deviceNos, channelNos, tsMs }: SampleKeys,
  bounds: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await connection.query({
    name: 'sample-unpack-around',
    // Both parts see what was there before. The bounds leave out partitions; `offset 0` looks each pack up by its key.
    text: `with gone as (
        delete from mon_sample_pack pack
        using unnest($1::int4[], $2::int4[], $3::float8[]) as p (d, c, ms)
        where pack.device_id = d and pack.channel_no = c and t > $4 and t <= $5
          and to_timestamp(ms / 1000) between t and t_last and t > to_timestamp(ms / 1000) - interval '1 day'
        returning pack.device_id, pack.channel_no, pack.t
      )
      insert into mon_sample (device_id, channel_no, ts, rx, v, q)
      select sample.device_id, sample.channel_no, sample.ts, sample.rx, sample.v, sample.q
      from gone cross join lateral (
        select * from mon_samples
        where device_id = gone.device_id and channel_no = gone.channel_no and part_from = gone.t
        offset 0
      ) as sample`,
    values: [deviceNos, channelNos, tsMs, bounds.from, bounds.to],
  })
}
