import {
  MAX_WALL_ALARMS,
  type WallAlarm,
  type WallChoice,
  type WallDevice,
  type WallNetwork,
  type WallPlace,
  type wallEndpoints,
} from '@natim/contract/mon/wall'
import { isInService } from '@natim/domain/device-status'
import { regionName } from '@natim/domain/regions'
import { HOUR_MS } from '@natim/domain/time'
import { graveSince, wallSpan } from '@natim/domain/wall'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import { type DataScope, isInScope } from '../../platform/scope.ts'
import { loadOpenLevels, type OpenLevels } from '../alarm/index.ts'
import { findWatch } from '../duty/index.ts'
import type { HomeService } from '../home/index.ts'
import type { Limits } from '../limit/index.ts'
import { type DeviceEntry, type Directory, type Network, withoutPersons } from '../live/index.ts'
import { loadChannelViews } from '../overview/index.ts'
import { querySeries } from '../timeseries/index.ts'
import { findAlarmsWithin, type WallAlarmRecord } from './wall.repository.ts'
import { stateOf, type WallDeps, type Walls } from './wall.service.ts'

export interface WallViewDeps extends WallDeps {
  readonly network: Network
  readonly limits: Limits
  readonly home: HomeService
  readonly walls: Walls
}

type Query<K extends 'devices' | 'series' | 'choices' | 'alarms'> = z.output<(typeof wallEndpoints)[K]['query']>

const MAX_CHANNELS_SHOWN = 24
const MAX_CHOICES = 100
/** Chart width of an enlarged panel. */
const SERIES_POINTS = 1_500

/** Wall views of the network, limited to the viewer's scope; for a kiosk also to what is on its screen. */
export function createWallViews({ db, now, network, limits, home, walls }: WallViewDeps) {
  const { state } = network

  /** Returns a check whether a device may be requested on a screen: a kiosk may request only what is on it. */
  async function reachOf(user: SessionUser, screenId: string): Promise<(clientId: string) => boolean> {
    const screen = await walls.get(user, screenId)
    if (user.kiosk === undefined) return () => true
    const shared = stateOf(screen, now())
    const { corners, equipmentClientIds, mode } = shared
    const past = mode === 'history' ? wallSpan(shared) : undefined
    const alarms = await findAlarmsWithin(db, user.scope, past ? { ...past, limit: MAX_WALL_ALARMS } : recent(now()))
    const known = new Set<string | null>([
      ...Object.values(corners),
      ...equipmentClientIds,
      // Devices brought onto the wall by alarms.
      ...alarms.filter((alarm) => graveSince(alarm) !== null).map(({ clientId }) => clientId),
    ])
    return (clientId) => known.has(clientId)
  }

  const visible = (scope: DataScope, device: DeviceEntry | undefined): device is DeviceEntry =>
    device !== undefined && !device.isRetired && isInScope(scope, device)

  async function byClientId(scope: DataScope): Promise<ReadonlyMap<string, DeviceEntry>> {
    const { devices } = await network.fresh()
    return new Map(
      devices
        .filter((device) => visible(scope, device))
        .map((device) => [device.clientId, withoutPersons(scope, device)]),
    )
  }

  const placeOf = (device: DeviceEntry) => state.placeOf(device.deviceNo) ?? device

  return {
    async devices(user: SessionUser, { id, clientIds }: Query<'devices'>): Promise<(WallDevice | null)[]> {
      const [mayAsk, known] = await Promise.all([reachOf(user, id), byClientId(user.scope)])
      const found = clientIds.map((clientId) => (mayAsk(clientId) ? known.get(clientId) : undefined))
      const deviceNos = found.flatMap((device) => device?.deviceNo ?? [])
      const views = await loadChannelViews({ db, limits, now }, deviceNos, MAX_CHANNELS_SHOWN, user.scope.hidesPersons)
      return found.map((device) => {
        if (device === undefined) return null
        const { lng, lat } = placeOf(device)
        return {
          id: device.id,
          clientId: device.clientId,
          name: device.name,
          kind: device.kind,
          status: state.statusOf(device),
          lastSeen: state.lastSeenOf(device.deviceNo),
          regionText: regionName(device.regionCode),
          stationName: device.station?.name ?? null,
          lng,
          lat,
          channels: (views.get(device.deviceNo) ?? []).filter(({ enabled }) => enabled),
        }
      })
    },

    /** @throws AppError row.not_found; otherwise like a history query */
    async series(user: SessionUser, { id, clientId, channels, from, to }: Query<'series'>) {
      const [mayAsk, known] = await Promise.all([reachOf(user, id), byClientId(user.scope)])
      const device = mayAsk(clientId) ? known.get(clientId) : undefined
      const asked = channels.map(Number)
      const own = new Set(device?.channels.map(({ channelNo }) => channelNo))
      if (device === undefined || asked.some((channelNo) => !own.has(channelNo))) throw new AppError('row.not_found')
      const query = { channels: asked, from, to, maxPoints: SERIES_POINTS, agg: 'auto' } as const
      return querySeries({ db, limits, now }, user.scope, query)
    },

    async network(user: SessionUser, id: string): Promise<WallNetwork> {
      const { sysOrgCode } = await walls.get(user, id)
      const { scope } = user
      const nowMs = now()
      const [summary, levels, directory, alarms, watch] = await Promise.all([
        home.summary(scope, undefined, true),
        loadOpenLevels(db, scope),
        network.fresh(),
        findAlarmsWithin(db, scope, recent(nowMs)),
        findWatch(db, scope, sysOrgCode, nowMs),
      ])
      const devices = directory.devices.filter((device) => visible(scope, device))
      return {
        atMs: nowMs,
        stations: summary.stations,
        devices: devices.length,
        online: devices.filter((device) => state.statusOf(device) === 'online').length,
        expected: devices.filter((device) => isInService(state.statusOf(device))).length,
        completeness: summary.completeness24h,
        unacked: summary.alarms ?? [0, 0, 0, 0, 0],
        places: placesOf(devices, levels, (device) => ({ ...placeOf(device), status: state.statusOf(device) })),
        alarms: alarms.map((alarm) => toWallAlarm(alarm, directory)),
        watch: watch ?? null,
      }
    },

    async alarms(user: SessionUser, { id, from, to }: Query<'alarms'>) {
      await walls.get(user, id)
      if (to <= from) throw new AppError('ts.range_inverted')
      const found = await findAlarmsWithin(db, user.scope, { fromMs: from, toMs: to, limit: MAX_WALL_ALARMS + 1 })
      const directory = await network.fresh()
      return {
        alarms: found.slice(0, MAX_WALL_ALARMS).map((alarm) => toWallAlarm(alarm, directory)),
        isCut: found.length > MAX_WALL_ALARMS,
      }
    },

    /** Devices to choose for a wall, those in alarm first. */
    async choices({ scope }: SessionUser, query: Query<'choices'>): Promise<{ devices: WallChoice[]; total: number }> {
      const [known, levels] = await Promise.all([byClientId(scope), loadOpenLevels(db, scope)])
      const wanted = query.keyword?.toLowerCase() ?? ''
      const found = [...known.values()]
        .filter(
          (device) =>
            (query.kind === undefined || device.kind === query.kind) &&
            device.regionCode.startsWith(query.region ?? '') &&
            (query.alarming === undefined || levels.ofDevice(device.id) !== undefined) &&
            [device.name, device.clientId, device.station?.name ?? ''].some((text) =>
              text.toLowerCase().includes(wanted),
            ),
        )
        .map((device) => ({ device, severity: levels.ofDevice(device.id) ?? null }))
        .toSorted((a, b) => (a.severity ?? 9) - (b.severity ?? 9))
      return {
        total: found.length,
        devices: found.slice(0, MAX_CHOICES).map(({ device, severity }) => ({
          clientId: device.clientId,
          name: device.name,
          kind: device.kind,
          status: state.statusOf(device),
          regionText: regionName(device.regionCode),
          stationName: device.station?.name ?? null,
          severity,
        })),
      }
    },

    /** The channels among these that a kiosk may follow. */
    async narrow(user: SessionUser, channelNos: readonly number[]): Promise<number[]> {
      if (user.kiosk === undefined) return [...channelNos]
      const mayAsk = await reachOf(user, user.kiosk.screenId)
      const { deviceByChannel } = await network.fresh()
      return channelNos.filter((channelNo) => mayAsk(deviceByChannel.get(channelNo)?.clientId ?? ''))
    },

    /** The devices among these that a kiosk may follow, by id. */
    async narrowDevices(user: SessionUser, ids: readonly string[]): Promise<string[]> {
      if (user.kiosk === undefined) return [...ids]
      const mayAsk = await reachOf(user, user.kiosk.screenId)
      const { deviceById } = await network.fresh()
      return ids.filter((id) => mayAsk(deviceById.get(id)?.clientId ?? ''))
    },
  }
}

const recent = (nowMs: number) => ({ fromMs: nowMs - HOUR_MS, toMs: nowMs, limit: MAX_WALL_ALARMS })

/** With the place of its device, else of its station. */
function toWallAlarm(
  { deviceId, stationId, severity, ...alarm }: WallAlarmRecord,
  { deviceById, stationById }: Directory,
): WallAlarm {
  const place = deviceById.get(deviceId ?? '') ?? stationById.get(stationId ?? '')
  return { ...alarm, severity: severity, lng: place?.lng ?? null, lat: place?.lat ?? null }
}

type Placed = { readonly lng: number | null; readonly lat: number | null; readonly status: string }

/** Devices grouped by station; one without a station is its own group. */
function placesOf(
  devices: readonly DeviceEntry[],
  levels: Pick<OpenLevels, 'ofDevice'>,
  here: (device: DeviceEntry) => Placed,
): WallPlace[] {
  const places = new Map<string, WallPlace>()
  for (const device of devices) {
    const { lng, lat, status } = here(device)
    if (lng === null || lat === null) continue
    const key = device.station?.id ?? device.id
    const severity = levels.ofDevice(device.id) ?? null
    const held = places.get(key)
    const isGraver = severity !== null && severity < (held?.severity ?? 9)
    places.set(key, {
      lng: held?.lng ?? lng,
      lat: held?.lat ?? lat,
      name: held?.name ?? device.station?.name ?? device.name,
      devices: (held?.devices ?? 0) + 1,
      online: (held?.online ?? 0) + (status === 'online' ? 1 : 0),
      severity: isGraver ? severity : (held?.severity ?? null),
      clientId: held === undefined || isGraver ? device.clientId : held.clientId,
    })
  }
  return [...places.values()]
}
