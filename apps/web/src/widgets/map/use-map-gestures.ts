import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { HoveredItem } from './map-hint.tsx'
import type { MapItem, MapMarkItem, MapPlace, MapPlaceItem, MapPointItem, MapRegion } from './map-item.ts'
import { LAND_LAYER, PICK_LAYERS } from './map-style.ts'

/** Pointer distance within which a symbol is hit, px: targets of 24 (design §10). */
const REACH_PX = 7
/** Zoom step of a click on a cluster. */
const CLUSTER_ZOOM_STEP = 1.8

/** Of the symbols within reach the nearest; of equally near ones the topmost. */
export function nearest<T>(found: readonly T[], distanceOf: (one: T) => number): T | undefined {
  return found
    .map((one) => ({ one, distance: distanceOf(one) }))
    .reduce<{ one: T; distance: number } | undefined>(
      (best, next) => (best && best.distance <= next.distance ? best : next),
      undefined,
    )?.one
}

/** Item under the pointer, undefined if none. */
function itemAt(map: MapLibreMap, event: MapMouseEvent, items: readonly MapItem[]): MapItem | undefined {
  const { x, y } = event.point
  const hits = map.queryRenderedFeatures(
    [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ],
    { layers: [...PICK_LAYERS] },
  )
  const found = hits.flatMap(({ properties }) => items[Number(properties['index'])] ?? [])
  return nearest(found, (item) => {
    const place = map.project([item.lng, item.lat])
    return Math.hypot(place.x - x, place.y - y)
  })
}

export interface MapGesturesInput {
  readonly items: readonly MapItem[]
  readonly onPick?: (point: MapPointItem) => void
  readonly onPickStation?: (station: MapMarkItem) => void
  readonly onPickPlace?: (place: MapPlaceItem) => void
  /** Drawing takes the pointer. */
  readonly isOff?: boolean
  readonly onDrill?: (region: MapRegion) => void
  /** Moves the camera to a place and zooms in by so many levels. */
  readonly goTo: (place: MapPlace, zoomStep: number) => void
}

/** Clicks, double clicks and hover; returns the hovered item. */
export function useMapGestures(map: MapLibreMap | undefined, input: MapGesturesInput): HoveredItem | undefined {
  const [hovered, setHovered] = useState<HoveredItem>()
  const handleClick = useEffectEvent((instance: MapLibreMap, event: MapMouseEvent) => {
    if (input.isOff) return
    const item = itemAt(instance, event, input.items)
    if (item?.type === 'cluster' || item?.type === 'group' || item?.type === 'places')
      input.goTo(item, CLUSTER_ZOOM_STEP)
    if (item?.type === 'device') input.onPick?.(item)
    if (item?.type === 'station') input.onPickStation?.(item)
    if (item?.type === 'place') input.onPickPlace?.(item)
  })
  const handleDoubleClick = useEffectEvent((instance: MapLibreMap, event: MapMouseEvent) => {
    if (input.isOff) return
    const [land] = instance.queryRenderedFeatures(event.point, { layers: [LAND_LAYER] })
    if (land) input.onDrill?.({ adcode: String(land.properties['adcode']), name: String(land.properties['name']) })
  })
  const handleMove = useEffectEvent((instance: MapLibreMap, event: MapMouseEvent) => {
    // Hit-testing thousands of points on every drag step would drop frames.
    if (instance.isMoving() || input.isOff) return
    const item = itemAt(instance, event, input.items)
    instance.getCanvas().style.cursor = item ? 'pointer' : ''
    setHovered(item && { item, xPx: event.point.x, yPx: event.point.y })
  })
  useEffect(() => {
    if (!map) return
    const subscriptions = [
      map.on('click', (event) => handleClick(map, event)),
      map.on('dblclick', (event) => handleDoubleClick(map, event)),
      map.on('mousemove', (event) => handleMove(map, event)),
      map.on('mouseout', () => setHovered(undefined)),
      map.on('movestart', () => setHovered(undefined)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map])
  return hovered
}
