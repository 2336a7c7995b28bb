import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Counts of what depends on these devices. */
export async function countUses(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ children: number; channels: number; withHistory: number }>`
    with asked as (select id, device_no from mon_device where id = any(${[...ids]}::text[]))
    select
      (select count(*)::int from mon_device as child
        where child.gateway_id in (select id from asked) and child.id not in (select id from asked)
          and child.del_flag = 0) as children,
      (select count(*)::int from mon_channel as channel
        where channel.device_id in (select id from asked) and channel.del_flag = 0) as channels,
      (select count(*)::int from mon_device_state as state
        where state.device_id in (select device_no from asked) and state.last_seen is not null) as with_history
  `.execute(db)
  return rows[0] ?? { children: 0, channels: 0, withHistory: 0 }
}

/** Revokes the live credentials of a device. */
export async function revokeCredentials(trx: Tx, deviceId: string, at: Date): Promise<void> {
  await trx
    .updateTable('monDeviceCredential')
    .set({ revokedAt: at })
    .where('deviceId', '=', deviceId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Names of the device's station and gateway if they are in the recycle bin. */
export async function findMissingParents(trx: Tx, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select '站点「' || station.name || '」' as name from mon_device as device
    join mon_station as station on station.id = device.station_id where device.id = ${id} and station.del_flag <> 0
    union all
    select '网关「' || gateway.name || '」' from mon_device as device
    join mon_device as gateway on gateway.id = device.gateway_id where device.id = ${id} and gateway.del_flag <> 0
  `.execute(trx)
  return rows.map(({ name }) => name)
}

/** Reverts exactly what the deletion ended: the device's credentials and its retired state. */
export async function reviveDeleted(trx: Tx, id: string): Promise<void> {
  await sql`
    update mon_device_credential as credential set revoked_at = null
    from mon_device as device
    where device.id = ${id} and credential.device_id = device.id and credential.revoked_at = device.update_time`.execute(
    trx,
  )
  // Earlier versions retired a device when deleting it.
  await sql`update mon_device set retired_at = null where id = ${id} and retired_at = update_time`.execute(trx)
  // Offline, not retired, until the next status evaluation about a second later.
  await sql`
    update mon_device_state as state set status = case when state.last_seen is null then 'inactive' else 'offline' end
    from mon_device as device
    where device.id = ${id} and state.device_id = device.device_no and device.retired_at is null
      and state.status = 'retired'`.execute(trx)
}
