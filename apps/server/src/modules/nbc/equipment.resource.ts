import { type NbcEquipmentRow, nbcEquipment } from '@natim/contract/mon/nbc.resource'
import { readinessOf } from '@natim/domain/nbc/readiness'
import { calendarDayGmt8 } from '@natim/domain/time'
import { AppError } from '../../platform/errors.ts'
import { type Columns, serve } from '../resource/index.ts'
import {
  EQUIPMENT_FIELDS,
  EQUIPMENT_SOURCE,
  type EquipmentRecord,
  findOwnDevice,
  NBC_KINDS,
  ofDeviceInScope,
} from './equipment.repository.ts'

/** Readiness, from the device status and the due dates on the current day. */
export const readinessAt = ({ status, sourceDue, calibDue }: EquipmentRecord, nowMs: number) =>
  readinessOf({ status, sourceDue, calibDue }, calendarDayGmt8(nowMs))

/** 装备. Readable and editable with access to the device. */
export const equipmentAt = (now: () => number) =>
  serve(nbcEquipment, {
    table: 'monNbcProfile',
    source: EQUIPMENT_SOURCE,
    listFields: EQUIPMENT_FIELDS,
    scope: (scope) => ofDeviceInScope(scope, EQUIPMENT_SOURCE.alias),
    softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
    conflicts: { mon_nbc_profile_device: 'nbc.has_profile' },
    toRow: (row, record): NbcEquipmentRow => {
      const { state, reasons } = readinessAt(record, now())
      return {
        ...row,
        readiness: state,
        readiness_dictText: { ready: '就绪', limited: '受限', unusable: '不可用' }[state],
        readinessText: reasons.join('、'),
      }
    },
    async beforeWrite(trx, { user }, columns, before) {
      assertDates({ ...before, ...columns })
      if (before !== undefined) return columns
      const device = await findOwnDevice(trx, user.scope, columns.deviceId ?? '')
      if (device === undefined) throw new AppError('row.not_found')
      if (!NBC_KINDS.some((kind) => kind === device.kind)) throw new AppError('nbc.kind')
      return { ...columns, clientId: device.clientId }
    },
  })

/** @throws AppError nbc.due, nbc.energy */
function assertDates({ sourceCheck, sourceDue, energyLoKev, energyHiKev }: Columns<'monNbcProfile'>): void {
  if (sourceCheck && sourceDue && sourceDue < sourceCheck) throw new AppError('nbc.due')
  if (energyLoKev != null && energyHiKev != null && energyHiKev <= energyLoKev) throw new AppError('nbc.energy')
}
