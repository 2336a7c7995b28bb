import type { DeviceStatus } from '@natim/contract/dict'
import { homeEndpoints } from '@natim/contract/mon/home'
import { regionByCode } from '@natim/domain/regions'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useAlarmRefresh } from '../../lib/alarm/use-alarm-refresh.ts'
import { useListState } from '../../lib/list-state.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useIsMobile, useIsPhone } from '../../lib/use-media.ts'
import { ErrorBar } from '../../ui/error-state.tsx'
import frame from '../../ui/outline/map-frame.module.css'
import { MapGround } from '../../ui/outline/map-outline.tsx'
import type { MapPlace, MapPointItem } from '../../widgets/map/map-item.ts'
import { DevicePanel } from './device-panel.tsx'
import styles from './home-map-page.module.css'
import { StationDrawer } from './station-drawer.tsx'
import { useSelectedPlace, useStation } from './use-station.ts'

// MapLibre is the heaviest part of the console and comes with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('../../widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

interface State {
  readonly keyword: string
  readonly status: DeviceStatus | ''
  /** Six-digit province drilled into; empty = the country. */
  readonly region: string
  /** Station shown in the drawer. */
  readonly station: string
}
const DEFAULTS: State = { keyword: '', status: '', region: '', station: '' }
/** The whole country, until the map reports what it shows. */
const CHINA = { bbox: '73,3,136,54', zoom: 3 }
const REFRESH_MS = 10_000
const DECIMALS = 3
const PANEL_PADDING = { top: 48, right: 48, bottom: 24, left: 360 }
const DRAWER_PX = 412
const SMALL_PADDING = { top: 48, right: 16, bottom: 16, left: 16 }

/** Room that the cards of the page take from the map; on a phone the drawer comes from below, past the map. */
function useMapPadding(hasDrawer: boolean) {
  const isMobile = useIsMobile()
  const isPhone = useIsPhone()
  const base = isMobile ? SMALL_PADDING : PANEL_PADDING
  return hasDrawer && !isPhone ? { ...base, right: DRAWER_PX + 24 } : base
}

/** /mon/homemap 监测一张图: where the network is, how it is, and the station behind each point (domain §10.2). */
export default function HomeMapPage() {
  const [state, change] = useListState(DEFAULTS)
  const [view, setView] = useState(CHINA)
  const [selected, setSelected] = useState<MapPlace & { readonly deviceId: string }>()
  const navigate = useNavigate()
  const query = { ...view, status: state.status || undefined, keyword: state.keyword || undefined }
  useAlarmRefresh(homeEndpoints.map)
  const { data, error, refetch } = useEndpoint(homeEndpoints.map, { query }, { refetchInterval: REFRESH_MS })

  const open = (device: { id: string; stationId: string | null; lng: number | null; lat: number | null }) => {
    if (device.lng !== null && device.lat !== null) {
      setSelected({ lng: device.lng, lat: device.lat, deviceId: device.id })
    }
    if (device.stationId === null) navigate(`/mon/device/detail/${device.id}`)
    else change({ station: device.stationId }, { isStep: state.station === '' })
  }
  const padding = useMapPadding(state.station !== '')
  const station = useStation(state.station)
  const place = useSelectedPlace(selected, station.data)
  const close = () => {
    setSelected(undefined)
    change({ station: '' })
  }

  return (
    <div className={frame.page}>
      <h1 className="visually-hidden">监测一张图</h1>
      <div className={frame.map}>
        <NetworkMap
          items={data?.items ?? []}
          selected={place}
          selectedId={selected?.deviceId}
          region={state.region === '' ? null : state.region}
          padding={padding}
          onViewChange={(bbox, zoom) =>
            setView({ bbox: bbox.map((degree) => degree.toFixed(DECIMALS)).join(','), zoom })
          }
          onPick={(point: MapPointItem) => open(point)}
          onDrill={({ adcode }) => change({ region: adcode })}
        />
      </div>
      <Crumb region={state.region} onBack={() => change({ region: '' })} />
      {error && (
        <div className={styles.error}>
          <ErrorBar message={error.message} onRetry={() => refetch()} />
        </div>
      )}
      <div className={frame.left}>
        <DevicePanel
          keyword={state.keyword}
          status={state.status}
          unplaced={data?.unplaced}
          selectedId={selected?.deviceId}
          onChange={change}
          onPick={open}
        />
      </div>
      <StationDrawer isOpen={state.station !== ''} station={station} onClose={close} />
    </div>
  )
}

function Crumb({ region, onBack }: { readonly region: string; readonly onBack: () => void }) {
  return (
    <nav className={frame.crumb} aria-label="区域">
      {region === '' ? (
        <>
          全部区域<span className="t-tertiary"> / 双击省份下钻</span>
        </>
      ) : (
        <>
          <Button type="link" size="small" onClick={onBack}>
            全部区域
          </Button>
          / {regionByCode(region)?.name ?? region}
        </>
      )}
    </nav>
  )
}
