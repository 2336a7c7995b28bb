import type { StationPlace } from '@natim/contract/mon/place'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'

let server: TestApp
const tokens: Record<string, string> = {}
let suzhou: { id: string; name: string }
let canton: { id: string; name: string }
let empty: { id: string; name: string }

beforeAll(async () => {
  server = await buildTestApp()
  await server.db.insertInto('sysRole').values({ id: 'r-stations', roleCode: 'stations', roleName: '站点' }).execute()
  await server.db
    .insertInto('sysRolePermission')
    .columns(['roleId', 'permissionId'])
    .expression((eb) =>
      eb
        .selectFrom('sysPermission')
        .select([eb.val('r-stations').as('roleId'), 'id'])
        .where('perms', '=', 'mon:station:view'),
    )
    .execute()
  const people = {
    admin: { roles: ['admin'] },
    jiangsu: { roles: ['nat_admin'], regionPrefixes: ['32'] },
    // May see stations, but no alarms.
    keeper: { roles: ['stations'] },
    nobody: {},
  }
  for (const [name, given] of Object.entries(people)) {
    await server.addUser(name, given)
    tokens[name] = await server.signIn(name)
  }
  suzhou = await buildStation(server.db, { name: '苏州园区站' })
  canton = await buildStation(server.db, { name: '广州大学城站', lng: 113.4, lat: 23.05, regionCode: '440100' })
  empty = await buildStation(server.db, { name: '苏州备用站' })
  const gas = await buildDevice(server.db, { stationId: suzhou.id, metrics: ['cl2', 'nh3'], status: 'online' })
  const air = await buildDevice(server.db, { stationId: suzhou.id, metrics: ['pm25'], status: 'offline' })
  const old = await buildDevice(server.db, { stationId: suzhou.id, metrics: ['pm25', 'so2'] })
  await server.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', old.id).execute()
  const [, nh3 = 0] = gas.channelNos
  await server.db.updateTable('monChannel').set({ enabled: false }).where('channelNo', '=', nh3).execute()
  const far = await buildDevice(server.db, { stationId: canton.id, regionCode: '440100', status: 'online' })
  await buildAlarm(server.db, { deviceId: air.id, stationId: suzhou.id, severity: 3, severityMax: 3 })
  await buildAlarm(server.db, { deviceId: gas.id, stationId: suzhou.id, severity: 2 })
  await buildAlarm(server.db, { deviceId: far.id, stationId: canton.id, severity: 4, regionCode: '440100' })
  server.bus.publish('registers', {})
})
afterAll(() => server.close())

async function places(user: string, query = ''): Promise<StationPlace[]> {
  const { body } = await server.call('GET', `/mon/place/stations?pageNo=1&pageSize=1${query}`, { token: tokens[user] })
  return body.result
}
const levels = async (user: string) =>
  (await server.call('GET', '/mon/place/levels', { token: tokens[user] })).body.result
const namesOf = (rows: readonly StationPlace[]) => rows.map(({ name }) => name).toSorted()

describe('stations as places', () => {
  it('[BZ-06] include the whole list with devices and channels in use, and the highest open alarm severity', async () => {
    const rows = await places('admin')
    expect(namesOf(rows)).toEqual([canton.name, suzhou.name, empty.name].toSorted())
    expect(rows.find(({ id }) => id === suzhou.id)).toEqual({
      id: suzhou.id,
      name: suzhou.name,
      regionCode: '320500',
      lng: 120.62,
      lat: 31.32,
      // The retired device and the disabled channel are not counted.
      deviceCount: 2,
      onlineCount: 1,
      channelCount: 2,
      severity: 2,
    })
    expect(rows.find(({ id }) => id === empty.id)).toMatchObject({ deviceCount: 0, channelCount: 0 })
    expect(rows.find(({ id }) => id === empty.id)).not.toHaveProperty('severity')
  })

  it('have the same counts as the list', async () => {
    const path = `/mon/station/list?name=${encodeURIComponent(suzhou.name)}`
    const [row] = (await server.call('GET', path, { token: tokens['admin'] })).body.result.records
    const [place] = await places('admin', `&name=${encodeURIComponent(suzhou.name)}`)
    for (const key of ['deviceCount', 'onlineCount', 'channelCount'] as const) expect(row[key]).toBe(place?.[key])
  })

  it("follow the list filters and the user's scope", async () => {
    expect(namesOf(await places('admin', `&name=${encodeURIComponent('*大学*')}`))).toEqual([canton.name])
    expect(namesOf(await places('jiangsu'))).toEqual([suzhou.name, empty.name].toSorted())
    expect(await levels('jiangsu')).toEqual([{ id: suzhou.id, severity: 2 }])
    expect(await levels('admin')).toEqual(
      expect.arrayContaining([
        { id: suzhou.id, severity: 2 },
        { id: canton.id, severity: 4 },
      ]),
    )
  })

  it('omit alarms without permission for them, and require the station permission', async () => {
    expect(await levels('keeper')).toEqual([])
    const rows = await places('keeper')
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).not.toHaveProperty('severity')
    for (const path of ['/mon/place/stations', '/mon/place/levels'])
      expect((await server.call('GET', path, { token: tokens['nobody'] })).status).toBe(403)
  })
})
