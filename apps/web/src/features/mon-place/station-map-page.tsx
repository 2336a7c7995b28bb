import { placeEndpoints, type StationPlace } from '@natim/contract/mon/place'
import { station as described, type StationRow } from '@natim/contract/mon/station.resource'
import { formatNumber } from '@natim/domain/format'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAlarmRefresh } from '@/lib/alarm/use-alarm-refresh.ts'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { gatherPlaces } from '@/widgets/map/gather.ts'
import { ListBesideMap, MapPane } from '@/widgets/map/list-beside-map.tsx'
import type { Bbox, MapPlaceItem } from '@/widgets/map/map-item.ts'
import { StationLevel } from '@/widgets/station-level/station-level.tsx'
import styles from './station-map.module.css'
import { stationPath } from './station-path.ts'

// MapLibre is the heaviest part of the console and is loaded with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('@/widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

const REFRESH_MS = 60_000
const CHINA: { readonly bbox: Bbox; readonly zoom: number } = { bbox: [73, 3, 136, 54], zoom: 3 }
const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }

const station = R.fromContract(described)
const COLUMNS: readonly R.Column<StationRow>[] = [
  {
    key: 'name',
    title: '站点名称',
    width: 210,
    sortField: 'name',
    render: ({ id, name }) => (
      <Link to={stationPath(id)} className="ellipsis" title={name}>
        {name}
      </Link>
    ),
  },
  {
    key: 'deviceCount',
    title: '设备数',
    width: 76,
    align: 'end',
    sortField: 'deviceCount',
    render: countOf('deviceCount'),
  },
  { key: 'channelCount', title: '通道数', width: 76, align: 'end', render: countOf('channelCount') },
  { key: 'level', title: '最高报警', width: 120, render: ({ id }) => <StationLevel id={id} /> },
]

function countOf(key: 'deviceCount' | 'channelCount') {
  return (row: StationRow) => formatNumber(row[key])
}

/** A station on a phone. */
const StationCard = ({ row }: { readonly row: StationRow }) => (
  <div className={styles.card}>
    <span className="ellipsis">{row.name}</span>
    <StationLevel id={row.id} />
    <span className="t-caption">
      {row.deviceCount} 台设备（在线 {row.onlineCount}） · {row.channelCount} 个通道
    </span>
  </div>
)

/** /mon/station/map 站点地图: a map with the filters of 站点管理; both show the same stations (BZ-06). */
export default function StationMapPage() {
  const list = R.useResourceList(station, { refreshMs: REFRESH_MS })
  const navigate = useNavigate()
  const [shown, setShown] = useState<StationRow>()
  useAlarmRefresh(placeEndpoints.levels)
  return (
    <R.ResourcePage list={list}>
      <PageHead title="站点地图" meta={`${formatNumber(list.total)} 个站点`} />
      <R.SearchForm collapsedCount={4}>
        <R.SearchText name="name" label="站点名称" />
        <R.SearchField resource={station} name="stationType" />
        <R.SearchField resource={station} name="regionCode" />
        <R.SearchField resource={station} name="status" />
      </R.SearchForm>
      <ListBesideMap
        list={
          <R.ListPanel>
            <R.Table resource={station} columns={COLUMNS} onOpen={setShown} card={(row) => <StationCard row={row} />} />
            <R.Pager />
          </R.ListPanel>
        }
        map={<StationsOnMap shown={shown} onOpen={(id) => navigate(stationPath(id))} />}
      />
    </R.ResourcePage>
  )
}

const toItem = ({ channelCount: _listed, regionCode: _place, ...place }: StationPlace): MapPlaceItem => ({
  type: 'place',
  ...place,
})

interface StationsOnMapProps {
  /** Ringed and scrolled into view. */
  readonly shown: StationRow | undefined
  readonly onOpen: (id: string) => void
}

/** All stations of the list, not only the current page. */
function StationsOnMap({ shown, onOpen }: StationsOnMapProps) {
  const { filterQuery } = R.useListContext<StationRow>()
  const [view, setView] = useState(CHINA)
  useAlarmRefresh(placeEndpoints.stations)
  const { data, error, refetch } = useEndpoint(
    placeEndpoints.stations,
    { query: { ...filterQuery, pageNo: 1, pageSize: 1 } },
    { refetchInterval: REFRESH_MS },
  )
  const places = useMemo(() => data?.map(toItem) ?? [], [data])
  const items = useMemo(() => gatherPlaces(places, view.bbox, view.zoom), [places, view])
  const { lng, lat } = shown ?? {}
  const selected = useMemo(() => (lng === undefined || lat === undefined ? null : { lng, lat }), [lng, lat])
  return (
    <MapPane
      count={data ? `图上 ${formatNumber(places.length)} 个站点` : '加载中…'}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
    >
      <NetworkMap
        items={items}
        selected={selected}
        selectedId={shown?.id}
        padding={PADDING}
        ofPlaces
        onViewChange={(bbox: Bbox, zoom: number) => setView({ bbox, zoom })}
        onPickPlace={(place: MapPlaceItem) => onOpen(place.id)}
      />
    </MapPane>
  )
}
