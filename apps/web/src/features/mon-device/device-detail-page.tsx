import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { type DeviceOverview, deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { Tabs } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'react-router'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { Count } from '@/ui/tag.tsx'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { CredentialsTab } from './credential/credentials-tab.tsx'
import { RotateDialog } from './credential/rotate-dialog.tsx'
import { AlarmsTab } from './detail/alarms-tab.tsx'
import { ChannelsTab } from './detail/channels-tab.tsx'
import { DeviceHead } from './detail/device-head.tsx'
import { EventsTab } from './detail/events-tab.tsx'
import { OverviewTab } from './detail/overview-tab.tsx'
import { StatusLogTab } from './detail/status-log-tab.tsx'
import styles from './device-detail-page.module.css'
import { EDIT_KEYS, device as resource } from './device-resource.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { LiveDevicesContext, useLiveDevices, useStatus } from './live-devices.ts'
import { StreamTab } from './stream/stream-tab.tsx'
import { TrackTab } from './track/track-tab.tsx'

/** Values and status are live; derived data (means, clock, sparks, ribbon) is reloaded. */
const REFRESH_MS = 15_000

/** 设备详情: one device, live and historical (domain §10.4, design 07). */
export default function DeviceDetailPage() {
  const { id = '' } = useParams()
  const { data, error, retry } = R.useLastGood(
    useEndpoint(deviceEndpoints.overview, { params: { id } }, { refetchInterval: REFRESH_MS }),
  )
  // While the next device loads, `data` still holds the previous one.
  const overview = data?.device.id === id ? data : undefined
  useTabTitle(overview?.device.name)
  if (overview) {
    return (
      <>
        {error && <ErrorBar message={`更新失败：${error.message}`} requestId={error.requestId} onRetry={retry} />}
        <Device key={id} overview={overview} onChanged={retry} />
      </>
    )
  }
  if (error) {
    return (
      <ErrorState message={error.message} requestId={error.requestId} onRetry={retry}>
        <LinkButton to="/mon/device/list">返回设备列表</LinkButton>
      </ErrorState>
    )
  }
  return <DetailOutline />
}

interface DeviceProps {
  readonly overview: DeviceOverview
  readonly onChanged: () => void
}

function Device({ overview, onChanged }: DeviceProps) {
  const { device, channels } = overview
  const live = useLiveDevices([{ ...device, channels }])
  const editor = R.useResourceEditor(resource, { onSaved: onChanged })
  const [isRotating, setIsRotating] = useState(false)
  const rotate = () => setIsRotating(true)
  return (
    <LiveDevicesContext value={live}>
      <R.EditorScope editor={editor}>
        <StatusWatch device={device} onChange={onChanged} />
        <DeviceHead
          overview={overview}
          onEdit={() => editor.edit({ ...device, channels: [] })}
          onChanged={onChanged}
          onRotate={rotate}
        />
        <DeviceTabs overview={overview} onRotate={rotate} onChanged={onChanged} />
        <R.EditorModal keys={EDIT_KEYS} locked={device.lastSeen === null ? [] : ['clientId']} />
        <RotateDialog device={isRotating ? device : undefined} onClose={() => setIsRotating(false)} />
      </R.EditorScope>
    </LiveDevicesContext>
  )
}

/** Reloads the device when its status changes: ribbon, log and facts follow. */
function StatusWatch({
  device,
  onChange,
}: {
  readonly device: DeviceOverview['device']
  readonly onChange: () => void
}) {
  const status = useStatus(device)
  const isNew = status !== device.status
  const handleChange = useEffectEvent(onChange)
  useEffect(() => {
    if (isNew) handleChange()
  }, [isNew, status])
  return null
}

interface PageState {
  readonly tab: string
  /** Channel drawn in the overview; 0 = the first. */
  readonly channel: number
}
const DEFAULTS: PageState = { tab: 'overview', channel: 0 }

interface TabsProps {
  readonly overview: DeviceOverview
  readonly onRotate: () => void
  readonly onChanged: () => void
}

function DeviceTabs({ overview, onRotate, onChanged }: TabsProps) {
  const [state, change] = useListState(DEFAULTS)
  const mayReadHistory = R.useMay(timeseriesEndpoints.query)
  const maySeeTrack = R.useMay(deviceEndpoints.track)
  const maySeeAlarms = R.useMay(alarmEndpoints.list)
  const mayReadSecrets = R.useMay(deviceEndpoints.credentials)
  const hasChannels = overview.channels.length > 0
  const items = [
    {
      key: 'overview',
      label: '概览',
      children: (
        <OverviewTab overview={overview} channelNo={state.channel} onChannel={(channel) => change({ channel })} />
      ),
    },
    ...(mayReadHistory && hasChannels
      ? [
          { key: 'stream', label: '实时', children: <StreamTab overview={overview} /> },
          { key: 'history', label: '历史', children: <HistoryTab overview={overview} /> },
        ]
      : []),
    ...(maySeeTrack && overview.hasTrack
      ? [{ key: 'track', label: '轨迹', children: <TrackTab overview={overview} /> }]
      : []),
    {
      key: 'channels',
      label: (
        <>
          通道
          <Count>{overview.channels.length}</Count>
        </>
      ),
      children: <ChannelsTab overview={overview} onChanged={onChanged} />,
    },
    ...(mayReadSecrets
      ? [
          {
            key: 'credentials',
            label: '凭证',
            children: <CredentialsTab id={overview.device.id} onRotate={onRotate} />,
          },
        ]
      : []),
    ...(maySeeAlarms ? [{ key: 'alarms', label: '报警', children: <AlarmsTab overview={overview} /> }] : []),
    { key: 'events', label: '事件', children: <EventsTab overview={overview} /> },
    { key: 'log', label: '状态日志', children: <StatusLogTab overview={overview} /> },
  ]
  const active = items.some(({ key }) => key === state.tab) ? state.tab : DEFAULTS.tab
  return (
    <Tabs
      className={styles.tabs}
      activeKey={active}
      items={items}
      onChange={(tab) => change({ tab })}
      destroyOnHidden
      animated={false}
    />
  )
}
