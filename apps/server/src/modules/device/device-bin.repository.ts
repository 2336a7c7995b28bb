import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** What hangs on these devices and goes, or stays, with them. */
export async function countUses(db: Db, scope: DataScope, ids: readonly string[]) {
  const { rows } = await sql<{ children: number; channels: number; withHistory: number }>`
    with asked as (
      select device.id, device.device_no from mon_device as device
      where device.id = any(${[...ids]}::text[]) and device.del_flag = 0 and ${scopeFilter(scope, 'device')})
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

export const findRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('monDevice')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

/** Out of the register; what they sent stays. Their credentials end at the same instant. */
export async function markRemoved(trx: Tx, ids: readonly string[], by: string, at: Date): Promise<void> {
  await trx
    .updateTable('monDevice')
    .set({ delFlag: 1, updateBy: by, updateTime: at })
    .where('id', 'in', [...ids])
    .execute()
  await trx
    .updateTable('monDeviceCredential')
    .set({ revokedAt: at })
    .where('deviceId', 'in', [...ids])
    .where('revokedAt', 'is', null)
    .execute()
}

const LIMIT = 500

/** Deleted devices, newest first. */
export const findBinned = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.name', 'device.clientId as code', 'device.updateBy', 'device.updateTime'])
    .where('device.delFlag', '=', 1)
    .where(scopeFilter(scope, 'device'))
    .orderBy('device.updateTime', 'desc')
    .orderBy('device.id')
    .limit(LIMIT)
    .execute()

export const lockBinned = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monDevice as device')
    .selectAll('device')
    .where('device.id', '=', id)
    .where('device.delFlag', '=', 1)
    .where(scopeFilter(scope, 'device'))
    .forUpdate()
    .executeTakeFirst()

/** What the device belongs to and is in the bin itself. */
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

/** Into the register again, with the credentials that ended with the deletion and no others. */
export async function bringBack(trx: Tx, id: string, by: string, at: Date): Promise<void> {
  await sql`
    update mon_device_credential as credential set revoked_at = null
    from mon_device as device
    where device.id = ${id} and credential.device_id = device.id and credential.revoked_at = device.update_time`.execute(
    trx,
  )
  // Earlier versions retired a device with its deletion.
  await sql`
    update mon_device set del_flag = 0, update_by = ${by}, update_time = ${at},
      retired_at = case when retired_at = update_time then null else retired_at end
    where id = ${id}`.execute(trx)
  // Deleted devices count as retired. Until it is heard of again, which takes a second, it is offline and not that.
  await sql`
    update mon_device_state as state set status = case when state.last_seen is null then 'inactive' else 'offline' end
    from mon_device as device
    where device.id = ${id} and state.device_id = device.device_no and device.retired_at is null
      and state.status = 'retired'`.execute(trx)
}
