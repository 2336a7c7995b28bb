import { TRACK_PLACES } from '@natim/contract/mon/device'
import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'

const T0 = 1_795_234_800_000
const PLACES = 4_501

let server: TestApp
let device: BuiltDevice
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  await server.addUser('elsewhere', { roles: ['prov_duty'], regionPrefixes: ['44'] })
  await server.addUser('reader', { roles: ['analyst'], regionPrefixes: ['32'] })
  for (const name of ['duty', 'elsewhere', 'reader']) tokens[name] = await server.signIn(name)
  device = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '320500' })
  await sql`create table mon_track_test partition of mon_track default`.execute(server.db)
  await sql`
    insert into mon_track (device_id, ts, rx, lng, lat, alt)
    select ${device.deviceNo}::int, ${new Date(T0)}::timestamptz + i * interval '1 second', now(), 120 + i / 1e5, 31, nullif(i, 3)
    from generate_series(1, ${PLACES}) i`.execute(server.db)
})
afterAll(() => server.close())

const read = (fromMs: number, toMs: number, as = 'duty') =>
  server.call('GET', `/mon/device/${device.id}/track?fromMs=${fromMs}&toMs=${toMs}`, { token: tokens[as] as string })

describe('the track of a device', () => {
  it('contains the reported positions between two instants, the first excluded', async () => {
    expect((await read(T0 + 1_000, T0 + 4_000)).body.result).toEqual({
      tsMs: [T0 + 2_000, T0 + 3_000, T0 + 4_000],
      lng: [120.00002, 120.00003, 120.00004],
      lat: [31, 31, 31],
      alt: [2, null, 4],
      total: 3,
    })
    expect((await read(T0 + DAY_MS, T0 + 2 * DAY_MS)).body.result).toEqual({
      tsMs: [],
      lng: [],
      lat: [],
      alt: [],
      total: 0,
    })
  })

  it('is thinned evenly, keeping both ends', async () => {
    const { result } = (await read(T0, T0 + DAY_MS)).body
    expect(result.total).toBe(PLACES)
    expect(result.tsMs.length).toBeLessThanOrEqual(TRACK_PLACES)
    expect(result.tsMs.length).toBeGreaterThan(TRACK_PLACES / 2)
    expect([result.tsMs[0], result.tsMs.at(-1)]).toEqual([T0 + 1_000, T0 + PLACES * 1_000])
  })

  it('requires its own permission, and a device in scope', async () => {
    expect((await read(T0, T0 + 1_000, 'reader')).status).toBe(403)
    expect((await read(T0, T0 + 1_000, 'elsewhere')).body.success).toBe(false)
  })

  it('is announced in the overview, so that stationary devices show no such page', async () => {
    const still = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '320500' })
    const overview = async (id: string) =>
      (await server.call('GET', `/mon/device/${id}/overview`, { token: tokens.duty as string })).body.result.hasTrack
    expect([await overview(device.id), await overview(still.id)]).toEqual([true, false])
  })
})
