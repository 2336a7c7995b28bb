import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countWaiting } from '../../testing/waiting-locks.ts'
import {
  addDevice,
  connect,
  joinNetwork,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const T0 = Date.UTC(2026, 10, 21, 2, 20)
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'], periodS: 10 })
    },
  })
})
beforeEach(async () => {
  await network.reset()
  clock.ms = T0
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const tele = (payload: unknown) => publish(client, `dt/${device.clientId}/tele`, payload)
async function track() {
  const { rows } = await network.pool.query(`
    select (extract(epoch from ts) * 1000)::float8 - ${T0} as at, lng, lat, alt from mon_track order by ts`)
  return rows
}
async function place() {
  await network.ingest.stop()
  const { rows } = await network.pool.query('select lng, lat from mon_device_state')
  await network.restart()
  return rows[0]
}

it('stores positions, together with values or alone', async () => {
  await tele({ ts: T0, d: { 1: 1 }, pos: { lng: 120.5, lat: 31.5, alt: 8 } })
  await tele({ ts: T0 + 1, d: {}, pos: { lng: 120.6, lat: 31.5 } })
  const at = [
    { at: 0, lng: 120.5, lat: 31.5, alt: 8 },
    { at: 1, lng: 120.6, lat: 31.5, alt: null },
  ]
  expect(await track()).toEqual(at)
  await tele({ ts: T0, d: { 1: 1 }, pos: { lng: 120.5, lat: 31.5, alt: 8 } })
  expect(await track()).toEqual(at)
})

it('stores a position once when its message is repeated with another receive time', async () => {
  const message = { id: 'walk-1', d: { 1: 1 }, pos: { lng: 120.5, lat: 31.5 } }
  await tele(message)
  clock.ms += 5
  await tele(message)
  expect(await track()).toHaveLength(1)
})

it('stores late positions at their time without moving the device, however old the month', async () => {
  await tele({ ts: T0, d: { 1: 1 }, pos: { lng: 120.5, lat: 31.5 } })
  await tele({ ts: T0 - 10 * MINUTE_MS, d: { 1: 2 }, pos: { lng: 110, lat: 30 } })
  await tele({ ts: T0 - 60 * DAY_MS, d: {}, pos: { lng: 111, lat: 30 } })
  await tele({ ts: T0 - 91 * DAY_MS, d: {}, pos: { lng: 112, lat: 30 } })
  expect(await track()).toMatchObject([
    { at: -60 * DAY_MS, lng: 111 },
    { at: -10 * MINUTE_MS, lng: 110 },
    { at: 0, lng: 120.5 },
  ])
  expect(await place()).toEqual({ lng: 120.5, lat: 31.5 })
})

describe('a late position', () => {
  const late = { ts: T0 - 10 * MINUTE_MS, d: { 1: 2 }, pos: { lng: 110, lat: 30 } }

  beforeEach(() => tele({ ts: T0, d: { 1: 1 }, pos: { lng: 120.5, lat: 31.5 } }))

  it('does not move the device after a restart', async () => {
    await client.endAsync()
    await network.restart()
    client = await connect(network, device)
    await tele(late)
    expect(await place()).toEqual({ lng: 120.5, lat: 31.5 })
  })

  it('does not move the device through another process', async () => {
    const second = await joinNetwork(network, { clock })
    const there = await connect(second, device)
    // Known to the first process only.
    await tele({ ts: T0 + 1, d: {}, pos: { lng: 120.6, lat: 31.5 } })
    await publish(there, `dt/${device.clientId}/tele`, late)
    await network.ingest.stop()
    await there.endAsync()
    await second.ingest.stop()
    await network.restart()
    expect(await place()).toEqual({ lng: 120.6, lat: 31.5 })
  })
})

it('acknowledges a position only when it is durable', async () => {
  const lock = await network.pool.connect()
  await lock.query('begin; lock table mon_track in share mode')
  let isTold = false
  const told = (async () => {
    await tele({ ts: T0, d: {}, pos: { lng: 120.5, lat: 31.5 } })
    isTold = true
  })()
  await expect.poll(() => countWaiting(network.pool, 'mon_track')).toBeGreaterThan(0)
  expect(isTold).toBe(false)
  await lock.query('rollback')
  lock.release()
  await told
  expect(await track()).toHaveLength(1)
})
