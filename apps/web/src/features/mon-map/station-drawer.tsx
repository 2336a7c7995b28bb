import { DEVICE_STATUS } from '@natim/contract/dict'
import type { ChannelView } from '@natim/contract/mon/device'
import type { StationCard } from '@natim/contract/mon/home'
import { formatLimit, formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { useMemo } from 'react'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { type DeviceStates, useDeviceState, useDeviceStates } from '../../lib/socket/device-states.ts'
import { useLiveValue, useLiveValues, useNewestTime } from '../../lib/socket/live.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { Age, useIsStale } from '../../ui/age.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { metricColour } from '../../ui/metric-colour.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { BlockSkeleton } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import { ValueCell } from '../../ui/value-cell.tsx'
import { StationAlarms } from './station-alarms.tsx'
import styles from './station-drawer.module.css'
import { StationLinks } from './station-links.tsx'
import type { useStation } from './use-station.ts'

const MAX_LIVE_CHANNELS = 500

export interface StationDrawerProps {
  readonly isOpen: boolean
  readonly station: ReturnType<typeof useStation>
  /** Moment being replayed beside it; the drawer itself shows current data. */
  readonly replayMs?: number | undefined
  readonly onClose: () => void
}

/** The station of a map point: its devices, and each channel live with its ruler and its day. */
export function StationDrawer(props: StationDrawerProps) {
  const { isOpen, replayMs, onClose } = props
  const { data: station, error, refetch } = props.station
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={station?.name ?? '站点'}
      footer={station && <StationLinks station={station} />}
    >
      {replayMs !== undefined && (
        <p className={styles.replay}>回放中 {formatGmt8(replayMs).slice(0, 16)}，以下为当前数值</p>
      )}
      {station ? (
        <>
          <StationAlarms stationId={station.id} />
          <Station station={station} />
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => refetch()} />
      ) : (
        <BlockSkeleton height={360} />
      )}
    </SideDrawer>
  )
}

function Station({ station }: { readonly station: StationCard }) {
  const keys = useMemo(
    () =>
      station.devices
        .flatMap((device) => device.channels.map((channel) => channel.channelNo))
        .slice(0, MAX_LIVE_CHANNELS),
    [station],
  )
  const values = useLiveValues(keys.length === 0 ? undefined : { topic: 'ch', keys, maxHz: 1 })
  const ids = useMemo(() => station.devices.map(({ id }) => id), [station])
  const states = useDeviceStates(ids)
  return (
    <div className={styles.station}>
      <p className={styles.facts}>
        {station.code} · {station.regionText} · {station.stationType_dictText}
        {station.population5km !== null && ` · 5 km 人口 ${formatNumber(station.population5km)}`}
      </p>
      {station.devices.map((device) => (
        <DeviceSection key={device.id} device={device} values={values} states={states} />
      ))}
      {station.devices.length === 0 && <p className={styles.facts}>该站点下没有设备</p>}
    </div>
  )
}

interface DeviceSectionProps {
  readonly device: StationCard['devices'][number]
  readonly values: LiveValues
  readonly states: DeviceStates
}

function DeviceSection({ device, values, states }: DeviceSectionProps) {
  const state = useDeviceState(states, device.id)
  const newestMs = useNewestTime(
    values,
    device.channels.map(({ channelNo }) => channelNo),
  )
  const status = state?.st ?? device.status
  return (
    <section aria-label={device.name}>
      <header className={styles.device}>
        <StatusLamp status={status} />
        <span className={styles.name}>{device.name}</span>
        <span className="t-caption">
          {DEVICE_STATUS[status]} · <Age tsMs={Math.max(device.lastSeen ?? 0, state?.ls ?? 0, newestMs) || null} />
        </span>
        <LinkButton to={`/mon/device/detail/${device.id}`} className="push" isSmall>
          历史曲线
        </LinkButton>
      </header>
      <ul>
        {device.channels.map((channel) => (
          <ChannelLine key={channel.channelNo} channel={channel} values={values} isOffline={status === 'offline'} />
        ))}
      </ul>
    </section>
  )
}

type SparkChannel = ChannelView & { readonly spark: { readonly values: readonly (number | null)[] } }

function ChannelLine({
  channel,
  values,
  isOffline,
}: {
  readonly channel: SparkChannel
  readonly values: LiveValues
  readonly isOffline: boolean
}) {
  const live = useLiveValue(values, channel.channelNo)
  const known = channel.latest
  const isLiveNewer = live !== undefined && live[1] >= (known?.ts ?? 0)
  const ts = isLiveNewer ? live[1] : known?.ts
  const isStale = useIsStale(ts, channel.periodS)
  return (
    <li className={styles.channel}>
      <ValueCell
        channel={channel}
        value={isLiveNewer ? live[2] : known?.v}
        q={(isLiveNewer ? live[3] : known?.q) ?? 0}
        look={isOffline ? 'offline' : isStale ? 'stale' : 'live'}
      />
      <Sparkline
        values={channel.spark.values}
        label={`${channel.name} 24 小时`}
        width={96}
        height={28}
        colour={metricColour(channel.metricCode)}
        isMuted={isStale || isOffline}
      />
      <span className="t-caption">
        <Age tsMs={ts} periodS={channel.periodS} />
      </span>
      {channel.limits.length > 0 && (
        <span className={`t-caption ${styles.limits}`}>
          限值 {channel.limits.map(({ name, value }) => `${name} ${formatLimit(value)}`).join('，')} {channel.unit}
        </span>
      )}
    </li>
  )
}
