import { formatShare } from '@natim/domain/format'
import { regionName } from '@natim/domain/regions'
import { HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { loadStatusTimes } from '../../overview/index.ts'
import { findReportedDevices } from '../report-device.repository.ts'
import type { ReportParams } from '../run.repository.ts'
import { percent, type ReportBody, tableOf } from './document.ts'

const hours = (ms: number) => Math.round(ms / (HOUR_MS / 10)) / 10
const share = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/** Availability of devices in a month: 可用率 = online / (in service − maintenance). */
export async function deviceMonth(db: Db, { scope, region, fromMs, toMs }: ReportParams): Promise<ReportBody> {
  const devices = await findReportedDevices(db, scope, region)
  const times = await loadStatusTimes(
    db,
    devices.map(({ deviceNo }) => deviceNo),
    fromMs,
    toMs,
  )
  const rows = devices.flatMap((device) => {
    const time = times.get(device.deviceNo)
    // Retired before or created after the period.
    if (!time || time.inService === 0) return []
    return [{ ...device, ...time, due: time.inService - time.maintenance }]
  })
  const due = rows.reduce((sum, row) => sum + row.due, 0)
  const online = rows.reduce((sum, row) => sum + row.online, 0)
  const ascending = rows.toSorted(
    (a, b) => (share(a.online, a.due) ?? 1) - (share(b.online, b.due) ?? 1) || a.name.localeCompare(b.name),
  )
  return {
    title: '设备可用率月报',
    conclusions:
      rows.length === 0
        ? ['该时段没有在用设备。']
        : [`共 ${rows.length} 台在用设备，平均可用率 ${formatShare(share(online, due))}。`],
    tables: [
      tableOf(
        '设备可用率',
        [
          { title: '设备', value: ({ name }) => name, isText: true },
          { title: '客户端 ID', value: ({ clientId }) => clientId, isText: true },
          { title: '站点', value: ({ stationName }) => stationName ?? '—', isText: true },
          { title: '所属区域', value: ({ regionCode }) => regionName(regionCode), isText: true },
          { title: '在用 h', value: ({ inService }) => hours(inService) },
          { title: '在线 h', value: (row) => hours(row.online) },
          { title: '离线 h', value: ({ offline }) => hours(offline) },
          { title: '故障 h', value: ({ fault }) => hours(fault) },
          { title: '维护 h', value: ({ maintenance }) => hours(maintenance) },
          { title: '可用率 %', value: (row) => percent(share(row.online, row.due)) },
        ],
        ascending,
        '可用率 = 在线 /（在用 − 维护），可用率低的在前。',
      ),
    ],
    chart: null,
  }
}
