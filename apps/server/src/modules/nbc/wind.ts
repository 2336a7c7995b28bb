import type { NbcWind } from '@natim/contract/mon/nbc-event'
import { distanceKm, type Place } from '@natim/domain/distance'
import { WIND_WITHIN_KM, WIND_WITHIN_MS } from '@natim/domain/nbc/hazard'
import type { Db } from '../../platform/db/db.ts'
import type { DeviceEntry, Directory } from '../live/index.ts'
import { findWinds } from './wind.repository.ts'

interface Vane {
  readonly stationName: string
  readonly distanceKm: number
  readonly deviceNo: number
  readonly speedNo: number
  readonly dirNo: number
}

/** Weather stations within 30 km, nearest first. */
function vanesAround(place: Place, { devices }: Directory): Vane[] {
  return devices
    .flatMap((device): Vane[] => {
      const { lng, lat } = device
      const speedNo = channelOf(device, 'wind_speed')
      const dirNo = channelOf(device, 'wind_dir')
      if (device.isRetired || lng === null || lat === null || speedNo === undefined || dirNo === undefined) return []
      const away = distanceKm(place, { lng, lat })
      if (away > WIND_WITHIN_KM) return []
      const stationName = device.station?.name ?? device.name
      return [{ stationName, distanceKm: away, deviceNo: device.deviceNo, speedNo, dirNo }]
    })
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
}

/** The enabled channel of a device for a metric. */
export const channelOf = ({ channels }: DeviceEntry, metricCode: string): number | undefined =>
  channels.find((channel) => channel.metricCode === metricCode && channel.enabled)?.channelNo

/** Wind of the nearest station that measured it within 20 minutes; null when there is none within 30 km. */
export async function windAt(db: Db, directory: Directory, place: Place, tsMs: number): Promise<NbcWind | null> {
  const vanes = vanesAround(place, directory)
  const winds = await findWinds(db, vanes, { fromMs: tsMs - WIND_WITHIN_MS, toMs: tsMs + WIND_WITHIN_MS })
  for (const { stationName, distanceKm: away, deviceNo } of vanes) {
    const near = winds
      .filter((wind) => wind.deviceNo === deviceNo)
      .toSorted((a, b) => Math.abs(a.tsMs - tsMs) - Math.abs(b.tsMs - tsMs))[0]
    if (near) {
      const { fromDeg, speedMs } = near
      return { stationName, distanceKm: Math.round(away * 10) / 10, fromDeg, speedMs, tsMs: near.tsMs }
    }
  }
  return null
}
