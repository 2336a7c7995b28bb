import { LockFilled, PlusOutlined, SwapOutlined, UnlockOutlined } from '@ant-design/icons'
import type { Severity } from '@natim/contract/dict'
import type { WallAlarm, WallDevice } from '@natim/contract/mon/wall'
import { formatCountdown, formatDuration } from '@natim/domain/format'
import { type CornerView, WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import { memo, type ReactNode } from 'react'
import { ErrorBar } from '@/ui/error-state.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './corner-panel.module.css'
import { PanelBody } from './panel-body.tsx'
import { usePanelDevice, usePanelStatus } from './use-panel-data.ts'
import { CORNER_NAMES, useWall, useWallClock, useWallContext } from './wall-context.tsx'

export interface CornerPanelProps {
  readonly corner: WallCorner
  readonly view: CornerView
  /** Alarms of the panel's device, newest first. */
  readonly alarms: readonly WallAlarm[]
  readonly isSelected: boolean
  readonly isLarge: boolean
  readonly onSelect: (corner: WallCorner) => void
  readonly onEnlarge: (corner: WallCorner) => void
  readonly onChoose: (corner: WallCorner) => void
}

/** One of the four panels around the map: a device with its channels and the chart of one of them. */
export const CornerPanel = memo(function CornerPanel(props: CornerPanelProps) {
  const { corner, view, alarms, isSelected, isLarge, onSelect, onEnlarge, onChoose } = props
  const { clientId } = view
  const { device, error, refetch } = usePanelDevice(clientId)
  const level = useWallClock((nowMs) => frameLevel(alarms, nowMs))
  return (
    // The panel is selected by the keys 1 to 4 and enlarged by Enter (use-wall-keys.ts); what is in it is reached by Tab.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.panel}
      data-corner={corner}
      data-level={level}
      data-selected={isSelected || undefined}
      data-large={isLarge || undefined}
      aria-label={`${CORNER_NAMES[corner]}：${device?.name ?? (clientId === null ? '未选择设备' : clientId)}`}
      onClick={() => onSelect(corner)}
      onDoubleClick={() => onEnlarge(corner)}
    >
      {clientId === null ? (
        <Empty onChoose={() => onChoose(corner)} />
      ) : device ? (
        <Device corner={corner} device={device} view={view} alarms={alarms} onChoose={onChoose} />
      ) : (
        <Without onChoose={() => onChoose(corner)} corner={corner}>
          {error ? (
            <ErrorBar message={error.message} onRetry={() => void refetch()} />
          ) : device === null ? (
            <>
              <p className={styles.gone}>无权查看或已删除</p>
              <p className={styles.hint}>设备 {clientId} 不能在此显示</p>
            </>
          ) : (
            <span className={styles.waiting} aria-label="加载中" />
          )}
        </Without>
      )}
    </section>
  )
})

/** Most severe active alarm at an instant: the frame colour of the panel. */
function frameLevel(alarms: readonly WallAlarm[], nowMs: number): number | undefined {
  const open = alarms.filter(({ raisedMs, endedMs }) => raisedMs <= nowMs && (endedMs === null || endedMs > nowMs))
  return open.length === 0 ? undefined : Math.min(...open.map(({ severity }) => severity))
}

function Empty({ onChoose }: { readonly onChoose: () => void }) {
  const { isKiosk } = useWallContext()
  if (isKiosk) return <p className={styles.empty}>请选择设备</p>
  return (
    <button type="button" className={styles.empty} onClick={onChoose}>
      <PlusOutlined aria-hidden />
      请选择设备
    </button>
  )
}

interface WithoutProps {
  readonly corner: WallCorner
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Without({ corner, onChoose, children }: WithoutProps) {
  return (
    <>
      <div className={styles.without}>{children}</div>
      <Foot corner={corner} onChoose={onChoose} age={null} />
    </>
  )
}

interface DeviceProps extends Pick<CornerPanelProps, 'corner' | 'view' | 'alarms' | 'onChoose'> {
  readonly device: WallDevice
}

function Device({ corner, device, view, alarms, onChoose }: DeviceProps) {
  const { status, lastSeen } = usePanelStatus(device)
  const isPast = useWall((state) => state.mode === 'history')
  const isOffline = !isPast && status === 'offline'
  const place = [device.regionText, device.stationName].filter(Boolean).join(' · ')
  return (
    <>
      <header className={styles.head}>
        <span className={styles.kind}>
          <KindIcon kind={device.kind} size={20} />
        </span>
        <span className={styles.names}>
          <span className={styles.name}>
            {device.name} <StatusLamp status={status} />
          </span>
          <span className={styles.place} title={place}>
            <span className={styles.client}>{device.clientId}</span>
            {place}
          </span>
        </span>
        <Badge view={view} alarms={alarms} offlineMs={isOffline ? lastSeen : undefined} />
      </header>
      <PanelBody key={device.clientId} device={device} alarms={alarms} isOffline={isOffline} />
      <Foot corner={corner} onChoose={() => onChoose(corner)} age={isPast ? null : lastSeen} />
    </>
  )
}

interface BadgeProps {
  readonly view: CornerView
  readonly alarms: readonly WallAlarm[]
  /** Last contact of an offline device. */
  readonly offlineMs: number | null | undefined
}

/** Why the panel is highlighted: alarm takeover, offline, an unacknowledged alarm, or its acknowledger. */
function Badge({ view: { takeover, isRotated }, alarms, offlineMs }: BadgeProps) {
  const left = useWallClock((nowMs) => (takeover ? formatCountdown(takeover.untilMs - nowMs) : undefined))
  const offline = useTicker((nowMs) => (offlineMs ? formatDuration(nowMs - offlineMs) : undefined))
  const worst = useWallClock((nowMs) => worstOpen(alarms, nowMs)?.id)
  const alarm = alarms.find(({ id }) => id === worst)
  const waited = useWallClock((nowMs) => (alarm ? formatCountdown(nowMs - alarm.raisedMs) : undefined))
  if (takeover) {
    return (
      <span className={styles.badge} data-level={takeover.severity}>
        <SeverityGlyph level={takeover.severity as Severity} size={16} />
        {alarms.some(({ id, drill }) => drill && id === takeover.alarmId) && '演练 '}
        报警接管 {left}
      </span>
    )
  }
  if (offlineMs !== undefined) return <span className={styles.badge}>离线 {offline}</span>
  if (alarm) {
    return (
      <span className={styles.badge} data-level={alarm.acked ? 4 : alarm.severity}>
        <SeverityGlyph level={alarm.severity} size={16} />
        {alarm.drill && '演练 '}
        {alarm.acked ? `已确认 ${alarm.ackName ?? ''}` : `未确认 ${waited ?? ''}`}
      </span>
    )
  }
  return isRotated ? <span className={styles.badge}>轮播</span> : null
}

function worstOpen(alarms: readonly WallAlarm[], nowMs: number): WallAlarm | undefined {
  return alarms
    .filter(({ raisedMs, endedMs }) => raisedMs <= nowMs && (endedMs === null || endedMs > nowMs))
    .toSorted((a, b) => Number(a.acked) - Number(b.acked) || a.severity - b.severity)
    .at(0)
}

interface FootProps {
  readonly corner: WallCorner
  readonly onChoose: () => void
  /** Time since the device's last contact; null = unknown. */
  readonly age: number | null
}

function Foot({ corner, onChoose, age }: FootProps) {
  const { store, isKiosk } = useWallContext()
  const index = WALL_CORNERS.indexOf(corner)
  const isLocked = useWall((state) => state.lockCorner[index] === true)
  const text = useTicker((nowMs) => (age === null ? '' : `数据 ${formatDuration(Math.max(0, nowMs - age))}前`))
  const toggle = () => {
    const locks = store.getState().lockCorner.map((held, place) => (place === index ? !held : held))
    store.change({ lockCorner: locks as [boolean, boolean, boolean, boolean] })
  }
  return (
    <footer className={styles.foot}>
      <span>{text}</span>
      {isKiosk ? (
        isLocked && <LockFilled aria-label="已锁定" />
      ) : (
        <>
          <button type="button" className={styles.action} onClick={onChoose}>
            <SwapOutlined aria-hidden /> 更换设备
          </button>
          <button
            type="button"
            className={styles.action}
            aria-pressed={isLocked}
            aria-label={`锁定${CORNER_NAMES[corner]}`}
            title={isLocked ? '已锁定：不轮播，报警不接管' : '锁定后不轮播，报警不接管'}
            onClick={toggle}
          >
            {isLocked ? <LockFilled aria-hidden /> : <UnlockOutlined aria-hidden />}
          </button>
        </>
      )}
    </footer>
  )
}
