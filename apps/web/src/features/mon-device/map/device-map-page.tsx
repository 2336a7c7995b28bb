import { BorderOuterOutlined } from '@ant-design/icons'
import type { DeviceListRow, DevicePlace } from '@natim/contract/mon/device'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { formatNumber } from '@natim/domain/format'
import type { MapLibreMap } from 'maplibre-gl'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '@/lib/api/http.ts'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { beginDrawing, boxOf, type Drawing } from '@/widgets/map/drawing.ts'
import { gatherDevices } from '@/widgets/map/gather.ts'
import { ListBesideMap, MapPane } from '@/widgets/map/list-beside-map.tsx'
import type { Bbox, MapPointItem } from '@/widgets/map/map-item.ts'
import { useDrawing } from '@/widgets/map/use-drawing.ts'
import { detailPath, device } from '../device-resource.tsx'
import { BatchActions } from '../list/batch-actions.tsx'
import { DeviceCard } from '../list/device-card.tsx'
import { DEVICE_COLUMNS } from '../list/device-columns.tsx'
import { DeviceSearch } from '../list/device-search.tsx'
import { placeName } from '../list/place.ts'
import { StatusTabs } from '../list/status-tabs.tsx'
import { LiveDevicesContext, useLiveDevices } from '../live-devices.ts'

// MapLibre is the heaviest part of the console and is loaded with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('@/widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

const REFRESH_MS = 60_000
const CHINA: { readonly bbox: Bbox; readonly zoom: number } = { bbox: [73, 3, 136, 54], zoom: 3 }
/** Maximum of one batch; the server enforces it too. */
const MAX_SELECTED = 1_000
const DECIMALS = 6
const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }
const COLUMNS = DEVICE_COLUMNS.slice(0, 3)

const toPoint = (place: DevicePlace): MapPointItem => ({ type: 'device', ...place })

/** /mon/device/map 设备地图: a map with the list's filters; both show the same devices (domain §10.4). */
export default function DeviceMapPage() {
  const list = R.useResourceList(device, { refreshMs: REFRESH_MS })
  const editor = R.useResourceEditor(device, { onSaved: list.reload })
  const live = useLiveDevices(list.rows)
  const navigate = useNavigate()
  const [shown, setShown] = useState<DeviceListRow>()
  const place = placeName(list.state.filters, list.rows[0]?.stationId_dictText)
  return (
    <LiveDevicesContext value={live}>
      <R.ResourcePage list={list} editor={editor}>
        <PageHead title="设备地图" meta={place ?? '全部区域'} />
        <StatusTabs />
        <DeviceSearch place={place} collapsedCount={3} />
        <ListBesideMap
          list={
            <R.ListPanel>
              <R.Table
                resource={device}
                columns={COLUMNS}
                selectionActions={<BatchActions />}
                onOpen={(row) => (row.lng === null ? navigate(detailPath(row)) : setShown(row))}
                card={(row) => <DeviceCard row={row} />}
              />
              <R.Pager />
            </R.ListPanel>
          }
          map={<DevicesOnMap shown={shown} onOpen={(id) => navigate(detailPath({ id }))} />}
        />
      </R.ResourcePage>
    </LiveDevicesContext>
  )
}

interface DevicesOnMapProps {
  /** Ringed and scrolled into view. */
  readonly shown: DeviceListRow | undefined
  readonly onOpen: (id: string) => void
}

/** All devices of the list on the map, not only the current page; drawing a box selects the devices inside. */
function DevicesOnMap({ shown, onOpen }: DevicesOnMapProps) {
  const { filterQuery } = R.useListContext<DeviceListRow>()
  const [view, setView] = useState(CHINA)
  const [map, setMap] = useState<MapLibreMap>()
  const { data, error, refetch } = useEndpoint(
    deviceEndpoints.places,
    { query: { ...filterQuery, pageNo: 1, pageSize: 1 } },
    { refetchInterval: REFRESH_MS },
  )
  const [drawing, setDrawing] = useBoxSelection(map)
  const points = useMemo(() => data?.map(toPoint) ?? [], [data])
  const items = useMemo(() => gatherDevices(points, view.bbox, view.zoom), [points, view])
  const place = points.find(({ id }) => id === shown?.id)
  const selected = useMemo(() => (place ? { lng: place.lng, lat: place.lat } : null), [place])
  return (
    <MapPane
      count={data ? `图上 ${formatNumber(points.length)} 台` : '加载中…'}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
    >
      <NetworkMap
        items={items}
        selected={selected}
        selectedId={shown?.id}
        padding={PADDING}
        isDrawing={drawing !== undefined}
        tools={
          <button
            type="button"
            aria-label="框选"
            title={drawing ? '框选（Esc 取消）' : '框选：依次点击两个对角'}
            aria-pressed={drawing !== undefined}
            onClick={() => setDrawing(drawing ? undefined : beginDrawing('box'))}
          >
            <BorderOuterOutlined />
          </button>
        }
        onMap={setMap}
        onViewChange={(bbox: Bbox, zoom: number) => setView({ bbox, zoom })}
        onPick={(point: MapPointItem) => onOpen(point.id)}
      />
    </MapPane>
  )
}

/** Selects the devices inside a drawn box as full rows, as if selected one by one. */
function useBoxSelection(map: MapLibreMap | undefined) {
  const { filterQuery, selection } = R.useListContext<DeviceListRow>()
  const notify = useNotify()
  const [drawing, setDrawing] = useState<Drawing>()

  async function tickIn(bbox: string) {
    const query = { ...filterQuery, bbox, pageNo: 1, pageSize: MAX_SELECTED }
    try {
      const found = await call(deviceEndpoints.list, { query })
      if (found.total > found.records.length) {
        const [all, most] = [formatNumber(found.total), formatNumber(found.records.length)]
        return notify.line(`框内有 ${all} 台，一次最多选 ${most} 台，请缩小范围`, 'warning')
      }
      selection.set(found.records)
      notify.line(found.total === 0 ? '框内没有设备' : `已选 ${formatNumber(found.total)} 台`, 'info')
    } catch {
      // Reported by the client; the selection stays.
    }
  }

  const change = (next: Drawing | undefined) => {
    const box = next && boxOf(next)
    setDrawing(box ? undefined : next)
    if (box) void tickIn(box.map((degree) => degree.toFixed(DECIMALS)).join(','))
  }
  useDrawing(map, drawing, change)
  return [drawing, change] as const
}
