import type { DeviceStatus } from '@natim/contract/dict'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { StatusChange } from './status-spans.ts'

export interface DeviceStatusChangeRow extends StatusChange {
  readonly deviceNo: number
}

/**
 * Status changes of some devices since an instant, ascending by device and time. One probe of the key per device:
 * the log has no index on time alone.
 */
export async function findStatusChanges(
  db: Db,
  deviceNos: readonly number[],
  sinceMs: number,
): Promise<DeviceStatusChangeRow[]> {
  const { rows } = await sql<{
    deviceNo: number
    tsMs: number
    from: DeviceStatus
    to: DeviceStatus
    reason: string
  }>`
    select wanted.device_no, change.ts_ms, change."from", change."to", change.reason
    from unnest(${deviceNos}::int[]) as wanted (device_no)
    cross join lateral (
      select (extract(epoch from ts) * 1000)::float8 as ts_ms, from_val as "from", to_val as "to", reason
      from mon_device_status_log
      where device_id = wanted.device_no and ts >= ${new Date(sinceMs)}
      order by ts
    ) as change`.execute(db)
  return rows
}
