import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Retention } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'

export interface QuarantinedMessage {
  readonly gatewayId: string
  readonly clientId: string
  readonly kind: string
  readonly payload: Buffer
}

/** Limits of what may be quarantined per gateway. */
const MAX_MESSAGES = 2_000
const MAX_BYTES = 16 * 1024 * 1024

/** Keeps a message until its child is registered. @returns false when the gateway's quarantine is full. */
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

/** Client ids with quarantined messages, and the gateway they came through. */
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

/** Deletes expired events and blobs; blobs have the retention of raw samples, by receive time. */
export async function deleteExpiredEvents(db: Db, nowMs: number, { rawMs, recordsMs }: Retention): Promise<void> {
  await sql`delete from mon_device_event where rx < ${new Date(nowMs - recordsMs)}`.execute(db)
  await sql`delete from mon_blob_sample where rx < ${new Date(nowMs - rawMs)}`.execute(db)
}

/** Deletes expired marks and means beside the samples; other records expire with their partitions. */
export async function deleteExpiredRecords(db: Db, nowMs: number, { rawMs, minutesMs }: Retention): Promise<void> {
  await sql`delete from mon_pack_touched where day < ${Math.floor((nowMs - rawMs) / DAY_MS)}`.execute(db)
  await sql`delete from mon_late_mark where bucket < ${new Date(nowMs - rawMs)}`.execute(db)
  // Vital-sign windows are five-minute means; they expire with the minute rollups.
  await sql`delete from mon_vital_window where ts < ${new Date(nowMs - minutesMs)}`.execute(db)
}

/** Message ids and hashes are kept as long as a device may retry, by receive time. */
export async function deleteExpiredMemory(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await sql`delete from mon_message_seen where seen_at < ${now}::timestamptz - interval '24 hours'`.execute(db)
}
