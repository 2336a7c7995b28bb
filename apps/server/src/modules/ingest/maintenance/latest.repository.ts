import type pg from 'pg'
import type { Channel } from '../register/register-types.ts'

/** Writes the newest samples of channels. Newer rows are kept. Call with channels sorted by key. */
export async function upsertLatest(pool: pg.Pool, channels: readonly Channel[]): Promise<void> {
  await pool.query({
    name: 'ingest-latest',
    text: `insert into mon_latest as l (device_id, channel_no, ts, rx, v, prev_v, q, run_since, run_n)
      select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), v, nullif(p, 'NaN'), q, to_timestamp(s / 1000), n
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int2[], $8::float8[], $9::int4[])
        as l (d, c, t, r, v, p, q, s, n)
      on conflict (device_id, channel_no) do update
      set ts = excluded.ts, rx = excluded.rx, v = excluded.v, prev_v = excluded.prev_v, q = excluded.q,
        run_since = excluded.run_since, run_n = excluded.run_n
      where excluded.ts >= l.ts`,
    values: [
      channels.map((channel) => channel.device.deviceNo),
      channels.map((channel) => channel.channelNo),
      channels.map((channel) => channel.latestTs),
      channels.map((channel) => channel.latestRx),
      channels.map((channel) => channel.latestValue),
      channels.map((channel) => channel.previousValue),
      channels.map((channel) => channel.latestQ),
      channels.map((channel) => runOf(channel)?.runSinceTs ?? null),
      channels.map((channel) => runOf(channel)?.runCount ?? null),
    ],
  })
}

/** A run that starts at a sample not yet stored does not belong to the newest stored sample. */
const runOf = ({ qc, latestTs }: Channel) => (qc.runSinceTs <= latestTs && qc.runCount > 0 ? qc : undefined)
