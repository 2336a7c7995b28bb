import type { DeviceKind } from '@natim/contract/dict'
import type { HomeSummary, MapView, MatrixColumn, MatrixRow, StationCard } from '@natim/contract/mon/home'
import type { HomeAir, HomeAreas, HomeEvent, HomePass } from '@natim/contract/mon/home-cards'
import type { LiveHome } from '@natim/contract/socket/live'
import { calendarDayGmt8, DAY_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type DataScope, isInScope } from '../../platform/scope.ts'
import { loadAlarmSummary, loadOpenLevels, NO_LEVELS } from '../alarm/index.ts'
import { loadAir } from '../aqi/index.ts'
import { type Limits, loadMeans } from '../limit/index.ts'
import { type DeviceEntry, type Network, scopeKey, withoutPersons } from '../live/index.ts'
import { findPassesBetween } from '../sat/index.ts'
import { type AreaQuery, loadAreas } from './areas.ts'
import { toCounters } from './counters.ts'
import { createDayHistory } from './day-history.ts'
import { createView, type View } from './device-hours.ts'
import { loadHappenings, type Sight } from './happenings.ts'
import { buildMap, type MapRequest } from './map.ts'
import { buildMatrix } from './matrix.ts'
import { createRefreshing } from './refreshing.ts'
import { createScopeCache } from './scope-cache.ts'
import { loadStationCard } from './station-card.ts'
import { buildSummary } from './summary.ts'

/**
 * Long enough for many dashboards in a control room to share an answer, short compared to the minute between reports.
 */
const SUMMARY_TTL_MS = 2_000
/** For figures that change hourly. */
const CARD_TTL_MS = 30_000

export interface HomeDeps {
  readonly db: Db
  readonly network: Network
  readonly limits: Limits
  readonly clock: Clock
}

export type HomeService = ReturnType<typeof createHomeService>

/** The network as a whole: dashboard, map, station drawer, live matrix. Everything is limited to the caller's scope. */
export function createHomeService({ db, network, limits, clock }: HomeDeps) {
  const { state } = network
  const history = createDayHistory({ db, network, clock })
  // All channels at once; every scope uses a part of it.
  const means = createRefreshing(
    async () => {
      const [{ devices }, limitsOf] = await Promise.all([network.fresh(), limits.fresh()])
      const channels = devices.flatMap((device) => device.channels.filter(({ enabled }) => enabled))
      return loadMeans(db, channels, limitsOf, clock.now())
    },
    { freshMs: MINUTE_MS, staleMs: 5 * MINUTE_MS },
    clock.now,
  )
  const summaries = createScopeCache<HomeSummary>(SUMMARY_TTL_MS, clock.now)
  const counters = createScopeCache<LiveHome>(SUMMARY_TTL_MS, clock.now)
  const airs = createScopeCache<HomeAir>(CARD_TTL_MS, clock.now)
  const areas = createScopeCache<HomeAreas>(CARD_TTL_MS, clock.now)

  async function devicesIn(scope: DataScope, region?: string): Promise<DeviceEntry[]> {
    const { devices } = await network.fresh()
    return devices
      .filter((device) => isInScope(scope, device) && isInRegion(device, region))
      .map((device) => withoutPersons(scope, device))
  }

  async function viewOf(scope: DataScope, region: string | undefined): Promise<View> {
    const [devices, day, limitsOf, meansOf] = await Promise.all([
      devicesIn(scope, region),
      history(),
      limits.fresh(),
      means(),
    ])
    return createView({ devices, state, history: day, limitsOf, meansOf, nowMs: clock.now() })
  }

  const present = async () => {
    const [limitsOf, meansOf] = await Promise.all([limits.fresh(), means()])
    return { state, limitsOf, meansOf, nowMs: clock.now() }
  }

  const levelsFor = async (scope: DataScope, seesAlarms: boolean) =>
    seesAlarms ? loadOpenLevels(db, scope) : NO_LEVELS

  return {
    /** @param seesAlarms without it, alarm figures are omitted */
    summary(scope: DataScope, region: string | undefined, seesAlarms: boolean): Promise<HomeSummary> {
      return summaries(`${scopeKey(scope)}|${region ?? ''}|${seesAlarms}`, async () => {
        const [view, { stations, devices }, alarms, { ofDevice }] = await Promise.all([
          viewOf(scope, region),
          network.fresh(),
          seesAlarms ? loadAlarmSummary(db, scope, region, clock.now()) : undefined,
          levelsFor(scope, seesAlarms),
        ])
        const own = stations.filter((station) => isInScope(scope, station) && isInRegion(station, region))
        const isNetworkEmpty = devices.length === 0
        return { ...buildSummary(view, own, region, alarms && { ...alarms, ofDevice }), isNetworkEmpty }
      })
    },

    counters(scope: DataScope, region: string | undefined): Promise<LiveHome> {
      return counters(`${scopeKey(scope)}|${region ?? ''}`, async () => toCounters(await viewOf(scope, region)))
    },

    air(scope: DataScope, region: string | undefined): Promise<HomeAir> {
      return airs(`${scopeKey(scope)}|${region ?? ''}`, () => loadAir(db, scope, region, clock.now()))
    },

    areas(scope: DataScope, query: AreaQuery): Promise<HomeAreas> {
      const key = `${scopeKey(scope)}|${query.region ?? ''}|${query.metric}|${query.period}`
      return areas(key, async () => loadAreas(db, await devicesIn(scope, query.region), query, clock.now()))
    },

    events: (scope: DataScope, region: string | undefined, sees: Sight): Promise<HomeEvent[]> =>
      loadHappenings(db, scope, region, sees, clock.now()),

    passes(scope: DataScope, region: string | undefined): Promise<HomePass[]> {
      const fromMs = parseGmt8(`${calendarDayGmt8(clock.now())} 00:00:00`) ?? 0
      return findPassesBetween(db, scope, { region, fromMs, toMs: fromMs + DAY_MS })
    },

    /** @param seesAlarms without it, alarm rings are omitted */
    async map(scope: DataScope, request: MapRequest, seesAlarms: boolean): Promise<MapView> {
      const [devices, levels] = await Promise.all([devicesIn(scope), levelsFor(scope, seesAlarms)])
      return buildMap(devices, state, request, levels)
    },

    /** @throws AppError `row.not_found`, also for a station outside the scope. */
    async station(scope: DataScope, id: string): Promise<StationCard> {
      const { stationById } = await network.fresh()
      const station = stationById.get(id)
      if (!station || !isInScope(scope, station)) throw new AppError('row.not_found')
      const devices = (await devicesIn(scope)).filter((device) => device.station?.id === id && !device.isRetired)
      return loadStationCard(db, station, devices, await present())
    },

    async matrix(
      scope: DataScope,
      kind: DeviceKind,
      region: string | undefined,
      seesAlarms: boolean,
    ): Promise<{ columns: MatrixColumn[]; rows: MatrixRow[] }> {
      const [devices, now, levels] = await Promise.all([
        devicesIn(scope, region),
        present(),
        levelsFor(scope, seesAlarms),
      ])
      return buildMatrix(devices, kind, now, levels)
    },
  }
}

function isInRegion(row: { readonly regionCode: string }, region: string | undefined): boolean {
  return region === undefined || row.regionCode.startsWith(region)
}
