import { FRAME_STEP_MS, type LayerTrend, type Replay, type ReplayTrack } from '@natim/contract/mon/map'
import type { DeviceStatus } from '@natim/domain/device-status'
import { medianOf } from '@natim/domain/review-doubt'
import { onlineShare } from '@natim/domain/situation'
import { isTroubled } from '@natim/domain/troubled-areas'

/** Warning level (预警) of each layer: 轻度污染, ATL 2, OIL3. */
const GRAVE_LEVEL = 2
const PERCENT = 100

type Point = LayerTrend['points'][number]

/** Trend of a region from the frames of a replay: a curve of the same figures that are drawn individually. */
export function trendOf(replay: Replay, region: string | undefined): LayerTrend {
  const { layer, fromMs, toMs, unit, precision } = replay
  const frames = (toMs - fromMs) / FRAME_STEP_MS + 1
  const tracks = replay.tracks.filter(({ regionCode }) => region === undefined || regionCode.startsWith(region))
  const points = layer === 'status' ? statusPoints(tracks, frames) : valuePoints(tracks, frames)
  return {
    fromMs,
    toMs,
    unit: layer === 'status' ? '%' : unit,
    precision: layer === 'status' ? 1 : precision,
    points: points.map((point, index) => ({ tMs: fromMs + index * FRAME_STEP_MS, ...point })),
  }
}

/** Calls back with each frame and the track entry in force at it. */
function eachFrame({ from }: ReplayTrack, frames: number, take: (frame: number, entry: number) => void): void {
  for (const [entry, first] of from.entries()) {
    const end = from[entry + 1] ?? frames
    for (let frame = first; frame < end; frame += 1) take(frame, entry)
  }
}

function statusPoints(tracks: readonly ReplayTrack[], frames: number): Omit<Point, 'tMs'>[] {
  const counts = Array.from({ length: frames }, (): Partial<Record<DeviceStatus, number>> => ({}))
  for (const track of tracks)
    eachFrame(track, frames, (frame, entry) => {
      const status = track.status?.[entry]
      const own = counts[frame]
      if (own && status) own[status] = (own[status] ?? 0) + 1
    })
  return counts.map((byStatus) => {
    const share = onlineShare(byStatus)
    const grave = Object.entries(byStatus).reduce(
      (sum, [status, count]) => sum + (isTroubled(status as DeviceStatus) ? count : 0),
      0,
    )
    return { value: share === null ? null : share * PERCENT, median: null, grave }
  })
}

function valuePoints(tracks: readonly ReplayTrack[], frames: number): Omit<Point, 'tMs'>[] {
  const values = Array.from({ length: frames }, (): number[] => [])
  const grave = values.map(() => 0)
  for (const track of tracks)
    eachFrame(track, frames, (frame, entry) => {
      const [level, value] = [track.level?.[entry], track.value?.[entry]]
      if (level == null || value == null) return
      values[frame]?.push(value)
      if (level >= GRAVE_LEVEL) grave[frame] = (grave[frame] ?? 0) + 1
    })
  return values.map((own, frame) => ({
    value: own.length === 0 ? null : Math.max(...own),
    median: medianOf(own),
    grave: grave[frame] ?? 0,
  }))
}
