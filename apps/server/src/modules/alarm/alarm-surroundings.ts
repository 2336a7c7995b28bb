import type { AlarmSurroundings } from '@natim/contract/mon/alarm'
import { distanceKm, type Place } from '@natim/domain/distance'
import { HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, isInScope } from '../../platform/scope.ts'
import type { DeviceEntry, Network } from '../live/index.ts'
import type { ShownAlarm } from './alarm.repository.ts'
import { findRainSince } from './alarm-surroundings.repository.ts'

const WITHIN_KM = 5
/** Wind measured farther away is not representative. */
const WIND_WITHIN_KM = 50
/** Half the width of the upwind and downwind sectors, degrees. */
const SECTOR_DEG = 45
const MAX_NEIGHBOURS = 8

type Neighbour = AlarmSurroundings['neighbours'][number]
/** Bearing from one place to another, degrees from north. */
function bearingDeg(from: Place, to: Place): number {
  const rad = Math.PI / 180
  const dLng = (to.lng - from.lng) * rad
  const y = Math.sin(dLng) * Math.cos(to.lat * rad)
  const x =
    Math.cos(from.lat * rad) * Math.sin(to.lat * rad) -
    Math.sin(from.lat * rad) * Math.cos(to.lat * rad) * Math.cos(dLng)
  return (Math.atan2(y, x) / rad + 360) % 360
}

const placeOf = ({ lng, lat }: Pick<DeviceEntry, 'lng' | 'lat'>): Place | undefined =>
  lng === null || lat === null ? undefined : { lng, lat }

/** Nearby measurements of the same metric, upwind ones first, and the weather. */
export async function loadSurroundings(
  db: Db,
  network: Network,
  scope: DataScope,
  alarm: ShownAlarm,
  nowMs: number,
): Promise<AlarmSurroundings> {
  const directory = await network.fresh()
  const device = alarm.deviceId === null ? undefined : directory.deviceById.get(alarm.deviceId)
  const here = device && placeOf(device)
  if (here === undefined) return { neighbours: [], wind: null, rainMm6h: null, lng: null, lat: null }
  const seen = directory.devices
    .filter((other) => isInScope(scope, other) && !other.isRetired)
    .flatMap((other) => {
      const place = placeOf(other)
      return place ? [{ other, place, km: distanceKm(here, place) }] : []
    })
    .filter(({ km }) => km <= WIND_WITHIN_KM)
    .sort((a, b) => a.km - b.km)
  const wind = nearestWind(network, seen)
  const neighbours = seen
    .filter(({ other, km }) => km <= WITHIN_KM && other.id !== alarm.deviceId)
    .flatMap(({ other, place, km }): Neighbour[] => {
      const channel = other.channels.find(({ metricCode, enabled }) => enabled && metricCode === alarm.metricCode)
      if (!channel) return []
      const latest = network.state.latestOf(channel.channelNo)
      const value = { value: latest?.v ?? null, tsMs: latest?.ts ?? null }
      const side = wind && sideOf(bearingDeg(here, place), wind.fromDeg)
      return [
        {
          deviceId: other.id,
          name: other.name,
          distanceKm: Math.round(km * 10) / 10,
          side: side ?? null,
          ...value,
          ...place,
        },
      ]
    })
    .sort((a, b) => rank(a) - rank(b) || a.distanceKm - b.distanceKm)
    .slice(0, MAX_NEIGHBOURS)
  const rainMm6h = await rainNear(db, seen, nowMs)
  return { neighbours, wind: wind ?? null, rainMm6h, ...here }
}

const rank = ({ side }: Neighbour) => (side === 'upwind' ? 0 : side === 'crosswind' ? 1 : 2)

/** Side of a place in direction `deg` when the wind comes from `windFromDeg`. */
function sideOf(deg: number, windFromDeg: number): NonNullable<Neighbour['side']> {
  const off = Math.abs(((deg - windFromDeg + 540) % 360) - 180)
  return off <= SECTOR_DEG ? 'upwind' : off >= 180 - SECTOR_DEG ? 'downwind' : 'crosswind'
}

type Seen = readonly { readonly other: DeviceEntry }[]

function nearestWind({ state }: Network, seen: Seen): NonNullable<AlarmSurroundings['wind']> | undefined {
  for (const { other } of seen) {
    const latest = (code: string) => {
      const channel = other.channels.find(({ metricCode }) => metricCode === code)
      return channel && state.latestOf(channel.channelNo)
    }
    const [direction, speed] = [latest('wind_dir'), latest('wind_speed')]
    if (direction && speed) return { fromDeg: direction.v, speedMs: speed.v, tsMs: direction.ts }
  }
  return undefined
}

/** Rainfall of the last six hours at the nearest gauge, mm; null without one. */
async function rainNear(db: Db, seen: Seen, nowMs: number): Promise<number | null> {
  for (const { other } of seen) {
    const channel = other.channels.find(({ metricCode }) => metricCode === 'rain')
    if (channel) return findRainSince(db, other.deviceNo, channel.channelNo, nowMs - 6 * HOUR_MS)
  }
  return null
}
