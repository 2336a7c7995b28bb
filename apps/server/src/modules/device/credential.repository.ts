import { createHash, randomBytes } from 'node:crypto'
import type { CredentialRow, NewCredential } from '@natim/contract/mon/device'
import { sql } from 'kysely'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { findLiveCredentials } from './device.repository.ts'

const SECRET_BYTES = 24
/** The replaced secret stays valid for a day, so that devices in the field can be switched over (domain §3.4). */
const GRACE_HOURS = 24

interface Target {
  readonly id: string
  readonly clientId: string
}

/** Issues a secret. The previous one ends after the grace time, older ones at once: at most two are live. */
export async function issueCredential(
  trx: Tx,
  device: Target,
  by: SessionUser,
  mqttPort: number | null,
): Promise<NewCredential> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await sql`
    with live as (
      select id, row_number() over (order by create_time desc) as age,
             now() as at, now() + make_interval(hours => ${GRACE_HOURS}) as later
      from mon_device_credential
      where device_id = ${device.id} and revoked_at is null and (not_after is null or not_after > now()))
    update mon_device_credential as credential set
      not_after = case when live.age = 1 then least(coalesce(not_after, 'infinity'), live.later) else not_after end,
      revoked_at = case when live.age = 1 then revoked_at else live.at end
    from live where live.id = credential.id`.execute(trx)
  await trx
    .insertInto('monDeviceCredential')
    .values({
      id: newId(),
      deviceId: device.id,
      secretHash: createHash('sha256').update(secret).digest(),
      createBy: by.username,
    })
    .execute()
  await writeAudit(trx, {
    logType: OPERATION_LOG,
    content: '生成设备接入凭证',
    success: true,
    userId: by.userId,
    username: by.username,
    sessionId: by.sessionId,
    tenantId: by.tenantId,
    objectId: device.id,
  })
  const seq = await firstChannelSeq(trx, device.id)
  return {
    clientId: device.clientId,
    secret,
    mqttPort,
    topic: `dt/${device.clientId}/tele`,
    samplePayload: JSON.stringify({ v: 1, d: { [seq]: 1.23 } }),
  }
}

async function firstChannelSeq(trx: Tx, deviceId: string): Promise<number> {
  const row = await trx
    .selectFrom('monChannel')
    .select('seq')
    .where('deviceId', '=', deviceId)
    .where('delFlag', '=', 0)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 1
}

export function toCredentialRow(record: Awaited<ReturnType<typeof findLiveCredentials>>[number]): CredentialRow {
  return {
    id: record.id,
    type: record.type,
    createTime: toDateTimeText(record.createTime),
    notAfter: toDateTimeText(record.notAfter),
    revokedAt: toDateTimeText(record.revokedAt),
    lastUsedAt: toDateTimeText(record.lastUsedAt),
    lastIp: record.lastIp,
  }
}
