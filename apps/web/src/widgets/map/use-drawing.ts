import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { addPoint, type Drawing, drawingFeatures, finish, movePoint } from './drawing.ts'
import type { MapPlace } from './map-item.ts'
import { HANDLE_LAYER, SOURCE } from './map-style.ts'
import { setSourceData } from './use-map.ts'

const NOTHING = { type: 'FeatureCollection' as const, features: [] }
/** Pointer distance within which a handle is grabbed, px. */
const REACH_PX = 10

function handleAt(map: MapLibreMap, { point: { x, y } }: MapMouseEvent): number | undefined {
  const [hit] = map.queryRenderedFeatures(
    [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ],
    { layers: [HANDLE_LAYER] },
  )
  return hit === undefined ? undefined : Number(hit.properties['index'])
}

/**
 * Drawing by pointer: clicks set points, a double click or Enter finishes, handles are dragged, Esc cancels. Without a
 * drawing there are no listeners.
 */
export function useDrawing(
  map: MapLibreMap | undefined,
  drawing: Drawing | undefined,
  onChange: (drawing: Drawing | undefined) => void,
): void {
  const show = useEffectEvent((pointer?: MapPlace) => {
    if (map) setSourceData(map, SOURCE.drawing, drawing ? drawingFeatures(drawing, pointer) : NOTHING)
  })
  useEffect(() => show(), [map, drawing])

  const handleClick = useEffectEvent((event: MapMouseEvent) => {
    if (!drawing) return
    const next = addPoint(drawing, { lng: event.lngLat.lng, lat: event.lngLat.lat })
    if (next !== drawing) onChange(next)
  })
  const handleDoubleClick = useEffectEvent(() => {
    if (!drawing || drawing.isDone) return
    // Both clicks of the double click set a point at the same place.
    const points = drawing.points.slice(0, -1)
    onChange(finish({ ...drawing, points: points.length > 0 ? points : drawing.points }))
  })
  const handleMove = useEffectEvent((event: MapMouseEvent) => {
    if (drawing && !drawing.isDone) show(event.lngLat)
  })
  const handleDrag = useEffectEvent((index: number, { lng, lat }: MapPlace) => {
    if (drawing) onChange(movePoint(drawing, index, { lng, lat }))
  })
  const handleDown = useEffectEvent((instance: MapLibreMap, event: MapMouseEvent) => {
    const index = drawing?.isDone ? handleAt(instance, event) : undefined
    if (index === undefined) return
    event.preventDefault()
    const move = ({ lngLat }: MapMouseEvent) => handleDrag(index, lngLat)
    instance.on('mousemove', move)
    instance.once('mouseup', () => {
      instance.off('mousemove', move)
    })
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!drawing || isTyping(event.target)) return
    if (event.key === 'Escape') onChange(undefined)
    else if (event.key === 'Enter' && !drawing.isDone) onChange(finish(drawing))
  })

  const isOn = drawing !== undefined
  useEffect(() => {
    if (!map || !isOn) return
    const canvas = map.getCanvas()
    canvas.style.cursor = 'crosshair'
    const subscriptions = [
      map.on('click', (event) => handleClick(event)),
      map.on('dblclick', () => handleDoubleClick()),
      map.on('mousemove', (event) => handleMove(event)),
      map.on('mousedown', (event) => handleDown(map, event)),
    ]
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => {
      canvas.style.cursor = ''
      for (const subscription of subscriptions) subscription.unsubscribe()
      window.removeEventListener('keydown', listener)
    }
  }, [map, isOn])
}
