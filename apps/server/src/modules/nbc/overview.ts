import type { NbcDevice, nbcEndpoints } from '@natim/contract/mon/nbc'
import { metricByCode } from '@natim/domain/metrics'
import { dueState } from '@natim/domain/nbc/readiness'
import { recordOf } from '@natim/domain/record'
import { regionName } from '@natim/domain/regions'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { loadOpenLevels, type OpenLevels } from '../alarm/index.ts'
import { findEquipment, findWithoutProfile, NBC_KINDS, type NbcKind } from './equipment.repository.ts'
import { readinessAt } from './equipment.resource.ts'
import { type NbcDeviceEntry, nbcDevices } from './nbc-device.ts'
import type { ReadingDeps } from './reading.ts'
import { channelOf } from './wind.ts'

/** The main metric of a device in lists. */
const FIRST_METRIC: Readonly<Record<NbcKind, string>> = { rad: 'dose_rate', chem: 'chem_bar', bio: 'bio_fluor' }

type Summary = z.output<typeof nbcEndpoints.summary.result>

export function createNbcOverview({ db, network, now }: ReadingDeps) {
  return {
    /** Devices in alarm first. */
    async devices(user: SessionUser, kind: NbcKind | undefined) {
      const [directory, levels] = await Promise.all([network.fresh(), loadOpenLevels(db, user.scope)])
      const all = nbcDevices(directory, user)
      const counts = recordOf(NBC_KINDS, (one) => all.filter((device) => device.kind === one).length)
      const shown = all.filter((device) => kind === undefined || device.kind === kind)
      return {
        counts,
        devices: shown
          .map((device) => toDevice(device, levels, network.state))
          .toSorted((a, b) => (a.severity ?? 9) - (b.severity ?? 9) || a.clientId.localeCompare(b.clientId)),
      }
    },

    async summary({ scope }: SessionUser): Promise<Summary> {
      const [rows, without] = await Promise.all([findEquipment(db, scope), findWithoutProfile(db, scope)])
      const today = calendarDayGmt8(now())
      const judged = rows.map((row) => ({ row, ...readinessAt(row, now()) }))
      const isOverdue = ({ sourceDue, calibDue }: (typeof rows)[number]) =>
        dueState(sourceDue, today) === 'overdue' || dueState(calibDue, today) === 'overdue'
      const count = (state: (typeof judged)[number]['state']) => judged.filter((one) => one.state === state).length
      return {
        total: rows.length,
        ready: count('ready'),
        limited: count('limited'),
        unusable: count('unusable'),
        overdue: rows.filter(isOverdue).length,
        without,
        places: judged.flatMap(({ row, state, reasons }) =>
          row.lng === null || row.lat === null
            ? []
            : [
                {
                  id: row.deviceId,
                  name: row.deviceName,
                  kind: row.kind as NbcKind,
                  lng: row.lng,
                  lat: row.lat,
                  readiness: state,
                  text: reasons.join('、'),
                  isOverdue: isOverdue(row),
                },
              ],
        ),
      }
    },
  }
}

function toDevice(
  device: NbcDeviceEntry,
  levels: Pick<OpenLevels, 'ofDevice'>,
  state: ReadingDeps['network']['state'],
): NbcDevice {
  const { id, deviceNo, clientId, name, kind, station, regionCode, lng, lat } = device
  const metricCode = FIRST_METRIC[kind]
  const channelNo = channelOf(device, metricCode)
  const latest = channelNo === undefined ? undefined : state.latestOf(channelNo)
  const { unit = '', precision = 0 } = metricByCode(metricCode) ?? {}
  return {
    id,
    deviceNo,
    clientId,
    name,
    kind,
    status: state.statusOf(device),
    stationName: station?.name ?? null,
    regionText: regionName(regionCode),
    severity: levels.ofDevice(id) ?? null,
    lng,
    lat,
    latest: latest ? { tsMs: latest.ts, v: latest.v, unit, precision } : null,
  }
}
