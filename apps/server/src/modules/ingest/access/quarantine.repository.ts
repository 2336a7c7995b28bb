import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Retention } from '../../../platform/config.ts'

export interface QuarantinedMessage {
  readonly gatewayId: string
  readonly clientId: string
  readonly kind: string
  readonly payload: Buffer
}

/** What one gateway's unknown children may leave here at most. */
const MAX_MESSAGES = 2_000
const MAX_BYTES = 16 * 1024 * 1024

/** Keeps a message for the day its child is registered. @returns false when the gateway's quarantine is full. */
export async function insertQuarantined(db: Db, message: QuarantinedMessage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mon_quarantine (gateway_id, client_id, kind, payload)
    select ${message.gatewayId}, ${message.clientId}, ${message.kind}, ${message.payload}
    where (
      select count(*) < ${MAX_MESSAGES} and coalesce(sum(octet_length(payload)), 0) < ${MAX_BYTES}
      from mon_quarantine where gateway_id = ${message.gatewayId})`.execute(db)
  return numAffectedRows === 1n
}

/** The next messages of a child behind a gateway, oldest first. */
export function findQuarantined(db: Db, gatewayId: string, clientId: string, afterId: number, limit: number) {
  return db
    .selectFrom('monQuarantine')
    .select(['id', 'kind', 'payload', 'receivedAt'])
    .where('gatewayId', '=', gatewayId)
    .where('clientId', '=', clientId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Client ids that have messages waiting, with the gateway they came through. */
export function findQuarantinedClients(db: Db) {
  return db.selectFrom('monQuarantine').select(['gatewayId', 'clientId']).distinct().execute()
}

export async function deleteQuarantined(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('monQuarantine')
    .where('id', 'in', [...ids])
    .execute()
}

/** domain §6.3: kept for 24 h. */
export async function deleteExpiredQuarantine(db: Db): Promise<void> {
  await sql`delete from mon_quarantine where received_at < now() - interval '24 hours'`.execute(db)
}

/** Events, and blobs, which are kept as raw samples are, by the time they arrived. */
export async function deleteExpiredEvents(db: Db, nowMs: number, { rawMs, recordsMs }: Retention): Promise<void> {
  await sql`delete from mon_device_event where rx < ${new Date(nowMs - recordsMs)}`.execute(db)
  await sql`delete from mon_blob_sample where rx < ${new Date(nowMs - rawMs)}`.execute(db)
}

/** What is noted beside samples: values that lost, gaps that are over, changes of status, counters of what was refused. */
export async function deleteExpiredRecords(
  db: Db,
  nowMs: number,
  { rawMs, minutesMs, recordsMs }: Retention,
): Promise<void> {
  const until = new Date(nowMs - recordsMs)
  await sql`delete from mon_sample_conflict where ts < ${new Date(nowMs - rawMs)}`.execute(db)
  await sql`delete from mon_pack_touched where day < ${Math.floor((nowMs - rawMs) / DAY_MS)}`.execute(db)
  await sql`delete from mon_late_mark where bucket < ${new Date(nowMs - rawMs)}`.execute(db)
  // Windows of vital signs are means of five minutes, and go when means of minutes go.
  await sql`delete from mon_vital_window where ts < ${new Date(nowMs - minutesMs)}`.execute(db)
  await sql`delete from mon_gap where t_to < ${until}`.execute(db)
  await sql`delete from mon_device_status_log where ts < ${until}`.execute(db)
  await sql`delete from mon_ingest_counter where hour < ${until}`.execute(db)
}

/** Ids and hashes of messages are needed for as long as a device may retry, by the clock they were received by. */
export async function deleteExpiredMemory(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await sql`delete from mon_message_seen where seen_at < ${now}::timestamptz - interval '24 hours'`.execute(db)
}
