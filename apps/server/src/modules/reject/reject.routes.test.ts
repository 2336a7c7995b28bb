import { HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'

let server: TestApp
let ops: string
beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('ops', { roles: ['station_ops'], regionPrefixes: ['32'] })
  await server.addUser('duty', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  ops = await server.signIn('ops')
})
afterAll(() => server.close())

it('counts refusals by device and reason within the region, worst first, with a trend', async () => {
  const own = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '320100' })
  const foreign = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '440100' })
  const thisHourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const counter = (deviceId: number, code: string, hoursAgo: number, n: number) => ({
    deviceId,
    code,
    hour: new Date(thisHourMs - hoursAgo * HOUR_MS),
    n,
  })
  await server.db
    .insertInto('monIngestCounter')
    .values([
      counter(own.deviceNo, 'E_DUP', 0, 3),
      counter(own.deviceNo, 'E_DUP', 23, 4),
      // Exactly one day ago is outside the day.
      counter(own.deviceNo, 'E_DUP', 24, 100),
      counter(own.deviceNo, 'E_RANGE', 1, 9),
      counter(foreign.deviceNo, 'E_JSON', 0, 1_000),
    ])
    .execute()
  const get = async (path: string, token = ops) => (await server.call('GET', `/mon/reject/${path}`, { token })).body
  const { result } = await get('list')
  expect(result.total).toBe(2)
  expect(result.records.map(({ code, n }: { code: string; n: number }) => [code, n])).toEqual([
    ['E_RANGE', 9],
    ['E_DUP', 7],
  ])
  const [range, dup] = result.records
  expect(range).toMatchObject({ deviceId: own.id, lastHourMs: thisHourMs - HOUR_MS })
  expect([dup.trend[0], dup.trend.at(-1), range.trend.at(-2)]).toEqual([4, 3, 9])
  expect((await get('summary')).result).toMatchObject({
    total: 16,
    devices: 1,
    codes: [
      { code: 'E_RANGE', n: 9, devices: 1 },
      { code: 'E_DUP', n: 7, devices: 1 },
    ],
  })
  expect((await get('summary?hours=168&code=E_DUP')).result).toMatchObject({ total: 107, stepMs: 7 * HOUR_MS })
  const sheet = await server.call('GET', '/mon/reject/exportXls', { token: ops })
  expect(sheet.status).toBe(200)
  for (const hours of ['x', 1e12, {}]) {
    const answer = await server.call('POST', '/mon/reject/exportXls', { token: ops, body: { hours } })
    expect([hours, answer.status]).toEqual([hours, 200])
  }
  const duty = await server.signIn('duty')
  expect((await server.call('GET', '/mon/reject/list', { token: duty })).status).toBe(403)
})
