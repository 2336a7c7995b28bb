import { cityOf, provinceOf } from '@natim/domain/regions'

/** Station types that represent the air of a city; a park's or a port's represents only itself. */
const EVALUATES: ReadonlySet<string> = new Set(['national', 'provincial', 'city'])

/** The city a station counts towards; undefined for none. */
export const cityEvaluatedBy = (station: {
  readonly regionCode: string
  readonly stationType: string
}): string | undefined =>
  EVALUATES.has(station.stationType) ? (cityOf(station.regionCode) ?? provinceOf(station.regionCode))?.code : undefined
