import type { DeviceStatus } from '@natim/contract/dict'
import { FRAME_STEP_MS, type MapLayer, REPLAY_SPAN_MS, type Replay, type ReplayTrack } from '@natim/contract/mon/map'
import { element } from '@natim/domain/element'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findAlarmSpans } from '../alarm/index.ts'
import { createScopeCache } from '../home/index.ts'
import type { DeviceEntry, Network } from '../live/index.ts'
import { findStatusChanges, type StatusChange } from '../overview/index.ts'
import { type createLayerSource, LAYER_FORM, type LayerSteps } from './layer-source.ts'
import type { SeenStation } from './marks.ts'
import type { Steps } from './step-value.ts'

/** Frames of a window, both ends included. */
const FRAMES = REPLAY_SPAN_MS / FRAME_STEP_MS + 1
/** Cache time, as many users watch the same event. */
const HELD_MS = 5 * 60_000

interface ReplayDeps {
  readonly db: Db
  readonly network: Network
  readonly source: ReturnType<typeof createLayerSource>
  readonly now: () => number
}

interface ReplayRequest {
  readonly layer: MapLayer
  readonly toMs: number | undefined
  readonly seesAlarms: boolean
  readonly seen: () => Promise<readonly SeenStation[]>
  readonly devices: () => Promise<readonly DeviceEntry[]>
}

/** Frames of 24 h in one answer, ten minutes apart; unchanged values are sent once. */
export function createReplays({ db, network, source, now }: ReplayDeps) {
  const held = createScopeCache<LayerSteps>(HELD_MS, now)

  return {
    async load(scope: DataScope, { layer, toMs, seesAlarms, seen, devices }: ReplayRequest): Promise<Replay> {
      const endMs = Math.floor(Math.min(toMs ?? now(), now()) / FRAME_STEP_MS) * FRAME_STEP_MS
      const fromMs = endMs - REPLAY_SPAN_MS
      const [tracks, alarms] = await Promise.all([
        layer === 'status'
          ? statusTracks(db, network, await devices(), fromMs)
          : held(`${layer}|${endMs}`, () => source.past(layer, endMs, FRAMES)).then(async (steps) =>
              (await seen()).flatMap((one) => valueTrack(one, steps) ?? []),
            ),
        seesAlarms ? findAlarmSpans(db, scope, fromMs, endMs) : null,
      ])
      const form = layer === 'status' ? { unit: '', precision: 0 } : LAYER_FORM[layer]
      return { layer, fromMs, toMs: endMs, ...form, tracks, alarms }
    },
  }
}

function valueTrack({ station, devices }: SeenStation, steps: LayerSteps): ReplayTrack | undefined {
  const values: Steps = steps.stepsOf(station, devices).toReversed()
  const from = changesOf(values, (a, b) => a?.level === b?.level && a?.value === b?.value && a?.note === b?.note)
  const kept = from.map((index) => values[index])
  if (kept.every((value) => value === undefined)) return undefined
  const { id, name, regionCode, lng, lat } = station
  return {
    id,
    name,
    regionCode,
    lng,
    lat,
    stationId: id,
    from,
    level: kept.map((value) => value?.level ?? null),
    value: kept.map((value) => value?.value ?? null),
    note: kept.map((value) => value?.note ?? ''),
  }
}

/** Indexes where the value changes; always includes 0. */
function changesOf<T>(values: readonly T[], isSame: (a: T, b: T | undefined) => boolean): number[] {
  return values.flatMap((value, index) => (index === 0 || !isSame(value, values[index - 1]) ? [index] : []))
}

async function statusTracks(
  db: Db,
  { state }: Network,
  devices: readonly DeviceEntry[],
  fromMs: number,
): Promise<ReplayTrack[]> {
  const changes = new Map<number, StatusChange[]>()
  const rows = await findStatusChanges(
    db,
    devices.map(({ deviceNo }) => deviceNo),
    fromMs,
  )
  for (const row of rows) {
    const own = changes.get(row.deviceNo)
    if (own) own.push(row)
    else changes.set(row.deviceNo, [row])
  }
  return devices.flatMap((device) => {
    // Earlier positions of a mobile device would need its track; its current one is used.
    const { lng, lat } = state.placeOf(device.deviceNo) ?? device
    if (lng === null || lat === null) return []
    const statuses = statusFrames(changes.get(device.deviceNo) ?? [], state.statusOf(device), fromMs)
    const from = changesOf(statuses, (a, b) => a === b)
    const { id, name, regionCode, kind, station } = device
    const status = from.map((index) => element(statuses[index]))
    return [{ id, name, regionCode, lng, lat, kind, stationId: station?.id ?? null, from, status }]
  })
}

/** Status of a device at each frame; without a change it equals the current one. */
function statusFrames(changes: readonly StatusChange[], current: DeviceStatus, fromMs: number): DeviceStatus[] {
  let status = changes[0]?.from ?? current
  let next = 0
  return Array.from({ length: FRAMES }, (_, index) => {
    const atMs = fromMs + index * FRAME_STEP_MS
    for (let change = changes[next]; change && change.tsMs <= atMs; change = changes[++next]) status = change.to
    return status
  })
}
