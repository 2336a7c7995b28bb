import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { boundsOf, type GeoData, labelPoints, loadCities } from './geo-data.ts'
import type { Bbox, MapPlace } from './map-item.ts'
import { SOURCE } from './map-style.ts'
import { type MapPadding, setSourceData } from './use-map.ts'

/** Duration of a flight, ms. */
const FLIGHT_MS = 400

/** Moves the camera, without animation where reduced motion is preferred. */
export function useMapCamera(map: MapLibreMap | undefined, padding: MapPadding) {
  const { isMotionReduced } = useTheme()
  const duration = isMotionReduced ? 0 : FLIGHT_MS
  const fit = ([west, south, east, north]: Bbox) =>
    map?.fitBounds([west, south, east, north], { padding: { ...padding }, duration })
  const { top, right, bottom, left } = padding
  /** Centres the place in the area the cards leave free. */
  const goTo = ({ lng, lat }: MapPlace, zoomStep = 0) =>
    map?.easeTo({
      center: [lng, lat],
      zoom: map.getZoom() + zoomStep,
      offset: [(left - right) / 2, (top - bottom) / 2],
      duration,
    })
  return { fit, goTo }
}

/** Shows the cities of a province and dims its neighbours; without one, returns to the country. */
export function useRegion(
  map: MapLibreMap | undefined,
  geo: GeoData | undefined,
  region: string | null,
  fit: (b: Bbox) => void,
) {
  const handleFit = useEffectEvent(fit)
  useEffect(() => {
    if (!map || !geo) return
    let isGone = false
    const show = async () => {
      const cities = region === null ? undefined : await loadCities(region).catch(() => undefined)
      if (isGone) return
      setSourceData(map, SOURCE.cities, cities ?? { type: 'FeatureCollection', features: [] })
      setSourceData(map, SOURCE.labels, labelPoints(cities ?? geo.provinces))
      map.setFilter('veil', region === null ? ['boolean', false] : ['!=', ['get', 'adcode'], region])
      const province = geo.provinces.features.find(({ properties }) => properties.adcode === region)
      if (province) handleFit(boundsOf(province))
    }
    void show()
    return () => {
      isGone = true
    }
  }, [map, geo, region])
}
