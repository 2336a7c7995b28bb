import type { GeoJSONSource, MapLibreMap, MapOptions } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FONT_FAMILY } from '@/theme/metrics.ts'
import { useTheme } from '@/theme/theme-provider.tsx'
import type { GeoData } from './geo-data.ts'
import type { Bbox, MapPlace } from './map-item.ts'
import { mapStyle } from './map-style.ts'
import { symbolImage } from './symbol-image.ts'

/** Mainland, Hainan and Taiwan; the South China Sea is in the inset. */
export const NATIONAL_BOUNDS: Bbox = [73.4, 17.9, 135.2, 53.8]

/** Space that cards on the map take from the view, px. */
export interface MapPadding {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

const toBounds = ([west, south, east, north]: Bbox): [number, number, number, number] => [west, south, east, north]

const OPTIONS: Omit<MapOptions, 'container'> = {
  attributionControl: false,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  renderWorldCopies: false,
  doubleClickZoom: false,
  minZoom: 2,
  maxZoom: 16,
  fadeDuration: 0,
}

const CANVAS_LABEL = '地图画布，方向键移动，加减键缩放'

const loadLibrary = async () => {
  // Texts become images on first use, so the digits must be loaded before.
  const [{ MapLibreMap: MapClass }] = await Promise.all([
    import('./maplibre.ts'),
    document.fonts?.load(`12px ${FONT_FAMILY}`),
  ])
  return MapClass
}

export interface MapInstanceInput {
  readonly host: HTMLDivElement | null
  readonly geo: GeoData | undefined
  readonly padding: MapPadding
  readonly start: MapStart | undefined
  /** Describes the canvas keys; by default they move the map. */
  readonly canvasLabel?: string | undefined
  readonly onViewChange: ((bbox: Bbox, zoom: number) => void) | undefined
}

/** Initial view of a map that does not start with the whole country. */
export interface MapStart extends MapPlace {
  readonly zoom: number
}

/** Why there is no map: the library failed to load, or the browser has no WebGL. */
export type MapFailure = 'load' | 'unsupported'

/** Camera, kept while a tab is hidden and across theme changes. */
interface Camera {
  readonly center: [number, number]
  readonly zoom: number
}

/**
 * A map that lives while its element is visible. Hidden tabs clean up effects; the camera is kept and the map is
 * rebuilt on show and for another theme. `map` is set once the style is loaded.
 */
export function useMapInstance(input: MapInstanceInput): {
  map: MapLibreMap | undefined
  failure: MapFailure | undefined
} {
  const { host, geo, padding } = input
  const theme = useTheme()
  const { tokens, isColourWeak } = theme
  const [map, setMap] = useState<MapLibreMap>()
  const [failure, setFailure] = useState<MapFailure>()
  const camera = useRef<Camera>(undefined)

  const handleMove = useEffectEvent((instance: MapLibreMap) => {
    const bounds = instance.getBounds()
    const { lng, lat } = instance.getCenter()
    camera.current = { center: [lng, lat], zoom: instance.getZoom() }
    input.onViewChange?.([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()], instance.getZoom())
  })
  const startOptions = useEffectEvent((): Partial<MapOptions> => {
    const locale = { 'Map.Title': input.canvasLabel ?? CANVAS_LABEL }
    if (camera.current) return { locale, ...camera.current }
    if (input.start) return { locale, center: [input.start.lng, input.start.lat], zoom: input.start.zoom }
    return { locale, bounds: toBounds(NATIONAL_BOUNDS), fitBoundsOptions: { padding: { ...padding } } }
  })

  useEffect(() => {
    if (!host || !geo) return
    let instance: MapLibreMap | undefined
    let isGone = false
    const start = async () => {
      const MapClass = await loadLibrary().catch(() => undefined)
      if (isGone) return
      if (!MapClass) return setFailure('load')
      const style = mapStyle(geo, { tokens, isColourWeak })
      try {
        instance = new MapClass({ ...OPTIONS, ...startOptions(), container: host, style })
      } catch {
        // No WebGL: the page has a list beside the map.
        return setFailure('unsupported')
      }
      const begun = instance
      begun.touchZoomRotate.disableRotation()
      const { devicePixelRatio } = window
      begun.setMissingStyleImageResolver((id) => {
        const image = symbolImage(id, { tokens, isColourWeak }, devicePixelRatio)
        if (image) begun.addImage(id, image, { pixelRatio: devicePixelRatio })
      })
      begun.on('moveend', () => handleMove(begun))
      begun.once('load', () => {
        handleMove(begun)
        setMap(begun)
      })
    }
    void start()
    return () => {
      isGone = true
      setMap(undefined)
      instance?.remove()
    }
  }, [host, geo, tokens, isColourWeak])
  return { map, failure }
}

/** Replaces the data of a GeoJSON source of the style. */
export function setSourceData(map: MapLibreMap, source: string, data: Parameters<GeoJSONSource['setData']>[0]): void {
  void map.getSource<GeoJSONSource>(source)?.setData(data)
}
