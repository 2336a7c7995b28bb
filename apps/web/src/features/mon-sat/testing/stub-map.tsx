import type { FeatureCollection } from 'geojson'
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'

interface Props {
  readonly isDrawing?: boolean
  readonly onMap?: (map: MapLibreMap) => void
}
type Listener = (event: { readonly lngLat: { readonly lng: number; readonly lat: number } }) => void

const shown = { source: undefined as FeatureCollection | undefined, fitted: [] as number[][], layers: [] as string[] }
const listeners = new Map<string, Set<Listener>>()

function on(type: string, listener: Listener) {
  const all = listeners.get(type) ?? new Set()
  listeners.set(type, all.add(listener))
  return { unsubscribe: () => all.delete(listener) }
}

/** The part of the map API that task pages use; what they add to it can be inspected. */
const map = {
  on,
  getSource: (id: string) =>
    id === 'satellite' && shown.source
      ? { setData: (data: FeatureCollection) => Object.assign(shown, { source: data }) }
      : undefined,
  addSource: (_: string, { data }: { readonly data: FeatureCollection }) => Object.assign(shown, { source: data }),
  addLayer: ({ id }: { readonly id: string }) => shown.layers.push(id),
  project: ([lng, lat]: readonly [number, number]) => ({ x: lng, y: lat }),
  getContainer: () => ({ clientWidth: 800, clientHeight: 600 }),
  getCanvas: () => document.body,
  fitBounds: (bounds: number[]) => shown.fitted.push(bounds),
  queryRenderedFeatures: () => [],
} as unknown as MapLibreMap

/** Replaces the network map in tests: jsdom has no WebGL. */
export function NetworkMap({ isDrawing, onMap }: Props) {
  useEffect(() => onMap?.(map), [onMap])
  return <div data-testid="map" data-drawing={isDrawing || undefined} />
}

export const stubMap = {
  reset: () => {
    Object.assign(shown, { source: undefined, fitted: [], layers: [] })
    listeners.clear()
  },
  /** Properties of the drawn features, by part. */
  parts: (part: string) => (shown.source?.features ?? []).filter(({ properties }) => properties?.['part'] === part),
  fitted: () => shown.fitted,
  layers: () => shown.layers,
  click: (lng: number, lat: number) => {
    for (const listener of listeners.get('click') ?? []) listener({ lngLat: { lng, lat } })
  },
}
