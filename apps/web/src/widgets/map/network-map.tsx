import type { MapLayer } from '@natim/contract/mon/map'
import type { MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ErrorState } from '@/ui/error-state.tsx'
import { Approval } from './approval.tsx'
import type { GeoData } from './geo-data.ts'
import styles from './map.module.css'
import { MapControls } from './map-controls.tsx'
import { itemFeatures } from './map-features.ts'
import { MapHint } from './map-hint.tsx'
import type { Bbox, MapItem, MapMarkItem, MapPlace, MapPlaceItem, MapPointItem, MapRegion } from './map-item.ts'
import { MapLegend } from './map-legend.tsx'
import { SOURCE } from './map-style.ts'
import { SouthSeaInset } from './south-sea-inset.tsx'
import { useGeoData } from './use-geo-data.ts'
import {
  type MapFailure,
  type MapPadding,
  type MapStart,
  NATIONAL_BOUNDS,
  setSourceData,
  useMapInstance,
} from './use-map.ts'
import { useMapCamera, useRegion } from './use-map-camera.ts'
import { useMapGestures } from './use-map-gestures.ts'

export interface NetworkMapProps {
  readonly items: readonly MapItem[]
  /** Ringed at its true position and brought into view, even when hidden in a cluster. */
  readonly selected?: MapPlace | null
  /** The selected device, drawn above all others. */
  readonly selectedId?: string | undefined
  /** Six-digit code of the drilled-into province; null = the country. */
  readonly region?: string | null
  /** Shows a region without moving the camera. */
  readonly keepsView?: boolean
  readonly padding?: MapPadding
  /** Initial view; by default the whole country. */
  readonly start?: MapStart
  /** Called after every move and once at the start: load the data inside. */
  readonly onViewChange?: (bbox: Bbox, zoom: number) => void
  readonly onPick?: (point: MapPointItem) => void
  readonly onPickStation?: (station: MapMarkItem) => void
  readonly onPickPlace?: (place: MapPlaceItem) => void
  /** Called when a province is double-clicked. */
  readonly onDrill?: (region: MapRegion) => void
  /** Describes the canvas keys where the page handles them. */
  readonly canvasLabel?: string
  readonly hasLegend?: boolean
  /** Layer shown by the legend. */
  readonly layer?: MapLayer
  /** The legend shows stations as places instead of devices. */
  readonly ofPlaces?: boolean
  readonly hasWind?: boolean
  /** Buttons below the zoom buttons. */
  readonly tools?: ReactNode
  /** Drawing takes the pointer: no picking and no drilling down. */
  readonly isDrawing?: boolean
  /** Provides the map for layers of the page; undefined when it is removed. */
  readonly onMap?: (map: MapLibreMap | undefined) => void
}

const FAILURES: Readonly<Record<MapFailure, string>> = {
  load: '地图组件加载失败，请检查网络后刷新页面',
  unsupported: '此浏览器不能绘制地图（WebGL 不可用），请改用列表查看',
}

const stay = () => undefined
const NO_PADDING: MapPadding = { top: 24, right: 24, bottom: 24, left: 24 }
/** Above this zoom level the view is no longer national. */
const NATIONAL_MAX_ZOOM = 5
/** Southern end of the South China Sea on the map, degrees. */
const SEA_SOUTH_DEG = 3

/** Whether a place is visible: on the map and not covered by a card. */
function isInSight(map: MapLibreMap, { lng, lat }: MapPlace, { top, right, bottom, left }: MapPadding): boolean {
  const { x, y } = map.project([lng, lat])
  const { clientWidth, clientHeight } = map.getContainer()
  return x >= left && x <= clientWidth - right && y >= top && y <= clientHeight - bottom
}

interface Selection {
  readonly selected: MapPlace | null
  readonly padding: MapPadding
  readonly goTo: (place: MapPlace) => void
}

/** Ring on the selected place, which is brought into view when it is outside or covered by a card. */
function useSelection(map: MapLibreMap | undefined, { selected, padding, goTo }: Selection) {
  const handleSelect = useEffectEvent((instance: MapLibreMap, place: MapPlace) => {
    if (!isInSight(instance, place, padding)) goTo(place)
  })
  useEffect(() => {
    if (!map) return
    const coordinates = selected ? [[selected.lng, selected.lat]] : []
    setSourceData(map, SOURCE.selected, { type: 'MultiPoint', coordinates })
    if (selected) handleSelect(map, selected)
    // A drawer that opens over the place counts too.
  }, [map, selected, padding.left, padding.right])
}

/**
 * 监测一张图: provinces from bundled boundaries, devices as lamps, clusters and severity glyphs drawn by WebGL. Fills
 * its parent. The accompanying list for keyboards and screen readers belongs to the page.
 */
export function NetworkMap(props: NetworkMapProps) {
  const { items, selected = null, selectedId, region = null, padding = NO_PADDING, start, onViewChange } = props
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const { geo, hasFailed, retry } = useGeoData()
  const [isNational, setIsNational] = useState(true)
  const handleViewChange = (bbox: Bbox, zoom: number) => {
    // A tall view includes the whole sea.
    setIsNational(zoom < NATIONAL_MAX_ZOOM && bbox[1] > SEA_SOUTH_DEG)
    onViewChange?.(bbox, zoom)
  }
  const { map, failure } = useMapInstance({
    host,
    geo,
    padding,
    start,
    canvasLabel: props.canvasLabel,
    onViewChange: handleViewChange,
  })
  const { fit, goTo } = useMapCamera(map, padding)
  const hovered = useMapGestures(map, {
    items,
    ...(props.onPick && { onPick: props.onPick }),
    ...(props.onPickStation && { onPickStation: props.onPickStation }),
    ...(props.onPickPlace && { onPickPlace: props.onPickPlace }),
    ...(props.onDrill && { onDrill: props.onDrill }),
    isOff: props.isDrawing ?? false,
    goTo,
  })
  const handleMap = useEffectEvent((instance: MapLibreMap | undefined) => props.onMap?.(instance))
  useEffect(() => {
    handleMap(map)
    return () => handleMap(undefined)
  }, [map])
  useRegion(map, geo, region, props.keepsView ? stay : fit)

  useEffect(() => {
    if (map) setSourceData(map, SOURCE.items, itemFeatures(items, selectedId))
  }, [map, items, selectedId])

  useSelection(map, { selected, padding, goTo })

  if (hasFailed) return <ErrorState message="地图边界加载失败" onRetry={retry} />
  if (failure) return <ErrorState message={FAILURES[failure]} />
  return (
    <section className={styles.map} aria-label="监测地图" aria-busy={!map || undefined}>
      <div ref={setHost} className={styles.canvas} />
      <MapCards {...props} map={map} geo={geo} padding={padding} isNational={isNational && region === null} fit={fit} />
      {hovered && <MapHint {...hovered} />}
    </section>
  )
}

interface MapCardsProps extends NetworkMapProps {
  readonly map: MapLibreMap | undefined
  readonly geo: GeoData | undefined
  readonly padding: MapPadding
  readonly isNational: boolean
  readonly fit: (bbox: Bbox) => void
}

/** Zoom and tools, legend, inset and approval, placed clear of the page's cards. */
function MapCards({
  map,
  geo,
  padding,
  isNational,
  fit,
  tools,
  hasLegend = true,
  layer,
  ofPlaces,
  hasWind,
}: MapCardsProps) {
  return (
    <div className={styles.overlay} style={{ inset: insetOf(padding) }}>
      <MapControls onZoomIn={() => map?.zoomIn()} onZoomOut={() => map?.zoomOut()} onReset={() => fit(NATIONAL_BOUNDS)}>
        {tools}
      </MapControls>
      {hasLegend && <MapLegend layer={layer ?? 'status'} ofPlaces={ofPlaces ?? false} hasWind={hasWind ?? false} />}
      {geo && <SouthSeaInset inset={geo.inset} isShown={isNational} />}
      {geo && <Approval meta={geo.meta} />}
    </div>
  )
}

/** Inset that keeps the map's cards clear of the page's; half of the padding is spacing. */
const insetOf = ({ top, right, bottom, left }: MapPadding): string =>
  [top, right, bottom, left].map((px) => `${Math.max(12, px - 12)}px`).join(' ')
