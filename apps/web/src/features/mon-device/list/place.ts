import { cityOf, regionName } from '@natim/domain/regions'
import type { Filters } from '@/resource/index.ts'

/** Key of the root of the tree: no filter. */
const COUNTRY_KEY = '00'

const isRegionKey = (key: string) => /^\d{2}(?:\d{2})?$/.test(key)

/** Filters of a node: a region by its prefix, anything else is a station. */
export function filtersOfNode(key: string): { region: string | undefined; stationId: string | undefined } {
  if (key === COUNTRY_KEY) return { region: undefined, stationId: undefined }
  return isRegionKey(key) ? { region: key, stationId: undefined } : { region: undefined, stationId: key }
}

/** Tree node of the current filters. */
export const nodeOfFilters = (filters: Filters): string => filters['stationId'] ?? filters['region'] ?? COUNTRY_KEY

/** Ancestors to expand so that a node is visible; a station's ancestors are not known from its key. */
export function parentsOf(key: string): string[] {
  if (!isRegionKey(key) || key === COUNTRY_KEY) return [COUNTRY_KEY]
  return key.length === 2 ? [COUNTRY_KEY] : [COUNTRY_KEY, key.slice(0, 2)]
}

/** Name of the region or station that filters the list; undefined for the whole country. */
export function placeName(filters: Filters, stationName: string | null | undefined): string | undefined {
  if (filters['stationId']) return stationName ?? '所选站点'
  const { region } = filters
  return region ? (cityOf(region)?.name ?? regionName(region)) : undefined
}

/** A device without a station may have no region; the code is then meaningless. */
export const regionText = ({
  regionCode,
  regionCode_dictText: text,
}: {
  regionCode: string
  regionCode_dictText: string
}) => (regionCode === '000000' ? undefined : text)
