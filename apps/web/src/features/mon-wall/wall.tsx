import { type WallAlarm, wallEndpoints } from '@natim/contract/mon/wall'
import { WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { AntdProvider } from '@/theme/antd-provider.tsx'
import { DarkTheme } from '@/theme/theme-provider.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Controls } from './controls.tsx'
import { CornerPanel } from './corner-panel.tsx'
import { DeviceDrawer } from './device-drawer.tsx'
import { FeedStrip } from './feed-strip.tsx'
import { TickerBar } from './ticker-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useBind } from './use-bind.ts'
import { useHiddenCursor } from './use-hidden-cursor.ts'
import { useNetwork, useWallAlarms } from './use-network.ts'
import { useUnit } from './use-unit.ts'
import { useWallKeys } from './use-wall-keys.ts'
import { useWallSound } from './use-wall-sound.ts'
import styles from './wall.module.css'
import { useCornerViews, useWallContext } from './wall-context.tsx'
import { WallLegend } from './wall-legend.tsx'
import { WallMap } from './wall-map.tsx'

export interface WallProps {
  /** One tile of a video wall; undefined = the whole screen. */
  readonly tile: WallCorner | undefined
}

/** 指挥大屏: four corners around the map, always dark (domain §10.3, designs 05 and 17). */
export function Wall({ tile }: WallProps) {
  return (
    <DarkTheme>
      <AntdProvider>
        <Stage tile={tile} />
      </AntdProvider>
    </DarkTheme>
  )
}

function Stage({ tile }: WallProps) {
  const { screen, isKiosk } = useWallContext()
  const unit = useUnit(tile !== undefined)
  const network = useNetwork()
  const alarms = useWallAlarms(network.data?.alarms)
  const views = useCornerViews(alarms)
  const isIdle = useHiddenCursor()
  const sound = useWallSound(network.data?.alarms, screen.hasSound)
  const { selected, setSelected, large, enlarge, choosing, setChoosing, bind } = useDesk(views)
  useEffect(() => {
    document.title = `${screen.name} - 指挥大屏`
  }, [screen.name])

  const panel = (corner: WallCorner) => (
    <CornerPanel
      key={corner}
      corner={corner}
      view={views[corner]}
      alarms={alarmsOf(alarms, views[corner].clientId)}
      isSelected={selected === corner}
      isLarge={large === corner}
      onSelect={setSelected}
      onEnlarge={enlarge}
      onChoose={setChoosing}
    />
  )
  return (
    <main
      className={styles.wall}
      data-theme="dark"
      data-idle={isIdle || undefined}
      data-tile={tile !== undefined || undefined}
      data-large={large}
      style={{ '--u': `${unit}px` }}
    >
      <FeedStrip />
      {tile === undefined ? (
        <>
          <TopBar network={network.data} />
          <div className={styles.stage}>
            {WALL_CORNERS.map(panel)}
            <Middle
              {...{ network, alarms, views, sound }}
              onBind={(corner, clientId) => bind(corner ?? selected, clientId)}
            />
          </div>
          <TickerBar alarms={alarms} />
        </>
      ) : (
        panel(tile)
      )}
      {!isKiosk && <Drawer {...{ choosing, setChoosing, bind }} />}
    </main>
  )
}

/** Interaction state: the selected corner, the enlarged one, and the one being reassigned. */
function useDesk(views: ReturnType<typeof useCornerViews>) {
  const [selected, setSelected] = useState<WallCorner>()
  const [large, setLarge] = useState<WallCorner>()
  const [choosing, setChoosing] = useState<WallCorner>()
  const bind = useBind(views)
  // Stable, so that a panel re-renders only for its own content.
  const enlarge = useCallback((corner: WallCorner) => setLarge((held) => (held === corner ? undefined : corner)), [])
  useWallKeys({ selected, setSelected, enlarge, choose: setChoosing, views, leave: () => setLarge(undefined) })
  return { selected, setSelected, large, enlarge, choosing, setChoosing, bind }
}

function Drawer({
  choosing,
  setChoosing,
  bind,
}: Pick<ReturnType<typeof useDesk>, 'choosing' | 'setChoosing' | 'bind'>) {
  const close = () => setChoosing(undefined)
  const choose = (clientId: string | null) => {
    bind(choosing, clientId)
    close()
  }
  return <DeviceDrawer corner={choosing} onClose={close} onBind={choose} />
}

interface MiddleProps {
  readonly network: ReturnType<typeof useNetwork>
  readonly alarms: readonly WallAlarm[]
  readonly views: ReturnType<typeof useCornerViews>
  readonly sound: ReturnType<typeof useWallSound>
  readonly onBind: (corner: WallCorner | undefined, clientId: string) => void
}

/** The map, with controls and legend below it. */
function Middle({ network, alarms, views, sound, onBind }: MiddleProps) {
  const { isKiosk } = useWallContext()
  const shown = useShownPlaces(views)
  return (
    <div className={styles.middle}>
      <WallMap
        places={network.data?.places ?? []}
        alarms={alarms}
        views={views}
        placeOf={shown}
        onBind={isKiosk ? undefined : onBind}
      />
      {network.error && (
        <div className={styles.error}>
          <ErrorBar message={network.error.message} onRetry={() => void network.refetch()} />
        </div>
      )}
      <div className={styles.foot}>
        <Controls sound={sound} />
        <WallLegend />
      </div>
    </div>
  )
}

const NONE: readonly WallAlarm[] = []
const byList = new WeakMap<readonly WallAlarm[], Map<string, readonly WallAlarm[]>>()

/** The alarms of a device; returns the same list for the same alarms, to avoid re-rendering panels. */
function alarmsOf(alarms: readonly WallAlarm[], clientId: string | null): readonly WallAlarm[] {
  if (clientId === null) return NONE
  let lists = byList.get(alarms)
  if (!lists) byList.set(alarms, (lists = new Map()))
  const held = lists.get(clientId)
  if (held) return held
  const own = alarms.filter((alarm) => alarm.clientId === clientId)
  const list = own.length === 0 ? NONE : own
  lists.set(clientId, list)
  return list
}

/** Positions of the devices in the corners. */
function useShownPlaces(views: ReturnType<typeof useCornerViews>) {
  const { screen } = useWallContext()
  const ids = WALL_CORNERS.flatMap((corner) => views[corner].clientId ?? [])
  const { data } = useEndpoint(
    wallEndpoints.devices,
    { query: { id: screen.id, clientIds: ids.join() } },
    { enabled: ids.length > 0, staleTime: 60_000 },
  )
  return useMemo(() => {
    const places = new Map(
      data?.flatMap((device) =>
        device && device.lng !== null && device.lat !== null
          ? [[device.clientId, { lng: device.lng, lat: device.lat }] as const]
          : [],
      ),
    )
    return (clientId: string) => places.get(clientId)
  }, [data])
}
