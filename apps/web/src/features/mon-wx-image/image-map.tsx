import type { CallInput } from '@natim/contract/endpoint'
import { wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { formatNumber } from '@natim/domain/format'
import type { MapLayerMouseEvent, MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTheme } from '@/theme/theme-provider.tsx'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { MapPane } from '@/widgets/map/list-beside-map.tsx'
import { setSourceData } from '@/widgets/map/use-map.ts'

const NetworkMap = lazyComponent(
  async () => (await import('../../widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

const SOURCE = 'wx-images'
const NOTHING: readonly never[] = []

interface ImageMapProps {
  readonly input: CallInput<typeof wxImageEndpoints.points>
  readonly shownId: string
  readonly onShow: (id: string) => void
}

/** 地图: the same pictures as dots where they were taken. */
export function ImageMap({ input, shownId, onShow }: ImageMapProps) {
  const { tokens } = useTheme()
  const [map, setMap] = useState<MapLibreMap>()
  const { data, error, refetch } = useEndpoint(wxImageEndpoints.points, input, { staleTime: 0 })
  useEffect(() => {
    if (!map) return
    if (!map.getSource(SOURCE)) {
      map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
      map.addLayer({
        id: SOURCE,
        type: 'circle',
        source: SOURCE,
        paint: {
          'circle-radius': ['case', ['get', 'isShown'], 9, 6],
          'circle-color': tokens.map.clusterRing,
          'circle-opacity': ['interpolate', ['linear'], ['get', 'risk'], 0, 0.35, 1, 1],
          'circle-stroke-width': ['case', ['get', 'isShown'], 3, 1],
          'circle-stroke-color': tokens.map.land,
        },
      })
    }
    setSourceData(map, SOURCE, {
      type: 'FeatureCollection',
      features: (data?.points ?? []).map(({ id, lng, lat, risk }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: { id, risk, isShown: id === shownId },
      })),
    })
  }, [map, tokens, data, shownId])
  usePick(map, onShow)
  const missing = data && data.missing > 0 ? `，${formatNumber(data.missing)} 张无位置` : ''
  return (
    <MapPane
      count={data ? `图上 ${formatNumber(data.points.length)} 张图片${missing}` : '正在载入'}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
    >
      <NetworkMap items={NOTHING} hasLegend={false} onMap={setMap} />
    </MapPane>
  )
}

function usePick(map: MapLibreMap | undefined, onShow: (id: string) => void) {
  const pick = useEffectEvent(({ features }: MapLayerMouseEvent) => {
    const id: unknown = features?.[0]?.properties['id']
    if (typeof id === 'string') onShow(id)
  })
  useEffect(() => {
    if (!map) return
    const { unsubscribe } = map.on('click', SOURCE, pick)
    return unsubscribe
  }, [map])
}
