import { cityOf, regionName } from '@natim/domain/regions'
import type { Filters } from '@/resource/index.ts'

/** Key of the root of the tree: no narrowing at all. */
const COUNTRY_KEY = '00'

const isRegionKey = (key: string) => /^\d{2}(?:\d{2})?$/.test(key)

/** Filters of a node: a region by its prefix, anything else is a station. */
export function filtersOfNode(key: string): { region: string | undefined; stationId: string | undefined } {
  if (key === COUNTRY_KEY) return { region: undefined, stationId: undefined }
  return isRegionKey(key) ? { region: key, stationId: undefined } : { region: undefined, stationId: key }
}

/** Node of the filters in force. */
export const nodeOfFilters = (filters: Filters): string => filters['stationId'] ?? filters['region'] ?? COUNTRY_KEY

/** Nodes that must be open for a node to be seen; the way to a station is not in its key. */
export function parentsOf(key: string): string[] {
  if (!isRegionKey(key) || key === COUNTRY_KEY) return [COUNTRY_KEY]
  return key.length === 2 ? [COUNTRY_KEY] : [COUNTRY_KEY, key.slice(0, 2)]
}

/** Name of what the list is narrowed to; undefined for the whole country. */
export function placeName(filters: Filters, stationName: string | null | undefined): string | undefined {
  if (filters['stationId']) return stationName ?? '所选站点'
  const { region } = filters
  return region ? (cityOf(region)?.name ?? regionName(region)) : undefined
}

/** A device without a station may belong to no region; its code says nothing then. */
export const regionText = ({
  regionCode,
  regionCode_dictText: text,
}: {
  regionCode: string
  regionCode_dictText: string
}) => (regionCode === '000000' ? undefined : text)
