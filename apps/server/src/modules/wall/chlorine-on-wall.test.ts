import type { WallAlarm } from '@natim/contract/mon/wall'
import { chlorineOverlay } from '@natim/demo/incident'
import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { cornerViews, graveSince, newWallShared, TAKEOVER_MS, WALL_CORNERS, type WallShared } from '@natim/domain/wall'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedLimits } from '../../db/seeds/limits.ts'
import { createManualClock } from '../../platform/clock.ts'
import { buildStation } from '../../testing/build-network.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { startEngine } from '../alarm/testing/engine.ts'
import { buildRule } from '../alarm/testing/rules.ts'
import { createHomeService } from '../home/index.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../ingest/testing/network.ts'
import { type Network, startNetwork } from '../live/index.ts'
import type { Walls } from './wall.service.ts'
import { createWallViews } from './wall-view.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const RELEASE_MS = T0 + 5 * MINUTE_MS
const END_MS = RELEASE_MS + 16 * MINUTE_MS
const PERIOD_MS = 60 * SECOND_MS
/** Reading of the detectors without a release, ppm. */
const CLEAN_PPM = 0.02
const DETECTORS = [0, 1, 2, 3]

const user = buildSessionUser('officer', NATIONAL)
const clock = { ms: T0 }
const engineClock = createManualClock(T0)
let network: TestNetwork
let directory: Network
let devices: TestDevice[]
let views: ReturnType<typeof createWallViews>
/** Screens recorded at each minute of the event: one with all corners free, one with all but one locked. */
const shownLive: { readonly atMs: number; readonly free: unknown; readonly locked: unknown }[] = []

const FREE: WallShared = {
  ...newWallShared(T0),
  corners: { leftTop: 'A', rightTop: 'B', leftBottom: 'C', rightBottom: 'D' },
}
/** 南京 is closest to the bottom right corner. */
const LOCKED: WallShared = { ...FREE, lockCorner: [false, false, false, true] }
const look = (state: WallShared, alarms: readonly WallAlarm[], nowMs: number) => cornerViews({ state, alarms, nowMs })

beforeAll(async () => {
  let gateway: TestDevice | undefined
  network = await openNetwork({
    clock,
    options: { writer: { gatherPoints: 1, gatherMs: 1, maxGroupPoints: 4 } },
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      devices = []
      for (const rank of DETECTORS) {
        const station = await buildStation(db, { name: `园区 ${rank + 1}#`, lng: 118.8 + rank * 0.008, lat: 32.25 })
        const given = { kind: 'gas', metrics: ['cl2'], stationId: station.id, periodS: 60 } as const
        devices.push(await addDevice(db, { ...given, gatewayId: gateway.id }))
      }
      await db.transaction().execute(seedLimits)
    },
  })
  if (!gateway) throw new Error('no gateway')
  const body = RULE_TEMPLATES.find(({ code }) => code === 'atl')?.body
  if (!body) throw new Error('no rule')
  await buildRule(network.db, { ...body, branches: body.branches.map((branch) => ({ ...branch, forS: 0 })) })
  const { db, bus } = network
  const deps = { db, limits: shippedLimits, clock: engineClock }
  directory = startNetwork({ db, bus, clock: engineClock, onError: (error) => expect.unreachable(String(error)) })
  const walls = { get: async () => ({ state: FREE }) } as unknown as Walls
  const home = createHomeService({ ...deps, network: directory })
  views = createWallViews({ db, bus, now: engineClock.now, network: directory, limits: shippedLimits, home, walls })

  const client = await connect(network, gateway)
  const engine = await startEngine(network, engineClock)
  const overlays = DETECTORS.map((rank) => chlorineOverlay(rank, RELEASE_MS))
  for (let ts = T0 + PERIOD_MS; ts <= END_MS; ts += PERIOD_MS) {
    clock.ms = ts
    await Promise.all(
      devices.map((device, rank) => {
        const value = CLEAN_PPM + (overlays[rank]?.(ts) ?? 0)
        const topic = `dt/${gateway?.clientId}/sub/${device.clientId}/tele`
        return publish(client, topic, { ts, d: { 1: Number(value.toFixed(3)) } })
      }),
    )
    engineClock.advance(ts - engineClock.now())
    await engine.turn()
    const { alarms } = await views.network(user, 'w')
    shownLive.push({ atMs: ts, free: look(FREE, alarms, ts), locked: look(LOCKED, alarms, ts) })
  }
  await client.endAsync()
  await engine.stop()
})
afterAll(async () => {
  directory.stop()
  await network.close()
})

const minuteOf = (atMs: number) => (atMs - RELEASE_MS) / MINUTE_MS
const takeovers = (state: WallShared, alarms: readonly WallAlarm[], nowMs: number) =>
  Object.values(look(state, alarms, nowMs)).filter(({ takeover }) => takeover !== null)
const recorded = async () => (await views.alarms(user, { id: 'w', from: T0, to: END_MS })).alarms

describe('a chlorine release on the wall', () => {
  it('takes over a corner in the minute it becomes severe, and releases it after five', async () => {
    const alarms = await recorded()
    const second = devices[1]?.clientId
    const held = shownLive.filter(({ free }) =>
      Object.values(free as ReturnType<typeof look>).some(
        ({ clientId, takeover }) => clientId === second && takeover !== null,
      ),
    )
    // Severe from minute 3 on; its cluster is raised in minute 7 and extends it by five.
    expect(held.map(({ atMs }) => minuteOf(atMs))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
    const own = alarms.find(({ clientId, raisedMs }) => clientId === second && minuteOf(raisedMs) === 3)
    expect(own && graveSince(own)).toBe(RELEASE_MS + 3 * MINUTE_MS)
    const at = (nowMs: number) => takeovers(FREE, own ? [own] : [], nowMs).map(({ clientId }) => clientId)
    expect(at(RELEASE_MS + 3 * MINUTE_MS - 1)).toEqual([])
    expect(at(RELEASE_MS + 3 * MINUTE_MS + TAKEOVER_MS - 1)).toEqual([second])
    expect(at(RELEASE_MS + 3 * MINUTE_MS + TAKEOVER_MS)).toEqual([])
    expect(look(FREE, own ? [own] : [], RELEASE_MS + 3 * MINUTE_MS).rightBottom.clientId).toBe(second)

    // The third begins as a warning in minute 4, and takes over a corner when it becomes severe.
    const grown = alarms.find(({ clientId }) => clientId === devices[2]?.clientId)
    expect(grown && [minuteOf(grown.raisedMs), minuteOf(graveSince(grown) ?? 0)]).toEqual([4, 8])
    const held3 = shownLive.filter(({ free }) =>
      Object.values(free as ReturnType<typeof look>).some(({ clientId }) => clientId === devices[2]?.clientId),
    )
    expect(held3.map(({ atMs }) => minuteOf(atMs))).toEqual([9, 10, 11, 12])
  })

  it('never takes over a locked corner', () => {
    const seen = shownLive.map(({ locked }) => (locked as ReturnType<typeof look>).rightBottom)
    expect(seen.every(({ clientId, takeover }) => clientId === 'D' && takeover === null)).toBe(true)
    // It takes another one.
    const elsewhere = shownLive.some(({ locked }) =>
      WALL_CORNERS.some((corner) => (locked as ReturnType<typeof look>)[corner].takeover !== null),
    )
    expect(elsewhere).toBe(true)
  })

  it('is the same in history mode, minute by minute', async () => {
    const alarms = await recorded()
    const corners = (seen: unknown) =>
      WALL_CORNERS.map((corner) => {
        const { clientId, takeover } = (seen as ReturnType<typeof look>)[corner]
        return [clientId, takeover?.untilMs ?? null]
      })
    const past = { ...FREE, mode: 'history' as const }
    const different = shownLive.filter(
      ({ atMs, free }) => JSON.stringify(corners(look(past, alarms, atMs))) !== JSON.stringify(corners(free)),
    )
    expect(shownLive.length).toBeGreaterThan(20)
    // In minute 8 the third detector was still folded into its cluster; a minute later it became more severe than the
    // cluster, so that history shows it separately.
    expect(different.map(({ atMs }) => minuteOf(atMs))).toEqual([8])
  })

  it('is drawn with the limits of chlorine and the recorded concentrations', async () => {
    const [device] = devices.slice(1, 2)
    if (!device) throw new Error('no device')
    const [shown] = await views.devices(user, { id: 'w', clientIds: [device.clientId] })
    expect(shown?.channels[0]?.limits.map(({ name }) => name)).toEqual(expect.arrayContaining(['AEGL-1', 'AEGL-2']))
    const query = { id: 'w', clientId: device.clientId, channels: device.channelNos.map(String), from: T0, to: END_MS }
    const { series } = await views.series(user, query as never)
    const values = series.flatMap(({ max }) => max.flatMap((value) => value ?? []))
    expect(values.at(0)).toBeCloseTo(CLEAN_PPM)
    expect(Math.max(...values)).toBeGreaterThan(2)
  })
})
