import type { Severity } from '@natim/contract/dict'
import type { WallAlarm, WallPlace } from '@natim/contract/mon/wall'
import {
  type CornerView,
  FLIGHT_STAY_MS,
  graveSince,
  severityAt,
  WALL_CORNERS,
  type WallCorner,
} from '@natim/domain/wall'
import type { MapLibreMap } from 'maplibre-gl'
import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Approval } from '@/widgets/map/approval.tsx'
import { itemFeatures } from '@/widgets/map/map-features.ts'
import { MapHint } from '@/widgets/map/map-hint.tsx'
import type { MapPointItem } from '@/widgets/map/map-item.ts'
import { SOURCE } from '@/widgets/map/map-style.ts'
import { SouthSeaInset } from '@/widgets/map/south-sea-inset.tsx'
import { useGeoData } from '@/widgets/map/use-geo-data.ts'
import { NATIONAL_BOUNDS, setSourceData, useMapInstance } from '@/widgets/map/use-map.ts'
import { useMapGestures } from '@/widgets/map/use-map-gestures.ts'
import { placeSeverity } from './place-severity.ts'
import { isWallCorner, useWall, useWallClock } from './wall-context.tsx'
import styles from './wall-map.module.css'

const PADDING = { top: 30, right: 30, bottom: 60, left: 30 }
const FLIGHT_ZOOM = 6.5
const FLIGHT_MS = 1_200
/** Pointer movement that starts a drag, px. */
const DRAG_PX = 6
/** Maximum age of an alarm that the map still flies to, ms. */
const NEWS_MS = 20_000

export interface WallMapProps {
  readonly places: readonly WallPlace[]
  readonly alarms: readonly WallAlarm[]
  readonly views: Readonly<Record<WallCorner, CornerView>>
  /** Position of the device of a corner; undefined = unknown. */
  readonly placeOf: (clientId: string) => { readonly lng: number; readonly lat: number } | undefined
  /** A point was dropped on a corner, or clicked while one was selected; absent = not permitted. */
  readonly onBind?: ((corner: WallCorner | undefined, clientId: string) => void) | undefined
}

/** The map in the middle of the wall, with a line from each corner to its device. */
export function WallMap({ places, alarms, views, placeOf, onBind }: WallMapProps) {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const { geo, hasFailed, retry } = useGeoData()
  const [moves, setMoves] = useState(0)
  const isPast = useWall((state) => state.mode === 'history')
  const pastLevels = useWallClock((nowMs) => (isPast ? placeSeverity(alarms, nowMs) : ''))
  const items = useMemo(() => toItems(places, isPast ? pastLevels : undefined), [places, isPast, pastLevels])
  const { map, failure } = useMapInstance({
    host,
    geo,
    padding: PADDING,
    start: undefined,
    onViewChange: () => setMoves((n) => n + 1),
  })
  const hovered = useMapGestures(map, {
    items,
    onPick: (point) => onBind?.(undefined, point.id),
    goTo: () => undefined,
  })
  useEffect(() => {
    if (map) setSourceData(map, SOURCE.items, itemFeatures(items))
  }, [map, items])
  useCameraMoves(map, () => setMoves((n) => n + 1))
  useFlights(map, isPast ? NONE : alarms)
  const drag = useDrag(map, host, items, onBind)

  if (hasFailed) return <ErrorState message="地图边界加载失败" onRetry={retry} />
  if (failure) return <ErrorState message="此浏览器不能绘制地图（WebGL 不可用）" />
  return (
    <div className={styles.map} aria-label="监测地图" role="region" onPointerDownCapture={drag.onPointerDown}>
      <div ref={setHost} className={styles.canvas} />
      {map && <Overlay key="overlay" map={map} moves={moves} {...{ views, placeOf, alarms }} />}
      {geo && (
        <div className={styles.inset}>
          <SouthSeaInset inset={geo.inset} isShown />
        </div>
      )}
      {geo && (
        <div className={styles.approval}>
          <Approval meta={geo.meta} />
        </div>
      )}
      {hovered && drag.ghost === undefined && <MapHint {...hovered} />}
      {drag.ghost && (
        <div className={styles.ghost} style={{ left: drag.ghost.x, top: drag.ghost.y }}>
          {drag.ghost.name}
        </div>
      )}
    </div>
  )
}

const NONE: readonly WallAlarm[] = []

function toItems(places: readonly WallPlace[], past: string | undefined): MapPointItem[] {
  const levels = past === undefined ? undefined : new Map<string, Severity>(JSON.parse(past) as [string, Severity][])
  return places.map((place) => {
    const severity = levels ? levels.get(`${place.lng},${place.lat}`) : (place.severity ?? undefined)
    return {
      type: 'device',
      id: place.clientId,
      name: place.name,
      kind: 'gateway',
      status: place.online > 0 ? 'online' : 'offline',
      stationId: null,
      lng: place.lng,
      lat: place.lat,
      ...(severity !== undefined && { severity }),
    }
  })
}

/** Calls back once per frame while the camera moves. */
function useCameraMoves(map: MapLibreMap | undefined, onMoved: () => void): void {
  const onMove = useEffectEvent(onMoved)
  useEffect(() => {
    if (!map) return
    let frame = 0
    const follow = map.on('move', () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => onMove())
    })
    const resize = map.on('resize', () => onMove())
    return () => {
      cancelAnimationFrame(frame)
      follow.unsubscribe()
      resize.unsubscribe()
    }
  }, [map])
}

/** Flies the map to a new severe alarm and back. */
function useFlights(map: MapLibreMap | undefined, alarms: readonly WallAlarm[]): void {
  const { isMotionReduced } = useTheme()
  const seen = useRef(new Set<string>())
  const newest = useWallClock(
    (nowMs) =>
      alarms.find((alarm) => {
        const sinceMs = graveSince(alarm)
        return sinceMs !== null && alarm.lng !== null && sinceMs <= nowMs && nowMs - sinceMs < NEWS_MS
      })?.id,
  )
  const fly = useEffectEvent((instance: MapLibreMap, id: string) => {
    const alarm = alarms.find((one) => one.id === id)
    if (alarm?.lng == null || alarm.lat === null) return
    const center: [number, number] = [alarm.lng, alarm.lat]
    if (isMotionReduced) instance.jumpTo({ center, zoom: FLIGHT_ZOOM })
    else instance.flyTo({ center, zoom: FLIGHT_ZOOM, duration: FLIGHT_MS })
  })
  useEffect(() => {
    if (!map || newest === undefined || seen.current.has(newest)) return
    seen.current.add(newest)
    fly(map, newest)
    const [west, south, east, north] = NATIONAL_BOUNDS
    const back = setTimeout(
      () => map.fitBounds([west, south, east, north], { padding: PADDING, duration: isMotionReduced ? 0 : FLIGHT_MS }),
      FLIGHT_STAY_MS,
    )
    return () => clearTimeout(back)
  }, [map, newest, isMotionReduced])
}

interface OverlayProps extends Pick<WallMapProps, 'views' | 'placeOf' | 'alarms'> {
  readonly map: MapLibreMap
  /** Increments whenever the camera moves. */
  readonly moves: number
}

/** Lines from the corners to their devices, and rings around the most severe alarms. */
function Overlay({ map, moves, views, placeOf, alarms }: OverlayProps) {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const rings = useWallClock((nowMs) => ringsAt(alarms, nowMs))
  return (
    <svg className={styles.overlay} width={width} height={height} data-moves={moves} aria-hidden>
      {WALL_CORNERS.map((corner) => {
        const { clientId, takeover } = views[corner]
        const place = clientId === null ? undefined : placeOf(clientId)
        if (place === undefined) return null
        const { x, y } = map.project([place.lng, place.lat])
        const isLeft = corner.startsWith('left')
        const [fromX, fromY] = [isLeft ? 0 : width, corner.endsWith('Top') ? height * 0.18 : height * 0.64]
        const elbow = isLeft ? width * 0.05 : width * 0.95
        const colour = takeover ? `var(--sev-${takeover.severity})` : 'var(--series-1)'
        return (
          <g key={corner} stroke={colour} fill="none">
            <path className={styles.leader} d={`M${fromX} ${fromY}H${elbow}L${x} ${y}`} />
            <circle className={styles.spot} cx={x} cy={y} r={7} />
          </g>
        )
      })}
      {(JSON.parse(rings) as Ring[]).map(({ lng, lat, severity, isCalm }) => {
        const { x, y } = map.project([lng, lat])
        return (
          <g key={`${lng} ${lat}`} stroke={`var(--sev-${severity})`} fill="none">
            <circle className={styles.ring} data-calm={isCalm || undefined} cx={x} cy={y} r={18} />
            <circle className={styles.ring} data-calm={isCalm || undefined} cx={x} cy={y} r={28} />
          </g>
        )
      })}
    </svg>
  )
}

interface Ring {
  readonly lng: number
  readonly lat: number
  readonly severity: number
  /** Acknowledged: the ring is not animated. */
  readonly isCalm: boolean
}

function ringsAt(alarms: readonly WallAlarm[], nowMs: number): string {
  const rings = new Map<string, Ring>()
  for (const alarm of alarms) {
    const { lng, lat, raisedMs, endedMs, acked } = alarm
    const severity = severityAt(alarm, nowMs)
    if (severity > 2 || lng === null || lat === null || raisedMs > nowMs) continue
    if (endedMs !== null && endedMs <= nowMs) continue
    const held = rings.get(`${lng} ${lat}`)
    if (held === undefined || severity < held.severity)
      rings.set(`${lng} ${lat}`, { lng, lat, severity, isCalm: acked })
  }
  return JSON.stringify([...rings.values()])
}

interface Ghost {
  readonly x: number
  readonly y: number
  readonly name: string
}

/** Drags a point of the map to a corner; the map does not pan meanwhile. */
function useDrag(
  map: MapLibreMap | undefined,
  host: HTMLDivElement | null,
  items: readonly MapPointItem[],
  onBind: WallMapProps['onBind'],
) {
  const [ghost, setGhost] = useState<Ghost>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const onPointerDown = (event: ReactPointerEvent) => {
    if (!map || !host || !onBind || event.button !== 0) return
    const box = host.getBoundingClientRect()
    const item = nearestItem(map, items, event.clientX - box.left, event.clientY - box.top)
    if (item === undefined) return
    map.dragPan.disable()
    const ending = new AbortController()
    const { signal } = ending
    const from = { x: event.clientX, y: event.clientY }
    let isDragging = false
    const move = ({ clientX, clientY }: PointerEvent) => {
      isDragging ||= Math.hypot(clientX - from.x, clientY - from.y) > DRAG_PX
      if (isDragging) setGhost({ x: clientX, y: clientY, name: item.name })
    }
    const end = () => {
      ending.abort()
      map.dragPan.enable()
      setGhost(undefined)
    }
    const drop = ({ clientX, clientY }: PointerEvent) => {
      const target = document.elementFromPoint(clientX, clientY)?.closest('[data-corner]')?.getAttribute('data-corner')
      end()
      if (isDragging && isWallCorner(target ?? null)) onBind(target as WallCorner, item.id)
    }
    stop.current = end
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
  return { ghost, onPointerDown }
}

const REACH_PX = 9

function nearestItem(map: MapLibreMap, items: readonly MapPointItem[], x: number, y: number): MapPointItem | undefined {
  let best: { item: MapPointItem; distance: number } | undefined
  for (const item of items) {
    const place = map.project([item.lng, item.lat])
    const distance = Math.hypot(place.x - x, place.y - y)
    if (distance <= REACH_PX && (best === undefined || distance < best.distance)) best = { item, distance }
  }
  return best?.item
}
