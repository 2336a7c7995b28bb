import type { IndexPlaces } from '@natim/domain/alarm/comparison'
import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import { regionByCode } from '@natim/domain/regions'
import { cityEvaluatedBy } from '../aqi/index.ts'

const POLLUTANTS: ReadonlySet<string> = new Set(AQI_POLLUTANTS)

interface Carrying {
  readonly station: {
    readonly id: string
    readonly name: string
    readonly regionCode: string
    readonly stationType: string
  } | null
  readonly isRetired: boolean
  readonly channels: readonly { readonly channelNo: number; readonly enabled: boolean; readonly metricCode: string }[]
}

/**
 * Alarms need a channel, but an index has none: each place's alarms use its channel with the lowest number, whatever it
 * measures. Mobile devices have no index.
 *
 * @returns by channel number
 */
export function indexPlaces(devices: readonly Carrying[]): ReadonlyMap<number, IndexPlaces> {
  const places = new Map<number, IndexPlaces>()
  const seen = new Set<string>()
  const carriers = devices
    .flatMap(({ station, isRetired, channels }) =>
      station === null || isRetired || station.stationType === 'mobile'
        ? []
        : channels
            .filter(({ enabled, metricCode }) => enabled && POLLUTANTS.has(metricCode))
            .map(({ channelNo }) => ({ channelNo, station })),
    )
    .toSorted((a, b) => a.channelNo - b.channelNo)
  for (const { channelNo, station } of carriers) {
    const city = cityEvaluatedBy(station)
    const own: IndexPlaces = {
      ...(!seen.has(station.id) && { station: { id: station.id, name: station.name } }),
      ...(city !== undefined && !seen.has(city) && { city: { id: city, name: regionByCode(city)?.shortName ?? city } }),
    }
    seen.add(station.id)
    if (city !== undefined) seen.add(city)
    if (own.station || own.city) places.set(channelNo, own)
  }
  return places
}
