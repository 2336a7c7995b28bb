import { homeEndpoints, type StationCard } from '@natim/contract/mon/home'
import { useMemo } from 'react'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import type { MapPlace } from '../../widgets/map/map-item.ts'

const REFRESH_MS = 60_000

/** The station of the open drawer; an empty id loads nothing. Never returns another station's data. */
export function useStation(id: string) {
  const query = useEndpoint(
    homeEndpoints.station,
    { params: { id } },
    { enabled: id !== '', refetchInterval: REFRESH_MS },
  )
  return { ...query, data: query.data?.id === id ? query.data : undefined }
}

/**
 * The place ringed on the map: the selected device, or the station of a link. The object is stable while the place is.
 */
export function useSelectedPlace(picked: MapPlace | undefined, station: StationCard | undefined): MapPlace | null {
  const { lng, lat } = picked ?? station ?? {}
  return useMemo(() => (lng === undefined || lat === undefined ? null : { lng, lat }), [lng, lat])
}
