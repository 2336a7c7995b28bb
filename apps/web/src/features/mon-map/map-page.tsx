import type { DeviceListRow } from '@natim/contract/mon/device'
import { type MapMark, REPLAY_SPAN_MS } from '@natim/contract/mon/map'
import { regionByCode } from '@natim/domain/regions'
import { Button } from 'antd'
import type { MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { type ChangeListState, useListState } from '@/lib/list-state.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useIsMobile, useIsPhone } from '@/lib/use-media.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import frame from '@/ui/outline/map-frame.module.css'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { DrawTools } from '@/widgets/map/draw-tools.tsx'
import { beginDrawing, type Drawing } from '@/widgets/map/drawing.ts'
import type { Bbox, MapMarkItem, MapPlace, MapPointItem } from '@/widgets/map/map-item.ts'
import { AreaCard } from './area-card.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DraftsCard } from './drafts-card.tsx'
import { LayerBar } from './layer-bar.tsx'
import { LayerList } from './layer-list.tsx'
import styles from './map-page.module.css'
import { MAP_DEFAULTS, type MapState, readMapState } from './map-state.ts'
import { PhoneSheet } from './phone-sheet.tsx'
import { ReplayDevices } from './replay-devices.tsx'
import { SideCharts } from './side-charts.tsx'
import { StationDrawer } from './station-drawer.tsx'
import { TimeBar } from './time-bar.tsx'
import { useMapDrawing } from './use-map-drawing.ts'
import { type MapFrame, useMapFrame, useReplay, type View } from './use-map-frame.ts'
import { useOverlays } from './use-overlays.ts'
import { usePlayback } from './use-playback.ts'
import { useSelectedPlace, useStation } from './use-station.ts'

// MapLibre is the heaviest part of the console and is loaded with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('../../widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

/** The whole country, until the map reports its view. */
const CHINA: View = { bbox: [73, 3, 136, 54], zoom: 3 }
const TIME_BAR_PX = 88
const PANEL_PADDING = { top: 96, right: 48, bottom: 24 + TIME_BAR_PX, left: 360 }
const DRAWER_PX = 412
/** Layer bar and the line below it on a phone; the map's controls stand in a row under them. */
const PHONE_TOP_PX = 124
/** Height of sheet and time bar on a phone. */
const PHONE_FOOT_PX = 176
/** What the day picker adds to the line, and the moment to the time bar. */
const PHONE_REPLAY_PX = 28
const SMALL_PADDING = { top: 96, right: 16, bottom: 16 + TIME_BAR_PX, left: 16 }

const phonePadding = (isReplay: boolean) => {
  const more = isReplay ? PHONE_REPLAY_PX : 0
  return { ...SMALL_PADDING, top: PHONE_TOP_PX + more / 2, bottom: PHONE_FOOT_PX + more }
}

/** Padding of the map for the page's cards; on a phone the drawer is a bottom sheet and needs none. */
function useMapPadding(hasDrawer: boolean, isReplay: boolean) {
  const isMobile = useIsMobile()
  const isPhone = useIsPhone()
  const small = isPhone ? phonePadding(isReplay) : SMALL_PADDING
  const base = isMobile ? small : PANEL_PADDING
  return hasDrawer && !isPhone ? { ...base, right: DRAWER_PX + 24 } : base
}

/** State of the page: the address, the time window and the shown moment. */
function useMapMoment(dayEndMs: number | undefined, view: View) {
  const [given, change] = useListState(MAP_DEFAULTS)
  const state = readMapState(given)
  const isPast = dayEndMs !== undefined
  // The bars of the live map show its alarms, which every layer includes.
  const alarms = useReplay('status', dayEndMs, true)
  const span = alarms.data && { fromMs: alarms.data.fromMs, toMs: alarms.data.toMs }
  const asked = isPast && state.at === 0 ? dayEndMs - REPLAY_SPAN_MS : state.at
  // An old link may name a moment outside the window; clamped, so that the label matches the shown data.
  const at = span && asked !== 0 ? Math.min(Math.max(asked, span.fromMs), span.toMs) : asked
  const playback = usePlayback({ window: span, at, endsNow: !isPast, onAt: (next) => change({ at: next }) })
  const own = useReplay(state.layer, dayEndMs, playback.at !== 0)
  const shown = useMapFrame(
    state,
    view,
    { replay: own.data, at: playback.at, failure: own.error },
    () => void own.refetch(),
  )
  return { state, change, span, alarms: alarms.data?.alarms ?? null, playback, frame: shown }
}

/** Opens the selected item: the drawer of its station, or the page of a device without one. */
function useOpening(state: MapState, change: ChangeListState<MapState>) {
  const [selected, setSelected] = useState<MapPlace & { readonly id: string }>()
  const navigate = useNavigate()
  const openStation = (id: string, place: MapPlace & { readonly id: string }) => {
    setSelected(place)
    change({ station: id }, { isStep: state.station === '' })
  }
  const openDevice = (device: Pick<DeviceListRow, 'id' | 'stationId' | 'lng' | 'lat'> | MapPointItem) => {
    const { id, stationId, lng, lat } = device
    if (stationId === null) navigate(`/mon/device/detail/${id}`)
    else if (lng !== null && lat !== null) openStation(stationId, { id, lng, lat })
    else change({ station: stationId }, { isStep: state.station === '' })
  }
  const openMark = (mark: MapMark) => openStation(mark.id, mark)
  const close = () => {
    setSelected(undefined)
    change({ station: '' })
  }
  return { selected, openDevice, openMark, close }
}

export interface MapPageProps {
  readonly title: string
  /** End of the replayed day; without it the map is live, with the last 24 h behind it. */
  readonly dayEndMs?: number
  readonly dayPicker?: ReactNode
}

/** The map with its layers, the list beside it, the station drawer and the 24 h time bar. */
export function MapPage({ title, dayEndMs, dayPicker }: MapPageProps) {
  const [view, setView] = useState<View>(CHINA)
  const [map, setMap] = useState<MapLibreMap>()
  const { state, change, span, alarms, playback, frame: shown } = useMapMoment(dayEndMs, view)
  const isReplay = shown.replayMs !== undefined
  const { drafts } = useOverlays(map, state, isReplay)
  const [drawing, setDrawing] = useMapDrawing(map)

  const opening = useOpening(state, change)
  const { selected, close } = opening
  const station = useStation(state.station)
  const place = useSelectedPlace(selected, station.data)

  const isPhone = useIsPhone()

  return (
    <div className={isPhone ? `${frame.page} ${styles.phone}` : frame.page} data-replay={isReplay || undefined}>
      <h1 className="visually-hidden">{title}</h1>
      <MapCanvas
        state={state}
        change={change}
        frame={shown}
        opening={opening}
        place={place}
        drawing={drawing}
        onDrawing={setDrawing}
        onMap={setMap}
        onView={setView}
      />
      <MapTop
        state={state}
        change={change}
        frame={shown}
        dayPicker={dayPicker}
        drawing={drawing}
        drafts={drafts}
        onDrawing={setDrawing}
      />
      <Beside state={state} change={change} frame={shown} opening={opening} dayEndMs={dayEndMs} isPhone={isPhone} />
      <div className={styles.foot} data-beside={state.station !== '' || undefined}>
        <TimeBar
          span={span}
          alarms={alarms}
          playback={playback}
          endsNow={dayEndMs === undefined}
          counts={shown.alarms}
        />
      </div>
      <StationDrawer isOpen={state.station !== ''} station={station} replayMs={shown.replayMs} onClose={close} />
    </div>
  )
}

interface BesideProps extends Pick<MapCanvasProps, 'state' | 'change' | 'frame' | 'opening'> {
  readonly dayEndMs: number | undefined
  readonly isPhone: boolean
}

/** The list: in a sheet on a phone, otherwise beside the map with charts below it. */
function Beside({ state, change, frame: shown, opening, dayEndMs, isPhone }: BesideProps) {
  const { selected, openDevice, openMark } = opening
  const side = (
    <Side
      state={state}
      frame={shown}
      selectedId={selected?.id ?? state.station}
      change={change}
      openDevice={openDevice}
      openMark={openMark}
    />
  )
  if (isPhone) return <PhoneSheet>{side}</PhoneSheet>
  return (
    <div className={`${frame.left} ${styles.left}`}>
      {side}
      <SideCharts
        layer={state.layer}
        region={state.region}
        open={state.chart}
        dayEndMs={dayEndMs}
        replay={shown.replay}
        isReplay={shown.replayMs !== undefined}
        onOpen={(chart) => change({ chart })}
      />
    </div>
  )
}

interface MapCanvasProps extends Pick<MapTopProps, 'state' | 'change' | 'frame' | 'drawing' | 'onDrawing'> {
  readonly opening: ReturnType<typeof useOpening>
  readonly place: MapPlace | null
  readonly onMap: (map: MapLibreMap | undefined) => void
  readonly onView: (view: View) => void
}

/** The map with its drawing tools. */
function MapCanvas({ state, change, frame: shown, opening, place, drawing, onDrawing, onMap, onView }: MapCanvasProps) {
  const { selected, openDevice, openMark } = opening
  const isReplay = shown.replayMs !== undefined
  const padding = useMapPadding(state.station !== '', isReplay)
  return (
    <div className={frame.map}>
      <NetworkMap
        items={shown.items}
        selected={place}
        selectedId={selected?.id}
        region={state.region === '' ? null : state.region}
        padding={padding}
        layer={state.layer}
        hasWind={state.wind && !isReplay}
        isDrawing={drawing !== undefined}
        tools={
          <DrawTools
            tool={drawing?.tool}
            onTool={(tool) => onDrawing(tool === undefined ? undefined : beginDrawing(tool))}
          />
        }
        onMap={onMap}
        onViewChange={(bbox: Bbox, zoom: number) => onView({ bbox, zoom })}
        onPick={openDevice}
        onPickStation={(mark: MapMarkItem) => openMark(mark)}
        onDrill={({ adcode }: { adcode: string }) => change({ region: adcode })}
      />
    </div>
  )
}

interface MapTopProps {
  readonly state: MapState
  readonly change: ChangeListState<MapState>
  readonly frame: MapFrame
  readonly dayPicker: ReactNode
  readonly drawing: Drawing | undefined
  readonly drafts: ReturnType<typeof useOverlays>['drafts']
  readonly onDrawing: (drawing: Drawing | undefined) => void
}

/** Controls over the top of the map: layers, region, day, and the card of the drawing or the saved areas. */
function MapTop({ state, change, frame: shown, dayPicker, drawing, drafts, onDrawing }: MapTopProps) {
  const maySeeAlarms = useCan('mon:alarm:view')
  const isReplay = shown.replayMs !== undefined
  return (
    <div className={styles.top}>
      <LayerBar layers={state} maySeeAlarms={maySeeAlarms} onChange={change} />
      <div className={styles.line}>
        <Crumb region={state.region} onBack={() => change({ region: '' })} />
        {dayPicker}
        {state.wind && isReplay && <span className={styles.note}>风场只有实时数据</span>}
      </div>
      {shown.error && <ErrorBar message={shown.error.message} onRetry={shown.retry} />}
      <Cards
        drawing={drawing}
        drafts={state.areas ? drafts : undefined}
        isReplay={isReplay}
        onDrawing={onDrawing}
        onSaved={() => change({ areas: true })}
      />
    </div>
  )
}

interface CardsProps {
  readonly drawing: Drawing | undefined
  readonly drafts: ReturnType<typeof useOverlays>['drafts'] | undefined
  readonly isReplay: boolean
  readonly onDrawing: (drawing: Drawing | undefined) => void
  readonly onSaved: () => void
}

/** Cards over the map: the current drawing takes precedence over saved areas. */
function Cards({ drawing, drafts, isReplay, onDrawing, onSaved }: CardsProps) {
  if (drawing) {
    return (
      <AreaCard
        drawing={drawing}
        isReplay={isReplay}
        onClose={() => onDrawing(undefined)}
        onAgain={() => onDrawing(beginDrawing(drawing.tool))}
        onSaved={() => {
          onDrawing(undefined)
          onSaved()
        }}
      />
    )
  }
  if (!drafts) return null
  return <DraftsCard drafts={drafts.data} error={drafts.error} onRetry={() => void drafts.refetch()} />
}

interface SideProps {
  readonly state: MapState
  readonly frame: MapFrame
  readonly selectedId: string
  readonly change: (change: Partial<MapState>) => void
  readonly openDevice: (device: DeviceListRow | MapPointItem) => void
  readonly openMark: (mark: MapMark) => void
}

/** The list of the layer: devices by status, or stations by value. */
function Side({ state, frame: shown, selectedId, change, openDevice, openMark }: SideProps) {
  const { layer, keyword, status } = state
  if (layer !== 'status') {
    return (
      <LayerList
        layer={layer}
        keyword={keyword}
        rows={shown.rows}
        byLevel={shown.byLevel}
        unknown={shown.unknown}
        replayMs={shown.replayMs}
        selectedId={selectedId}
        error={shown.error}
        onRetry={shown.retry}
        onKeyword={(text) => change({ keyword: text })}
        onPick={openMark}
      />
    )
  }
  if (shown.replayMs !== undefined) {
    return (
      <ReplayDevices
        devices={shown.devices}
        replayMs={shown.replayMs}
        keyword={keyword}
        selectedId={selectedId}
        onKeyword={(text) => change({ keyword: text })}
        onPick={openDevice}
      />
    )
  }
  return (
    <DevicePanel
      keyword={keyword}
      status={status}
      kind={state.kind}
      depart={state.depart}
      unplaced={shown.unplaced}
      selectedId={selectedId}
      onChange={change}
      onPick={openDevice}
    />
  )
}

function Crumb({ region, onBack }: { readonly region: string; readonly onBack: () => void }) {
  return (
    <nav className={styles.crumb} aria-label="区域">
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
