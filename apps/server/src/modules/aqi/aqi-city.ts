import { cityOf, provinceOf } from '@natim/domain/regions'

/** Stations of these types stand for the air people of a city breathe; a park's or a port's stands for itself. */
const EVALUATES: ReadonlySet<string> = new Set(['national', 'provincial', 'city'])

/** The city that a station counts for; undefined when it counts for none. */
export const cityEvaluatedBy = (station: {
  readonly regionCode: string
  readonly stationType: string
}): string | undefined =>
  EVALUATES.has(station.stationType) ? (cityOf(station.regionCode) ?? provinceOf(station.regionCode))?.code : undefined
