import type { DeviceKind, DeviceStatus, Severity } from '@natim/contract/dict'
import { FRAME_STEP_MS, LISTED_MARKS, type Replay, type ReplayAlarm, type ReplayTrack } from '@natim/contract/mon/map'
import { gatherDevices, gatherMarks } from '@/widgets/map/gather.ts'
import type { Bbox, MapItem, MapMarkItem, MapPointItem } from '@/widgets/map/map-item.ts'

/** The points of a replay at one moment, before clustering for the zoom. */
export interface ReplayFrame {
  readonly atMs: number
  readonly devices: readonly MapPointItem[]
  readonly marks: readonly MapMarkItem[]
  /** Status of each shown device, and its region. */
  readonly statuses: readonly { readonly regionCode: string; readonly status: DeviceStatus }[]
  /** Open alarms at that instant by severity 1–5; null without the permission to see alarms. */
  readonly alarms: readonly number[] | null
}

/** Index of the frame in force at an instant: the last one that is not later. */
export function frameIndex({ fromMs, toMs }: Pick<Replay, 'fromMs' | 'toMs'>, atMs: number): number {
  return Math.floor((Math.min(Math.max(atMs, fromMs), toMs) - fromMs) / FRAME_STEP_MS)
}

/** The entry of a track in force at a frame. */
const entryAt = ({ from }: ReplayTrack, index: number): number => from.findLastIndex((first) => first <= index)

/** Whether an alarm is open at an instant; same bounds as the live map. */
export const isOpenAt = ({ fromMs, toMs }: Pick<ReplayAlarm, 'fromMs' | 'toMs'>, atMs: number): boolean =>
  fromMs <= atMs && (toMs === null || toMs > atMs)

interface Open {
  readonly byDevice: ReadonlyMap<string, Severity>
  readonly byStation: ReadonlyMap<string, Severity>
  readonly counts: readonly number[]
}

function openAt(alarms: readonly ReplayAlarm[], atMs: number): Open {
  const byDevice = new Map<string, Severity>()
  const byStation = new Map<string, Severity>()
  const counts = [0, 0, 0, 0, 0]
  const note = (map: Map<string, Severity>, id: string | null, severity: Severity) => {
    if (id !== null && severity < (map.get(id) ?? 6)) map.set(id, severity)
  }
  for (const alarm of alarms) {
    if (!isOpenAt(alarm, atMs)) continue
    counts[alarm.severity - 1] = (counts[alarm.severity - 1] ?? 0) + 1
    note(byDevice, alarm.deviceId, alarm.severity)
    note(byStation, alarm.stationId, alarm.severity)
  }
  return { byDevice, byStation, counts }
}

export interface FrameFilter {
  readonly keyword: string
  readonly status: DeviceStatus | ''
  readonly kind?: DeviceKind | ''
}

/** The points of a replay at an instant. */
export function replayFrame(
  replay: Replay,
  atMs: number,
  { keyword, status, kind: wantedKind = '' }: FrameFilter,
): ReplayFrame {
  const index = frameIndex(replay, atMs)
  const frameMs = replay.fromMs + index * FRAME_STEP_MS
  const open = openAt(replay.alarms ?? [], frameMs)
  const wanted = keyword.toLowerCase()
  const tracks = replay.tracks.filter(({ name }) => name.toLowerCase().includes(wanted))
  const alarms = replay.alarms === null ? null : open.counts
  if (replay.layer === 'status') {
    const devices = tracks.flatMap((track): MapPointItem[] => {
      const now = track.status?.[entryAt(track, index)]
      if (now === undefined || track.kind === undefined || (status !== '' && now !== status)) return []
      if (wantedKind !== '' && track.kind !== wantedKind) return []
      const { id, name, kind, stationId, lng, lat } = track
      const severity = open.byDevice.get(id)
      return [{ type: 'device', id, name, kind, status: now, stationId, lng, lat, ...(severity && { severity }) }]
    })
    const regionOf = new Map(tracks.map(({ id, regionCode }) => [id, regionCode]))
    const statuses = devices.map((device) => ({ regionCode: regionOf.get(device.id) ?? '', status: device.status }))
    return { atMs: frameMs, devices, marks: [], statuses, alarms }
  }
  const { layer, unit, precision } = replay
  const marks = tracks.flatMap((track): MapMarkItem[] => {
    const entry = entryAt(track, index)
    const [level, value] = [track.level?.[entry], track.value?.[entry]]
    if (level == null || value == null) return []
    const { id, name, regionCode, lng, lat } = track
    const severity = open.byStation.get(id)
    return [
      {
        type: 'station',
        layer,
        id,
        name,
        regionCode,
        lng,
        lat,
        level,
        value,
        unit,
        precision,
        note: track.note?.[entry] ?? '',
        atMs: frameMs,
        ...(severity && { severity }),
      },
    ]
  })
  return { atMs: frameMs, devices: [], marks, statuses: [], alarms }
}

/** The worst marks of a frame, ordered like the list beside the live map. */
export const worstMarks = (marks: readonly MapMarkItem[]): MapMarkItem[] =>
  marks.toSorted((a, b) => b.level - a.level || b.value - a.value || (a.id < b.id ? -1 : 1)).slice(0, LISTED_MARKS)

/** A frame as symbols, clustered by the same rule as the server's live picture. */
export const frameItems = (
  { devices, marks }: Pick<ReplayFrame, 'devices' | 'marks'>,
  bbox: Bbox,
  zoom: number,
): MapItem[] => [...gatherDevices(devices, bbox, zoom), ...gatherMarks(marks, bbox, zoom)]
