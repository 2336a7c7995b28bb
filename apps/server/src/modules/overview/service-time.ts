import { type DeviceStatus, isInService } from '@natim/domain/device-status'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import {
  type DeviceStatusChangeRow,
  findMaintenanceChanges,
  findServiceChanges,
  findServiceStates,
  findStatusChanges,
} from './status.repository.ts'
import { statusSpans, timeInStatus } from './status-spans.ts'

/** Milliseconds that a device was in service, of a stretch within the loaded range. */
export type ServiceTime = (fromMs: number, toMs: number) => number

/** Service time of devices in [fromMs, toMs), by device number; `toMs` must not be in the future. */
export async function loadServiceTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, ServiceTime>> {
  return loadTime(db, deviceNos, fromMs, toMs, findServiceChanges(db, deviceNos, fromMs), isInService)
}

/** Maintenance time of devices, in the same form. */
export async function loadMaintenanceTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, ServiceTime>> {
  const changes = findMaintenanceChanges(db, deviceNos, fromMs)
  return loadTime(db, deviceNos, fromMs, toMs, changes, (status) => status === 'maintenance')
}

async function loadTime(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
  asked: Promise<readonly DeviceStatusChangeRow[]>,
  accepts: (status: DeviceStatus) => boolean,
): Promise<ReadonlyMap<number, ServiceTime>> {
  const [states, changes] = await Promise.all([findServiceStates(db, deviceNos), asked])
  return new Map(
    states.map(({ deviceNo, status }) => {
      const own = changes.filter((change) => change.deviceNo === deviceNo)
      const spans = statusSpans(own, status, fromMs, Math.max(fromMs, toMs))
      return [deviceNo, (from, to) => timeInStatus(spans, from, to, accepts)]
    }),
  )
}

/** Milliseconds that a device spent in each status. */
export interface StatusTimes {
  readonly inService: number
  readonly online: number
  readonly offline: number
  readonly fault: number
  readonly maintenance: number
}

/** Status times of devices in [fromMs, toMs), by device number; `toMs` must not be in the future. */
export async function loadStatusTimes(
  db: Db,
  deviceNos: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, StatusTimes>> {
  const [states, changes] = await Promise.all([
    findServiceStates(db, deviceNos),
    findStatusChanges(db, deviceNos, fromMs),
  ])
  const byDevice = groupBy(changes, ({ deviceNo }) => deviceNo)
  return new Map(
    states.map(({ deviceNo, status }) => {
      const spans = statusSpans(byDevice.get(deviceNo) ?? [], status, fromMs, toMs)
      const timeIn = (accepts: (status: DeviceStatus) => boolean) => timeInStatus(spans, fromMs, toMs, accepts)
      const of = (wanted: DeviceStatus) => timeIn((one) => one === wanted)
      const times = { online: of('online'), offline: of('offline'), fault: of('fault'), maintenance: of('maintenance') }
      return [deviceNo, { ...times, inService: timeIn(isInService) }]
    }),
  )
}
