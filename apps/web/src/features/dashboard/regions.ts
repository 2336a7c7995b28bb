import { PROVINCES } from '@natim/domain/regions'

export interface RegionFieldProps {
  /** First two digits of a province's code; empty for all. */
  readonly value: string
  readonly onChange: (region: string) => void
}

export const ALL_REGIONS = '全部区域'

export const regionName = (region: string) =>
  PROVINCES.find(({ code }) => region !== '' && code.startsWith(region))?.shortName
