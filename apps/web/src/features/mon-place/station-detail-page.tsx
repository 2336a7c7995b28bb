import { DEVICE_STATUS } from '@natim/contract/dict'
import { homeEndpoints, type StationCard } from '@natim/contract/mon/home'
import { placeEndpoints } from '@natim/contract/mon/place'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { useAlarmRefresh } from '@/lib/alarm/use-alarm-refresh.ts'
import { serverNow } from '@/lib/clock.ts'
import { STATE_KEY } from '@/lib/list-state.ts'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import { useMayShow } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { useDeviceStates } from '@/lib/socket/device-states.ts'
import { useLiveValues } from '@/lib/socket/live.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import { Age } from '@/ui/age.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { StationLevel } from '@/widgets/station-level/station-level.tsx'
import { ChannelTable, historyPath } from './channel-table.tsx'
import { type PlaceDevice, PlaceLiveContext, usePlaceStatus } from './place-live.ts'
import styles from './station-detail.module.css'

/** Values and states are pushed; means, sparks and the device list are reloaded. */
const REFRESH_MS = 60_000
/** Maximum of one subscription. */
const MAX_LIVE_CHANNELS = 500
/** Maximum of one chart. */
const MAX_HISTORY = 20

/** /mon/station/detail/:id 站点详情: all channels of all devices of a station, live (BZ-06). */
export default function StationDetailPage() {
  const { id = '' } = useParams()
  const { data, error, atMs, retry } = useLastGood(
    useEndpoint(homeEndpoints.station, { params: { id } }, { refetchInterval: REFRESH_MS }),
  )
  // While the next station loads, `data` still holds the previous one.
  const station = data?.id === id ? data : undefined
  useTabTitle(station?.name)
  useAlarmRefresh(placeEndpoints.levels)
  if (station) {
    return (
      <>
        {error && (
          <ErrorBar
            message={`更新失败：${error.message}，数据截至 ${formatGmt8(atMs).slice(11, 16)}`}
            requestId={error.requestId}
            onRetry={retry}
          />
        )}
        <Station key={id} station={station} />
      </>
    )
  }
  if (error) {
    return (
      <ErrorState message={error.message} requestId={error.requestId} onRetry={retry}>
        <LinkButton to="/mon/station/list">返回站点管理</LinkButton>
      </ErrorState>
    )
  }
  return <DetailOutline />
}

function Station({ station }: { readonly station: StationCard }) {
  const mayAdd = useMayShow('mon:device:add')
  const channelNos = useMemo(
    () => station.devices.flatMap(({ channels }) => channels.map(({ channelNo }) => channelNo)),
    [station],
  )
  const keys = useMemo(() => channelNos.slice(0, MAX_LIVE_CHANNELS), [channelNos])
  const values = useLiveValues(keys.length === 0 ? undefined : { topic: 'ch', keys, maxHz: 1 })
  const states = useDeviceStates(useMemo(() => station.devices.map(({ id }) => id), [station]))
  const live = useMemo(() => ({ values, states }), [values, states])
  const { code, regionText, stationType_dictText: type, population5km } = station
  const people = population5km === null ? [] : [`5 km 人口 ${formatNumber(population5km)}`]
  return (
    <PlaceLiveContext value={live}>
      <PageHead
        title={station.name}
        meta={[code, regionText, type, ...people].join(' · ')}
        actions={<Ways station={station} channelNos={channelNos} />}
      />
      <PrintedLine now={serverNow} />
      <Figures station={station} channelCount={channelNos.length} />
      <div className={styles.devices}>
        {station.devices.map((device) => (
          <DevicePanel key={device.id} device={device} />
        ))}
        {station.devices.length === 0 && (
          <EmptyState
            title="该站点下没有您可见的设备"
            {...(mayAdd && { hint: '在设备列表新增设备，或把设备批量移动到这个站点。' })}
          />
        )}
      </div>
    </PlaceLiveContext>
  )
}

interface WaysProps {
  readonly station: StationCard
  readonly channelNos: readonly number[]
}

/** Links to other pages of a station; only pages the user may open. */
function Ways({ station, channelNos }: WaysProps) {
  const hasPage = useHasPage()
  const onMap = `/mon/homemap?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ station: station.id }))}`
  return (
    <>
      {hasPage('/mon/alarm/list') && (
        <LinkButton to={alarmListPath({ view: 'open', stationId: station.id })}>报警</LinkButton>
      )}
      {hasPage('/mon/homemap') && <LinkButton to={onMap}>在地图上查看</LinkButton>}
      {hasPage('/mon/history') && channelNos.length > 0 && (
        <LinkButton to={historyPath(channelNos.slice(0, MAX_HISTORY))}>历史曲线</LinkButton>
      )}
    </>
  )
}

function Figures({ station, channelCount }: { readonly station: StationCard; readonly channelCount: number }) {
  const online = station.devices.filter(({ status }) => status === 'online').length
  return (
    <dl className={styles.figures}>
      <div>
        <dt>设备</dt>
        <dd>
          {station.devices.length} 台，在线 {online} 台
        </dd>
      </div>
      <div>
        <dt>通道</dt>
        <dd>{channelCount} 个</dd>
      </div>
      <div>
        <dt>最高报警</dt>
        <dd>
          <StationLevel id={station.id} />
        </dd>
      </div>
    </dl>
  )
}

function DevicePanel({ device }: { readonly device: PlaceDevice }) {
  const status = usePlaceStatus(device)
  return (
    <Panel
      isFlush
      title={
        <span className={styles.name}>
          <KindIcon kind={device.kind} size={18} />
          <Link to={`/mon/device/detail/${device.id}`}>{device.name}</Link>
        </span>
      }
      meta={
        <span className={styles.name}>
          <StatusLamp status={status} />
          {DEVICE_STATUS[status]} · 最后上报 <Age tsMs={device.lastSeen} />
        </span>
      }
    >
      <ChannelTable device={device} />
    </Panel>
  )
}
