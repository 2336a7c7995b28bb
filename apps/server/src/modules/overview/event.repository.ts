import type { IngestCode } from '@natim/contract/mon/ingest'
import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { PERSON_BLOBS, PERSON_EVENTS } from '../subject/index.ts'

export interface EventRecord {
  readonly kind: 'event' | 'ack' | 'blob'
  readonly tsMs: number
  readonly rxMs: number
  readonly type: string
  readonly level: number | null
  readonly data: unknown
  readonly q: number
  readonly channelNo: number | null
  readonly bytes: number | null
  /** Hexadecimal. */
  readonly key: string
}

/**
 * Events, responses and blobs of a device, newest first, older than an instant. Those of persons are excluded for
 * everyone: they contain codes and exact times, and are read as tests (ADR 0056).
 */
export async function findEvents(db: Db, deviceNo: number, beforeMs: number, limit: number): Promise<EventRecord[]> {
  const before = sql`to_timestamp(${beforeMs}::float8 / 1000)`
  const { rows } = await sql<EventRecord>`
    (select kind, ${epochMs('ts')} as ts_ms, ${epochMs('rx')} as rx_ms, type, level, ${shortened('data')} as data, q, null::int as channel_no,
        null::int as bytes, encode(key, 'hex') as key
      from mon_device_event where device_id = ${deviceNo} and ts < ${before} and type !~ ${PERSON_EVENTS} order by ts desc limit ${limit})
    union all
    (select 'blob', ${epochMs('ts')}, ${epochMs('rx')}, kind, null, ${shortened('meta')}, q, channel_no, octet_length(content), encode(key, 'hex')
      from mon_blob_sample where device_id = ${deviceNo} and ts < ${before} and kind <> all(${[...PERSON_BLOBS]}::text[]) order by ts desc limit ${limit})
    order by ts_ms desc limit ${limit}`.execute(db)
  return rows
}

/** A response contains up to a hundred of them, and a device may send as much as a packet holds. */
const MAX_DATA_BYTES = 8_192

const shortened = (column: 'data' | 'meta') => sql`
  case when octet_length(${sql.ref(column)}::text) <= ${MAX_DATA_BYTES} then ${sql.ref(column)}
       else jsonb_build_object('omittedBytes', octet_length(${sql.ref(column)}::text)) end`

const epochMs = (column: 'ts' | 'rx') => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Content of a blob; undefined when there is none. */
export async function findBlob(
  db: Db,
  key: {
    readonly deviceNo: number
    readonly channelNo: number
    readonly tsMs: number
    readonly kind: string
    readonly key: string
  },
): Promise<Buffer | undefined> {
  if (PERSON_BLOBS.includes(key.kind)) return undefined
  const row = await db
    .selectFrom('monBlobSample')
    .select('content')
    .where('deviceId', '=', key.deviceNo)
    .where('channelNo', '=', key.channelNo)
    .where('ts', '=', sql<Date>`to_timestamp(${key.tsMs}::float8 / 1000)`)
    .where('kind', '=', key.kind)
    .where('key', '=', Buffer.from(key.key, 'hex'))
    .executeTakeFirst()
  return row?.content
}

/** Refused points and messages of a device in the last seven days by reason, most frequent first. */
export async function findRejects(db: Db, deviceNo: number, nowMs: number) {
  const since = (days: number) => new Date(nowMs - days * DAY_MS)
  const { rows } = await sql<{ code: IngestCode; day: number; week: number; lastHourMs: number }>`
    select code, coalesce(sum(n) filter (where hour > ${since(1)}), 0)::float8 as day, sum(n)::float8 as week,
      (extract(epoch from max(hour)) * 1000)::float8 as last_hour_ms
    from mon_ingest_counter where device_id = ${deviceNo} and hour > ${since(7)}
    group by code order by week desc, code`.execute(db)
  return rows
}
