import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus.ts'
import { createManualClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildSamples } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { startNetwork } from './network.ts'

const NOW_MS = 1_795_234_800_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDb(database.connectionString)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

function openDb(connectionString: string): Db {
  return createDb(createTestPool(connectionString))
}

function start(from: Db = db) {
  const clock = createManualClock(NOW_MS)
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const bus = createLocalBus(onError)
  return { clock, bus, errors, network: startNetwork({ db: from, bus, clock, onError }) }
}

describe('the network in memory', () => {
  test('knows devices, their position and what their channels should deliver', async () => {
    const station = await buildStation(db, { name: '苏州站', lng: 120.5, lat: 31.5 })
    const built = await buildDevice(db, { stationId: station.id, metrics: ['pm25', 'so2'], periodS: 60 })
    const { network } = start()
    const { deviceById, deviceByChannel } = await network.fresh()
    const device = deviceById.get(built.id)
    expect(device).toMatchObject({ lng: 120.5, lat: 31.5, expectedPerHour: 120, station: { name: '苏州站' } })
    expect(deviceByChannel.get(built.channelNos[1] as number)).toBe(device)
    expect(network.state.statusOf({ deviceNo: built.deviceNo, isRetired: false })).toBe('inactive')
    network.stop()
  })

  test('knows the expectation before channels were changed', async () => {
    const built = await buildDevice(db, { metrics: ['pm25', 'so2'], periodS: 60 })
    const version = (channelNo: number | undefined, fromMs: number, periodS: number, enabled = true) =>
      db
        .insertInto('monChannelVersion')
        .values({ channelNo: channelNo ?? 0, fromTs: new Date(fromMs), body: JSON.stringify({ periodS, enabled }) })
        .execute()
    await version(built.channelNos[0], NOW_MS - 9 * HOUR_MS, 10)
    await version(built.channelNos[0], NOW_MS - 5 * HOUR_MS, 60)
    await version(built.channelNos[1], NOW_MS - 9 * HOUR_MS, 60, false)
    await version(built.channelNos[1], NOW_MS - 3 * HOUR_MS, 60)
    const { network } = start()
    const device = (await network.fresh()).deviceById.get(built.id)
    expect(device?.expectedBefore).toEqual([
      { untilMs: NOW_MS - 9 * HOUR_MS, perHour: 360 },
      { untilMs: NOW_MS - 5 * HOUR_MS, perHour: 360 },
      { untilMs: NOW_MS - 3 * HOUR_MS, perHour: 60 },
    ])
    expect(device?.expectedPerHour).toBe(120)
    network.stop()
  })

  test('keeps the newer of bus and database values', async () => {
    const built = await buildDevice(db, { status: 'online' })
    const [channelNo] = built.channelNos as [number]
    await buildSamples(db, { deviceNo: built.deviceNo, channelNo }, [[NOW_MS - 1_000, 1]])
    const { network, bus, clock } = start()
    const hear = (ts: number, v: number) =>
      bus.publish('points', {
        commits: [],
        deviceIds: [built.deviceNo],
        channelNos: [channelNo],
        tsMs: [ts],
        values: [v],
        flags: [0],
      })
    hear(NOW_MS, 2)
    await network.fresh()
    expect(network.state.latestOf(channelNo)?.v).toBe(2)
    hear(NOW_MS - 500, 3)
    expect(network.state.latestOf(channelNo)?.v).toBe(2)

    // A lost message is made up for by the next database read.
    await buildSamples(db, { deviceNo: built.deviceNo, channelNo }, [[NOW_MS + 5_000, 4]])
    clock.advance(MINUTE_MS)
    await eventually(() => expect(network.state.latestOf(channelNo)?.v).toBe(4))
    network.stop()
  })

  test('reloads at once when it may have missed something', async () => {
    const built = await buildDevice(db, { status: 'online' })
    const [channelNo = 0] = built.channelNos
    const { network, bus } = start()
    await network.fresh()
    const added = await buildDevice(db)
    await buildSamples(db, { deviceNo: built.deviceNo, channelNo }, [[NOW_MS, 5]])
    await db.updateTable('monDeviceState').set({ status: 'fault' }).where('deviceId', '=', built.deviceNo).execute()
    bus.publish('missed', {})
    expect((await network.fresh()).devices.map(({ id }) => id)).toContain(added.id)
    expect(network.state.latestOf(channelNo)?.v).toBe(5)
    expect(network.state.statusOf({ deviceNo: built.deviceNo, isRetired: false })).toBe('fault')
    network.stop()
  })

  test('does not overwrite a just reported status from a lagging database', async () => {
    const built = await buildDevice(db, { status: 'online' })
    const { network, bus, clock } = start()
    await network.fresh()
    const device = { deviceNo: built.deviceNo, isRetired: false }
    bus.publish('deviceStatus', [{ deviceNo: built.deviceNo, status: 'fault', lastSeenMs: null }])
    bus.publish('registers', {})
    await network.fresh()
    expect(network.state.statusOf(device)).toBe('fault')
    clock.advance(MINUTE_MS)
    await network.fresh()
    await eventually(() => expect(network.state.statusOf(device)).toBe('online'))
    network.stop()
  })

  test('includes an announced change in the next answer, and reads at most twice for a burst', async () => {
    const { network, bus } = start()
    await network.fresh()
    let readings = 0
    network.onReload(() => {
      readings += 1
    })
    const built = await buildDevice(db)
    for (let n = 0; n < 50; n++) bus.publish('registers', { deviceIds: [built.id] })
    const { deviceById } = await network.fresh()
    expect(deviceById.has(built.id)).toBe(true)
    expect(readings).toBeLessThanOrEqual(2)
    network.stop()
  })

  test('checks once a minute for register changes of other processes, and reloads only then', async () => {
    const { network, clock } = start()
    await network.fresh()
    let readings = 0
    network.onReload(() => {
      readings += 1
    })
    clock.advance(MINUTE_MS)
    await network.fresh()
    expect(readings).toBe(0)
    const unannounced = await buildDevice(db)
    clock.advance(MINUTE_MS)
    expect((await network.fresh()).deviceById.has(unannounced.id)).toBe(true)
    expect(readings).toBe(1)
    network.stop()
  })

  test('reports a missing database, keeps retrying, and recovers by itself', async () => {
    const gone = openDb('postgresql://nobody@127.0.0.1:1/none')
    const { network, errors } = start(gone)
    await expect(network.fresh()).rejects.toEqual(new AppError('service.unavailable'))
    expect(errors.length).toBeGreaterThan(0)
    network.stop()
    await gone.destroy()

    const { network: later, clock } = start(db)
    clock.advance(2_000)
    await expect(later.fresh()).resolves.toBeDefined()
    later.stop()
  })
})
