import type { Connection } from './sample.repository.ts'

/** A row of `mon_device_event`. Instants are epoch ms. */
export interface EventRow {
  readonly deviceNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly key: Buffer
  readonly kind: 'event' | 'ack'
  readonly type: string
  readonly level: number | null
  /** JSON */
  readonly data: string
  readonly q: number
}

/** A row of `mon_blob_sample`. */
export interface BlobRow {
  readonly deviceNo: number
  /** 0: the device as a whole. */
  readonly channelNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly key: Buffer
  readonly kind: string
  /** JSON */
  readonly meta: string
  readonly content: Buffer
  readonly q: number
}

/** Existing events are left unchanged. */
export async function insertEvents(connection: Connection, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return
  await connection.query({
    name: 'ingest-insert-events',
    text: `insert into mon_device_event (device_id, ts, rx, key, kind, type, level, data, q)
      select d, to_timestamp(t / 1000), to_timestamp(r / 1000), k, kind, type, level, data::jsonb, q
      from unnest($1::int4[], $2::float8[], $3::float8[], $4::bytea[], $5::text[], $6::text[], $7::int2[], $8::text[],
        $9::int2[]) as p (d, t, r, k, kind, type, level, data, q)
      on conflict do nothing`,
    values: [
      rows.map(({ deviceNo }) => deviceNo),
      rows.map(({ tsMs }) => tsMs),
      rows.map(({ rxMs }) => rxMs),
      rows.map(({ key }) => key),
      rows.map(({ kind }) => kind),
      rows.map(({ type }) => type),
      rows.map(({ level }) => level),
      rows.map(({ data }) => data),
      rows.map(({ q }) => q),
    ],
  })
}

/** Existing blobs are left unchanged. */
export async function insertBlobs(connection: Connection, rows: readonly BlobRow[]): Promise<void> {
  if (rows.length === 0) return
  await connection.query({
    name: 'ingest-insert-blobs',
    text: `insert into mon_blob_sample (device_id, channel_no, ts, rx, key, kind, meta, content, q)
      select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), k, kind, meta::jsonb, content, q
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::bytea[], $6::text[], $7::text[], $8::bytea[],
        $9::int2[]) as p (d, c, t, r, k, kind, meta, content, q)
      on conflict do nothing`,
    values: [
      rows.map(({ deviceNo }) => deviceNo),
      rows.map(({ channelNo }) => channelNo),
      rows.map(({ tsMs }) => tsMs),
      rows.map(({ rxMs }) => rxMs),
      rows.map(({ key }) => key),
      rows.map(({ kind }) => kind),
      rows.map(({ meta }) => meta),
      rows.map(({ content }) => content),
      rows.map(({ q }) => q),
    ],
  })
}
