import type { Severity } from '@natim/contract/dict'
import type {
  AreaFigures,
  LayerTrend,
  LayerView,
  LayerWorst,
  MapAreaInput,
  MapLayer,
  MapMark,
  PeopleNear,
  Replay,
  ValueLayer,
  WindArrow,
} from '@natim/contract/mon/map'
import { isInArea, isSelfCrossing } from '@natim/domain/map-area'
import { isValidForStatistics } from '@natim/domain/quality'
import { regionShortName } from '@natim/domain/regions'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { troubledAreas } from '@natim/domain/troubled-areas'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type DataScope, isInScope } from '../../platform/scope.ts'
import { findUnackedOf, loadOpenLevels, NO_LEVELS } from '../alarm/index.ts'
import { countByStatus, createRefreshing, isFresh, type RefreshPolicy } from '../home/index.ts'
import type { Limits } from '../limit/index.ts'
import type { DeviceEntry, Network } from '../live/index.ts'
import { createLayerSource } from './layer-source.ts'
import { buildLayer, byGravity, type LayerRequest, type SeenStation, severityOf, toMark } from './marks.ts'
import { createReplays } from './replay.ts'
import { trendOf } from './trend.ts'

/** How long layer data is shared between viewers, and returned while being refreshed. */
const POLICY: Readonly<Record<ValueLayer, RefreshPolicy>> = {
  aqi: { freshMs: 30 * SECOND_MS, staleMs: 2 * MINUTE_MS },
  atl: { freshMs: 30 * SECOND_MS, staleMs: 2 * MINUTE_MS },
  dose: { freshMs: 2 * SECOND_MS, staleMs: 4 * SECOND_MS },
}
const SEVERITIES = [1, 2, 3, 4, 5] as const

export interface MapDeps {
  readonly db: Db
  readonly network: Network
  readonly limits: Limits
  readonly clock: Clock
}

export interface WorstQuery {
  readonly region?: string | undefined
  readonly level: number
  readonly limit: number
}

export type MapService = ReturnType<typeof createMapService>

/** Layers, replays and drawn areas of 监测一张图, limited to the caller's scope. */
export function createMapService({ db, network, limits, clock }: MapDeps) {
  const { state } = network
  const source = createLayerSource({ db, network, limits, now: clock.now })
  // All stations at once; every scope uses a part of it.
  const held = {
    aqi: createRefreshing(() => source.now('aqi'), POLICY.aqi, clock.now),
    atl: createRefreshing(() => source.now('atl'), POLICY.atl, clock.now),
    dose: createRefreshing(() => source.now('dose'), POLICY.dose, clock.now),
  }
  const stepsNow = (layer: ValueLayer) => held[layer]()
  const replays = createReplays({ db, network, source, now: clock.now })

  async function devicesIn(scope: DataScope): Promise<DeviceEntry[]> {
    const { devices } = await network.fresh()
    return devices.filter((device) => isInScope(scope, device))
  }

  async function seenBy(scope: DataScope): Promise<SeenStation[]> {
    const [{ stations }, devices] = await Promise.all([network.fresh(), devicesIn(scope)])
    const own = new Map<string, DeviceEntry[]>()
    for (const device of devices) {
      if (device.station === null || device.isRetired) continue
      const group = own.get(device.station.id)
      if (group) group.push(device)
      else own.set(device.station.id, [device])
    }
    return stations
      .filter((station) => isInScope(scope, station))
      .map((station) => ({ station, devices: own.get(station.id) ?? [] }))
  }

  const levelsFor = async (scope: DataScope, seesAlarms: boolean) =>
    seesAlarms ? loadOpenLevels(db, scope) : NO_LEVELS

  async function worstAreas(scope: DataScope, region: string | undefined, limit: number): Promise<LayerWorst> {
    const devices = await devicesIn(scope)
    const areas = troubledAreas(
      devices.map((device) => ({ regionCode: device.regionCode, status: state.statusOf(device) })),
      region,
    )
    const atMs = clock.now()
    const rows = areas.slice(0, limit).map(({ regionCode, trouble, expected }) => ({
      id: regionCode,
      name: regionShortName(regionCode),
      regionCode,
      level: 0,
      value: trouble,
      unit: '台',
      precision: 0,
      note: `应在线 ${expected} 台`,
      atMs,
    }))
    return { atMs, total: areas.length, rows }
  }

  async function worstStations(scope: DataScope, layer: ValueLayer, query: WorstQuery): Promise<LayerWorst> {
    const [seen, steps] = await Promise.all([seenBy(scope), stepsNow(layer)])
    const marks = seen
      .filter(({ station }) => query.region === undefined || station.regionCode.startsWith(query.region))
      .flatMap((one) => toMark(one, layer, steps, NO_LEVELS) ?? [])
      .filter(({ level }) => level >= query.level)
      .toSorted(byGravity)
    return { atMs: steps.toMs, total: marks.length, rows: marks.slice(0, query.limit).map(withoutType) }
  }

  async function worstIn(seen: readonly SeenStation[], layer: ValueLayer) {
    const steps = await stepsNow(layer)
    const [worst] = seen.flatMap((one) => toMark(one, layer, steps, NO_LEVELS) ?? []).toSorted(byGravity)
    return worst === undefined ? null : withoutType(worst)
  }

  return {
    /** @param seesAlarms without it, alarm rings are omitted */
    async layer(scope: DataScope, request: LayerRequest, seesAlarms: boolean): Promise<LayerView> {
      const [seen, steps, levels] = await Promise.all([
        seenBy(scope),
        stepsNow(request.layer),
        levelsFor(scope, seesAlarms),
      ])
      return buildLayer(seen, request, steps, levels)
    },

    worst: (scope: DataScope, layer: MapLayer, query: WorstQuery): Promise<LayerWorst> =>
      layer === 'status' ? worstAreas(scope, query.region, query.limit) : worstStations(scope, layer, query),

    /** Computed from the replay of the same time. */
    async trend(
      scope: DataScope,
      layer: MapLayer,
      { region, toMs }: { readonly region: string | undefined; readonly toMs: number | undefined },
    ): Promise<LayerTrend> {
      const seen = { seen: () => seenBy(scope), devices: () => devicesIn(scope) }
      return trendOf(await replays.load(scope, { layer, toMs, seesAlarms: false, ...seen }), region)
    },

    /** Highest open alarm severity per station; empty without permission for alarms. */
    async stationLevels(scope: DataScope, seesAlarms: boolean): Promise<ReadonlyMap<string, Severity>> {
      const [seen, levels] = await Promise.all([seenBy(scope), levelsFor(scope, seesAlarms)])
      return new Map(
        seen.flatMap(({ station, devices }) => {
          const { severity } = severityOf(devices, levels)
          return severity === undefined ? [] : [[station.id, severity] as const]
        }),
      )
    },

    async wind(scope: DataScope): Promise<WindArrow[]> {
      const nowMs = clock.now()
      const newest = (device: DeviceEntry, metricCode: string) => {
        const channel = device.channels.find((one) => one.metricCode === metricCode && one.enabled)
        const latest = channel && state.latestOf(channel.channelNo)
        return latest && isValidForStatistics(latest.q) && isFresh(latest, channel.periodS, nowMs) ? latest : undefined
      }
      return (await seenBy(scope)).flatMap(({ station, devices }) =>
        devices
          .flatMap((device) => {
            const [speed, from] = [newest(device, 'wind_speed'), newest(device, 'wind_dir')]
            if (!speed || !from) return []
            const atMs = Math.min(speed.ts, from.ts)
            return [
              { stationId: station.id, lng: station.lng, lat: station.lat, speed: speed.v, fromDeg: from.v, atMs },
            ]
          })
          // One arrow per station.
          .slice(0, 1),
      )
    },

    async people(scope: DataScope): Promise<PeopleNear[]> {
      return (await seenBy(scope)).flatMap(({ station: { id, name, lng, lat, population5km } }) =>
        population5km === null ? [] : [{ stationId: id, name, lng, lat, people: population5km }],
      )
    },

    replay: (scope: DataScope, layer: MapLayer, toMs: number | undefined, seesAlarms: boolean): Promise<Replay> =>
      replays.load(scope, { layer, toMs, seesAlarms, seen: () => seenBy(scope), devices: () => devicesIn(scope) }),

    /** @throws AppError `map.area_crossing` */
    async area(scope: DataScope, area: MapAreaInput, seesAlarms: boolean): Promise<AreaFigures> {
      if (area.kind === 'polygon' && isSelfCrossing(area.corners)) throw new AppError('map.area_crossing')
      const [seen, all] = await Promise.all([seenBy(scope), devicesIn(scope)])
      const stations = seen.filter(({ station }) => isInArea(area, station))
      const devices = all.filter((device) => {
        const { lng, lat } = state.placeOf(device.deviceNo) ?? device
        return lng !== null && lat !== null && !device.isRetired && isInArea(area, { lng, lat })
      })
      const people = stations.flatMap(({ station }) => station.population5km ?? [])
      const [unacked, aqi, atl, dose] = await Promise.all([
        seesAlarms
          ? findUnackedOf(
              db,
              scope,
              devices.map(({ id }) => id),
            )
          : undefined,
        worstIn(stations, 'aqi'),
        worstIn(stations, 'atl'),
        worstIn(stations, 'dose'),
      ])
      return {
        atMs: Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS,
        stations: stations.length,
        devices: devices.length,
        byStatus: countByStatus(devices, state.statusOf),
        people: people.length === 0 ? null : people.reduce((sum, one) => sum + one, 0),
        alarms: unacked ? SEVERITIES.map((severity) => unacked.find((row) => row.severity === severity)?.n ?? 0) : null,
        maxima: { aqi, atl, dose },
      }
    },
  }
}

function withoutType({ id, name, regionCode, lng, lat, level, value, unit, precision, note, atMs }: MapMark) {
  return { id, name, regionCode, lng, lat, level, value, unit, precision, note, atMs }
}
