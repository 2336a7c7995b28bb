import { mapEndpoints } from '@natim/contract/mon/map'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { areaPolygon } from '@/widgets/map/drawing.ts'
import { SOURCE } from '@/widgets/map/map-style.ts'
import { setSourceData } from '@/widgets/map/use-map.ts'
import type { MapState } from './map-state.ts'

const WIND_REFRESH_MS = 60_000

interface Placed {
  readonly lng: number
  readonly lat: number
}

const points = (places: readonly Placed[]) => ({
  type: 'FeatureCollection' as const,
  features: places.map(({ lng, lat, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  })),
})

/** Overlays under the symbols: wind, people and areas, each loaded when selected. Wind is current data only. */
export function useOverlays(
  map: MapLibreMap | undefined,
  { wind, people, areas }: Pick<MapState, 'wind' | 'people' | 'areas'>,
  isReplay: boolean,
) {
  const hasWind = wind && !isReplay
  const arrows = useEndpoint(mapEndpoints.wind, {}, { enabled: hasWind, refetchInterval: WIND_REFRESH_MS })
  const near = useEndpoint(mapEndpoints.people, {}, { enabled: people })
  const drafts = useEndpoint(mapEndpoints.drafts, {}, { enabled: areas })
  const [arrowList, nearList, draftList] = [arrows.data, near.data, drafts.data]
  useEffect(() => {
    if (map) setSourceData(map, SOURCE.wind, points(hasWind ? (arrowList ?? []) : []))
  }, [map, hasWind, arrowList])
  useEffect(() => {
    if (map) setSourceData(map, SOURCE.people, points(people ? (nearList ?? []) : []))
  }, [map, people, nearList])
  useEffect(() => {
    if (!map) return
    const features = (areas ? (draftList ?? []) : []).map(({ id, area }) => ({
      type: 'Feature' as const,
      properties: { id },
      geometry: areaPolygon(area),
    }))
    setSourceData(map, SOURCE.areas, { type: 'FeatureCollection', features })
  }, [map, areas, draftList])
  return { drafts, windError: arrows.error }
}
