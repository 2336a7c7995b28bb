import { homeEndpoints, type StationCard } from '@natim/contract/mon/home'
import { useMemo } from 'react'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import type { MapPlace } from '../../widgets/map/map-item.ts'

const REFRESH_MS = 60_000

/** The station of an open drawer; an empty id asks for nothing. Another station's answer is never shown for it. */
export function useStation(id: string) {
  const query = useEndpoint(
    homeEndpoints.station,
    { params: { id } },
    { enabled: id !== '', refetchInterval: REFRESH_MS },
  )
  return { ...query, data: query.data?.id === id ? query.data : undefined }
}

/** What the map rings: the picked device, or the station that came with a link. The same place stays the same object. */
export function useSelectedPlace(picked: MapPlace | undefined, station: StationCard | undefined): MapPlace | null {
  const { lng, lat } = picked ?? station ?? {}
  return useMemo(() => (lng === undefined || lat === undefined ? null : { lng, lat }), [lng, lat])
}
