import { type DeviceStatus, isInService } from '@natim/domain/device-status'
import type { Db } from '../../platform/db/db.ts'
import {
  type DeviceStatusChangeRow,
  findMaintenanceChanges,
  findServiceChanges,
  findServiceStates,
} from './status.repository.ts'
import { statusSpans, timeInStatus } from './status-spans.ts'

/** Milliseconds of a stretch within the range asked for that a device was in service. */
export type ServiceTime = (fromMs: number, toMs: number) => number

/** When devices were in service in [fromMs, toMs), by device number; `toMs` is not ahead of the clock. */
export async function loadServiceTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, ServiceTime>> {
  return loadTime(db, deviceNos, fromMs, toMs, await findServiceChanges(db, deviceNos, fromMs), isInService)
}

/** When devices were in maintenance, the same way. */
export async function loadMaintenanceTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, ServiceTime>> {
  const changes = await findMaintenanceChanges(db, deviceNos, fromMs)
  return loadTime(db, deviceNos, fromMs, toMs, changes, (status) => status === 'maintenance')
}

async function loadTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
  changes: readonly DeviceStatusChangeRow[],
  accepts: (status: DeviceStatus) => boolean,
): Promise<ReadonlyMap<number, ServiceTime>> {
  const states = await findServiceStates(db, deviceNos)
  return new Map(
    states.map(({ deviceNo, status }) => {
      const own = changes.filter((change) => change.deviceNo === deviceNo)
      const spans = statusSpans(own, status, fromMs, Math.max(fromMs, toMs))
      return [deviceNo, (from, to) => timeInStatus(spans, from, to, accepts)]
    }),
  )
}
