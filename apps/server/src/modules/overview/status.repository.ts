import type { DeviceStatus } from '@natim/contract/dict'
import { type Expression, type SqlBool, sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StatusChange } from './status-spans.ts'

export interface DeviceStatusChangeRow extends StatusChange {
  readonly deviceNo: number
}

/**
 * Status changes of some devices since an instant, ascending by device and time. One index probe per device: the log
 * has no index on time alone.
 */
export function findStatusChanges(
  db: Db,
  deviceNos: readonly number[],
  sinceMs: number,
): Promise<DeviceStatusChangeRow[]> {
  return findChanges(db, deviceNos, sinceMs, sql<SqlBool>`true`)
}

const IS_IDLE = (column: 'fromVal' | 'toVal') => sql<SqlBool>`${sql.ref(column)} in ('inactive', 'retired')`

/** Only changes that put a device into service or took it out. */
export function findServiceChanges(
  db: Db,
  deviceNos: readonly number[],
  sinceMs: number,
): Promise<DeviceStatusChangeRow[]> {
  return findChanges(db, deviceNos, sinceMs, sql<SqlBool>`${IS_IDLE('fromVal')} <> ${IS_IDLE('toVal')}`)
}

/** Only changes that began or ended maintenance. */
export function findMaintenanceChanges(
  db: Db,
  deviceNos: readonly number[],
  sinceMs: number,
): Promise<DeviceStatusChangeRow[]> {
  return findChanges(db, deviceNos, sinceMs, sql<SqlBool>`(from_val = 'maintenance') <> (to_val = 'maintenance')`)
}

/** Current status of devices; one that never reported has no row yet. */
export async function findServiceStates(db: Db, deviceNos: readonly number[]) {
  return db
    .selectFrom('monDevice as device')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .select([
      'device.deviceNo',
      sql<DeviceStatus>`case when device.retired_at is not null then 'retired' else coalesce(state.status, 'inactive') end`.as(
        'status',
      ),
    ])
    .where('device.deviceNo', '=', sql<number>`any(${deviceNos}::int[])`)
    .execute()
}

async function findChanges(
  db: Db,
  deviceNos: readonly number[],
  sinceMs: number,
  condition: Expression<SqlBool>,
): Promise<DeviceStatusChangeRow[]> {
  return byDevice(
    db,
    deviceNos.map((deviceNo) => ({ deviceNo })),
    async (keys) => {
      const { rows } = await sql<{
        deviceNo: number
        tsMs: number
        from: DeviceStatus
        to: DeviceStatus
        reason: string
      }>`
    select wanted.device_no, change.ts_ms, change."from", change."to", change.reason
    from unnest(${keys.map((key) => key.deviceNo)}::int[]) as wanted (device_no)
    cross join lateral (
      select (extract(epoch from ts) * 1000)::float8 as ts_ms, from_val as "from", to_val as "to", reason
      from mon_device_status_log
      where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and ts >= ${new Date(sinceMs)} and ${condition}
      order by ts
    ) as change`.execute(db)
      return rows
    },
  )
}
