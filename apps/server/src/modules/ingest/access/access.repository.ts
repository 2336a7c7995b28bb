import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Maximum rows of `mon_pending_client`: unknown clients must not fill the disk. */
const MAX_PENDING = 5_000

export interface PendingClient {
  readonly clientId: string
  readonly address: string
  /** mon_device.id of the gateway it came through. */
  readonly gatewayId: string | null
  readonly attempts: number
  readonly lastMs: number
}

/** Records attempts of unknown clients for 待接入设备. */
export async function upsertPendingClients(db: Db, clients: readonly PendingClient[]): Promise<void> {
  const rows = clients.map((client) => ({ ...client, lastAt: new Date(client.lastMs) }))
  await sql`
    insert into mon_pending_client as p (client_id, address, via_gateway_id, first_at, last_at, attempts)
    select c."clientId", c.address, c."gatewayId", c."lastAt", c."lastAt", c.attempts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c ("clientId" text, address text, "gatewayId" text, "lastAt" timestamptz, attempts int)
    where exists (select 1 from mon_pending_client k where k.client_id = c."clientId")
      or (select count(*) from mon_pending_client) < ${MAX_PENDING}
    order by c."clientId"
    on conflict (client_id) do update set address = excluded.address, via_gateway_id = excluded.via_gateway_id,
      last_at = excluded.last_at, attempts = p.attempts + excluded.attempts`.execute(db)
}

export interface CredentialUse {
  readonly id: string
  readonly address: string
  readonly atMs: number
}

export async function saveCredentialUses(db: Db, uses: readonly CredentialUse[]): Promise<void> {
  const rows = uses.map((use) => ({ ...use, at: new Date(use.atMs) }))
  await sql`
    update mon_device_credential c set last_used_at = u.at, last_ip = u.address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (id text, address text, at timestamptz)
    where c.id = u.id`.execute(db)
}
