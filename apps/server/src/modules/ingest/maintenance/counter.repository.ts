import type pg from 'pg'

export interface CounterRow {
  readonly deviceNo: number
  readonly hourMs: number
  readonly code: string
  readonly n: number
}

/** Adds to the counts per device, hour and code. Call with rows sorted by key. */
export async function addCounters(pool: pg.Pool, rows: readonly CounterRow[]): Promise<void> {
  await pool.query({
    name: 'ingest-add-counters',
    text: `insert into mon_ingest_counter as c (device_id, hour, code, n)
      select d, to_timestamp(h / 1000), code, n
      from unnest($1::int4[], $2::float8[], $3::text[], $4::int8[]) as p (d, h, code, n)
      on conflict (device_id, hour, code) do update set n = c.n + excluded.n`,
    values: [
      rows.map((row) => row.deviceNo),
      rows.map((row) => row.hourMs),
      rows.map((row) => row.code),
      rows.map((row) => row.n),
    ],
  })
}
