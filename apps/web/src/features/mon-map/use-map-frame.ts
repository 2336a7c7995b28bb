import { homeEndpoints } from '@natim/contract/mon/home'
import type { MapLayer, MapMark, Replay, ValueLayer } from '@natim/contract/mon/map'
import { mapEndpoints } from '@natim/contract/mon/map'
import { useMemo } from 'react'
import { useAlarmRefresh } from '@/lib/alarm/use-alarm-refresh.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { Bbox, MapItem, MapPointItem } from '@/widgets/map/map-item.ts'
import type { MapState } from './map-state.ts'
import { frameItems, type ReplayFrame, replayFrame, worstMarks } from './replay-frame.ts'

const REFRESH_MS = 10_000
/** Refresh interval of the alarms on the live map's time bar. */
const WINDOW_REFRESH_MS = 60_000

export interface View {
  readonly bbox: Bbox
  readonly zoom: number
}

/** Data of the map and its list at one moment. */
export interface MapFrame {
  readonly items: readonly MapItem[]
  /** Stations of a value layer, worst first; undefined while loading. */
  readonly rows: readonly MapMark[] | undefined
  readonly byLevel: readonly number[]
  readonly unknown: number
  readonly unplaced: number | undefined
  /** Devices at a replayed moment. */
  readonly devices: readonly MapPointItem[]
  /** The points of that moment; undefined while loading and while the map is live. */
  readonly replay: ReplayFrame | undefined
  /** Moment of a replay, epoch ms; undefined while the map is live. */
  readonly replayMs: number | undefined
  /** Open alarms at that moment, by severity. */
  readonly alarms: readonly number[] | null
  readonly error: { readonly message: string } | null
  readonly retry: () => void
}

const DECIMALS = 3
const NO_LEVELS = [0, 0, 0, 0, 0, 0] as const
const isValueLayer = (layer: MapLayer): layer is ValueLayer => layer !== 'status'

/** A replay, cached while viewed. Without an end it covers the last 24 h and is refreshed. */
export const useReplay = (layer: MapLayer, to: number | undefined, enabled: boolean) =>
  useEndpoint(
    mapEndpoints.replay,
    { query: { layer, ...(to !== undefined && { to }) } },
    { enabled, staleTime: WINDOW_REFRESH_MS, ...(to === undefined && { refetchInterval: WINDOW_REFRESH_MS }) },
  )

const devicesOf = ({ kind, depart }: MapState) => ({ kind: kind || undefined, depart: depart || undefined })

/** The live picture of the visible box, clustered by the server. */
function useLive(state: MapState, { bbox, zoom }: View, isOn: boolean) {
  const box = { bbox: bbox.map((degree) => degree.toFixed(DECIMALS)).join(','), zoom }
  const keyword = state.keyword || undefined
  const isStatus = state.layer === 'status'
  useAlarmRefresh(isStatus ? homeEndpoints.map : mapEndpoints.layer, isOn)
  const status = useEndpoint(
    homeEndpoints.map,
    { query: { ...box, status: state.status || undefined, ...devicesOf(state), keyword } },
    { enabled: isOn && isStatus, refetchInterval: REFRESH_MS },
  )
  const layer = isValueLayer(state.layer) ? state.layer : 'atl'
  const values = useEndpoint(
    mapEndpoints.layer,
    { query: { layer, ...box, keyword } },
    { enabled: isOn && !isStatus, refetchInterval: REFRESH_MS },
  )
  return { isStatus, layer, status, values }
}

const withoutAlarms = (items: readonly MapItem[]): MapItem[] => items.map((item) => ({ ...item, severity: undefined }))

/** The map now or at a moment of a replay; both return the same frame type. */
export function useMapFrame(
  state: MapState,
  view: View,
  {
    replay,
    at,
    failure,
  }: { readonly replay: Replay | undefined; readonly at: number; readonly failure: MapFrame['error'] },
  retryReplay: () => void,
): MapFrame {
  const isLive = at === 0
  const { isStatus, layer, status, values } = useLive(state, view, isLive)
  const { keyword } = state
  const shown = useMemo(
    () =>
      isLive || replay === undefined || replay.layer !== state.layer
        ? undefined
        : replayFrame(replay, at, { keyword, status: state.status, kind: state.kind }),
    [isLive, replay, at, keyword, state.layer, state.status, state.kind],
  )
  const live = isStatus ? status : values
  const layered = values.data
  const items = useMemo((): readonly MapItem[] => {
    const found = isLive
      ? isStatus
        ? (status.data?.items ?? [])
        : (layered?.items ?? []).map((item): MapItem => ({ ...item, layer }))
      : shown
        ? frameItems(shown, view.bbox, view.zoom)
        : []
    return state.alarms ? found : withoutAlarms(found)
  }, [isLive, isStatus, status.data, layered, layer, shown, view, state.alarms])
  const rows = useMemo(() => shown && worstMarks(shown.marks), [shown])
  if (isLive) {
    // Data of the previous layer is not shown for this one.
    const isOther =
      values.isPlaceholderData && layered?.rows.some((row) => row.unit !== (layer === 'dose' ? 'µSv/h' : ''))
    return {
      items,
      rows: isOther ? undefined : layered?.rows,
      byLevel: layered?.byLevel ?? NO_LEVELS,
      unknown: layered?.unknown ?? 0,
      unplaced: status.data?.unplaced,
      devices: [],
      replay: undefined,
      replayMs: undefined,
      alarms: null,
      error: live.error,
      retry: () => void live.refetch(),
    }
  }
  return pastFrame({ items, rows, shown, at, error: failure, retry: retryReplay })
}

interface Past extends Pick<MapFrame, 'items' | 'rows' | 'error' | 'retry'> {
  readonly shown: ReplayFrame | undefined
  readonly at: number
}

function pastFrame({ shown, at, ...rest }: Past): MapFrame {
  const byLevel: number[] = [...NO_LEVELS]
  for (const { level } of shown?.marks ?? []) byLevel[level] = (byLevel[level] ?? 0) + 1
  return {
    ...rest,
    byLevel,
    // A replay contains only stations with a value.
    unknown: 0,
    unplaced: undefined,
    devices: shown?.devices ?? [],
    replay: shown,
    replayMs: shown?.atMs ?? at,
    alarms: shown?.alarms ?? null,
  }
}
