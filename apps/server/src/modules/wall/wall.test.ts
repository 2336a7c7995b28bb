import type { AddressInfo } from 'node:net'
import { LIVE_SOCKET_PATH } from '@natim/contract/socket/live'
import { newWallShared, type WallShared } from '@natim/domain/wall'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { type LiveClient, openLiveClient } from '../../testing/live-client.ts'

let server: TestApp
let officer: string
let reader: string
let url: string
let screenId: string
const clients: LiveClient[] = []

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['nat_duty'], orgCode: 'A01', regionPrefixes: ['*'] })
  await server.addUser('reader', { roles: ['analyst'], orgCode: 'A01', regionPrefixes: ['*'] })
  await server.addUser('jiangsu', { roles: ['prov_duty'], orgCode: 'A01A32', regionPrefixes: ['32'] })
  officer = await server.signIn('officer')
  reader = await server.signIn('reader')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${LIVE_SOCKET_PATH}`
})
beforeEach(async () => {
  screenId = await addScreen(officer)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await server.close()
})

let count = 0
async function addScreen(token: string): Promise<string> {
  count += 1
  const { body } = await server.call('POST', '/mon/wall/add', { token, body: { name: `值守屏 ${count}` } })
  return body.result.id
}
const read = async (token: string, id = screenId) =>
  (await server.call('GET', `/mon/wall/screen?id=${id}`, { token })).body
const save = async (token: string, version: number, state: WallShared | object, id = screenId) =>
  (await server.call('PUT', '/mon/wall/screen', { token, body: { id, version, state } })).body
async function follow(token: string, id = screenId): Promise<LiveClient> {
  const client = await openLiveClient(url, token)
  clients.push(client)
  client.send({ op: 'sub', id: 'w', topic: 'wall', screenId: id })
  return client
}
const withCorner = (clientId: string): WallShared => ({
  ...newWallShared(Date.now()),
  corners: { leftTop: clientId, rightTop: null, leftBottom: null, rightBottom: null },
  equipmentClientIds: [clientId],
})

describe('the shared state', () => {
  it('is empty initially, is stored, and survives deletion and restore of the screen', async () => {
    expect((await read(officer)).result).toMatchObject({ version: 0, state: { mode: 'live', equipmentClientIds: [] } })
    expect(await save(officer, 0, withCorner('GT-1'))).toMatchObject({ success: true, result: { version: 1 } })
    expect((await read(reader)).result).toMatchObject({ version: 1, state: { corners: { leftTop: 'GT-1' } } })
    await server.call('DELETE', `/mon/wall/delete?id=${screenId}`, { token: officer })
    expect(await read(officer)).toMatchObject({ success: false, message: '未找到对应数据' })
    await server.call('POST', '/mon/wall/restore', { token: officer, body: { id: screenId } })
    expect((await read(officer)).result).toMatchObject({ version: 1, state: { corners: { leftTop: 'GT-1' } } })
  })

  it('accepts one of two concurrent writes and reports the conflict to the other', async () => {
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((id) => save(officer, 0, withCorner(id))))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ message }) => message === '数据已被他人修改，请刷新后重试！')).toHaveLength(3)
    const again = await Promise.all(['E', 'F', 'G'].map((id) => save(officer, 1, withCorner(id))))
    expect(again.filter(({ success }) => success)).toHaveLength(1)
    expect((await read(officer)).result.version).toBe(2)
  })

  it('is pushed to all viewers of the screen, and to none of another', async () => {
    const other = await addScreen(officer)
    const [here, there] = await Promise.all([follow(reader), follow(reader, other)])
    expect((await here.take('wall')).d.version).toBe(0)
    expect((await there.take('wall')).d.version).toBe(0)
    await save(officer, 0, withCorner('GT-2'))
    expect((await here.take('wall')).d).toMatchObject({ version: 1, state: { corners: { leftTop: 'GT-2' } } })
    expect((await there.settle()).filter(({ t }) => t === 'wall')).toEqual([])
  })

  it('is sent again after lost messages, and older versions are skipped', async () => {
    const client = await follow(reader)
    await client.take('wall')
    await server.db
      .insertInto('monWallState')
      .values({ screenId, version: 7, state: JSON.stringify(withCorner('GT-7')) })
      .execute()
    server.bus.publish('missed', {})
    expect((await client.take('wall')).d.version).toBe(7)
    server.bus.publish('wallState', { screenId, version: 6, state: withCorner('GT-6') })
    expect((await client.settle()).filter(({ t }) => t === 'wall')).toEqual([])
  })

  it('rejects an end before the start, unknown keys and repeated equipment', async () => {
    const state = withCorner('GT-1')
    const inverted = await save(officer, 0, { ...state, startTime: '12:00:00', endTime: '11:00:00' })
    expect(inverted).toMatchObject({ success: false })
    expect(inverted.message).toContain('结束时间必须晚于开始时间！')
    expect(await save(officer, 0, { ...state, secret: 1 })).toMatchObject({ success: false })
    expect(await save(officer, 0, { ...state, equipmentClientIds: ['a', 'a'] })).toMatchObject({ success: false })
    expect(await save(officer, 0, { ...state, rotateS: 7 })).toMatchObject({ success: false })
  })

  it('requires the permission to edit walls', async () => {
    expect((await server.call('PUT', '/mon/wall/screen', { token: reader, body: {} })).status).toBe(403)
  })

  it('is copied with the screen, and then independent', async () => {
    await save(officer, 0, withCorner('GT-3'))
    const { body } = await server.call('POST', '/mon/wall/copy', {
      token: officer,
      body: { id: screenId, name: '副屏' },
    })
    expect((await read(officer, body.result.id)).result).toMatchObject({
      name: '副屏',
      version: 1,
      state: { corners: { leftTop: 'GT-3' } },
    })
    await save(officer, 1, withCorner('GT-4'), body.result.id)
    expect((await read(officer)).result.state.corners.leftTop).toBe('GT-3')
  })
})

describe('scopes', () => {
  it('a screen of another department is not found, by call or socket', async () => {
    const jiangsu = await server.signIn('jiangsu')
    expect(await read(jiangsu)).toMatchObject({ success: false, message: '未找到对应数据' })
    const client = await follow(jiangsu)
    expect(await client.take('err')).toMatchObject({ code: 'row.not_found' })
  })

  it('a device that is retired, unknown or of another region is null in the same way', async () => {
    const mine = await addScreen(await server.signIn('jiangsu'))
    const own = await buildDevice(server.db, { sysOrgCode: 'A01A32', regionCode: '320500' })
    const foreign = await buildDevice(server.db, { sysOrgCode: 'A01A37', regionCode: '370300' })
    const retired = await buildDevice(server.db, { sysOrgCode: 'A01A32', regionCode: '320500' })
    await server.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', retired.id).execute()
    server.bus.publish('registers', {})
    const clientIds = [own, foreign, retired].map(({ clientId }) => clientId).concat('NOBODY')
    const token = await server.signIn('jiangsu')
    const { body } = await server.call('GET', `/mon/wall/devices?id=${mine}&clientIds=${clientIds.join()}`, { token })
    expect(body.result.map((device: { clientId: string } | null) => device?.clientId ?? null)).toEqual([
      own.clientId,
      null,
      null,
      null,
    ])
    const series = await server.call(
      'GET',
      `/mon/wall/series?id=${mine}&clientId=${foreign.clientId}&channels=${foreign.channelNos[0] ?? 1}&from=0&to=1000`,
      { token },
    )
    expect(series.body).toMatchObject({ success: false, message: '未找到对应数据' })
  })
})

describe('the network on a wall', () => {
  it('groups devices by station, with the most severe alarm and its device', async () => {
    const station = await buildStation(server.db, { name: '化工园区' })
    const [calm, loud] = [
      await buildDevice(server.db, { stationId: station.id, kind: 'gas', status: 'online' }),
      await buildDevice(server.db, { stationId: station.id, kind: 'gas', status: 'online' }),
    ]
    await buildAlarm(server.db, { deviceId: loud.id, deviceNo: loud.deviceNo, stationId: station.id, severity: 1 })
    await buildAlarm(server.db, {
      deviceId: calm.id,
      stationId: station.id,
      historic: true,
      active: false,
      title: '事后',
    })
    server.bus.publish('registers', {})
    const { result } = (await server.call('GET', `/mon/wall/network?id=${screenId}`, { token: reader })).body
    expect(result.places.find(({ name }: { name: string }) => name === '化工园区')).toMatchObject({
      devices: 2,
      severity: 1,
      clientId: loud.clientId,
    })
    expect(result.alarms.map(({ title }: { title: string }) => title)).not.toContain('事后')
    expect(result.alarms[0]).toMatchObject({ clientId: loud.clientId, lng: 120.62, lat: 31.32, endedMs: null })
  })

  it('finds alarms active within a span, including those raised before it', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 4, minutes))
    const over = { active: false, clearedTs: at(30), closedTs: at(50) }
    await buildAlarm(server.db, { title: '此前开始', raisedTs: at(0), triggerTs: at(0), ...over })
    await buildAlarm(server.db, { title: '其间', raisedTs: at(20), triggerTs: at(20), ...over })
    await buildAlarm(server.db, { title: '其后', raisedTs: at(41), triggerTs: at(41), ...over, clearedTs: at(45) })
    const titles = async (from: number, to: number) => {
      const query = new URLSearchParams({
        id: screenId,
        from: String(at(from).getTime()),
        to: String(at(to).getTime()),
      })
      const { body } = await server.call('GET', `/mon/wall/alarms?${query}`, { token: reader })
      return body.result.alarms.map(({ title }: { title: string }) => title)
    }
    expect(await titles(10, 40)).toEqual(['其间', '此前开始'])
    // (from, to]: an alarm that ended at the start of the span is not included.
    expect(await titles(30, 40)).toEqual([])
    expect(await titles(30, 41)).toEqual(['其后'])
  })

  it('keeps a reopened alarm until it is closed, and a folded one if its parent is not visible', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 6, 4, minutes))
    const titles = async (from: number, to: number, token = reader) => {
      const query = new URLSearchParams({
        id: screenId,
        from: String(at(from).getTime()),
        to: String(at(to).getTime()),
      })
      const { body } = await server.call('GET', `/mon/wall/alarms?${query}`, { token })
      return body.result?.alarms.map(({ title }: { title: string }) => title) ?? body.message
    }
    const raised = { raisedTs: at(0), triggerTs: at(0) }
    await buildAlarm(server.db, { title: '又触发', ...raised, clearedTs: at(10), closedTs: at(30), active: true })
    await buildAlarm(server.db, { title: '先关闭', ...raised, clearedTs: at(30), closedTs: at(10), active: false })
    expect(await titles(5, 15)).toHaveLength(2)
    expect(await titles(15, 20)).toEqual(['又触发'])
    expect(await titles(30, 40)).toEqual([])
    expect(await titles(40, 40)).not.toEqual([])
    const later = { raisedTs: at(50), triggerTs: at(50), severity: 3 }
    const parentId = await buildAlarm(server.db, { title: '簇', ...later, isCluster: true, regionCode: '370100' })
    await buildAlarm(server.db, { title: '并入', ...later, parentId, regionCode: '320500' })
    await buildAlarm(server.db, { title: '更重', ...later, severity: 2, parentId, regionCode: '320500' })
    await server.addUser('suzhou', { roles: ['prov_duty'], orgCode: 'A01', regionPrefixes: ['32'] })
    expect((await titles(45, 55)).toSorted()).toEqual(['更重', '簇'])
    expect((await titles(45, 55, await server.signIn('suzhou'))).toSorted()).toEqual(['并入', '更重'])
    await server.db
      .updateTable('monAlarm')
      .set({ closedTs: at(51), active: false })
      .where('title', 'in', ['簇', '并入', '更重'])
      .execute()
  })

  it('counts by place, a device without a station separately, and shows the device with the most severe alarm', async () => {
    const figures = async () => {
      const { result } = (await server.call('GET', `/mon/wall/network?id=${screenId}`, { token: reader })).body
      return { devices: result.devices, expected: result.expected }
    }
    const before = await figures()
    const station = await buildStation(server.db, { name: '计数站' })
    const inside = { stationId: station.id, kind: 'gas' } as const
    const first = await buildDevice(server.db, { ...inside, status: 'online' })
    const second = await buildDevice(server.db, { ...inside, status: 'offline' })
    const third = await buildDevice(server.db, { ...inside, status: 'online' })
    const alone = await buildDevice(server.db, { name: '独立设备', kind: 'gas' })
    await server.db.updateTable('monDevice').set({ lng: 118, lat: 32 }).where('id', '=', alone.id).execute()
    await buildDevice(server.db, { name: '无坐标', kind: 'gas' })
    server.bus.publish('registers', {})
    // Two of them have never reported.
    expect(await figures()).toEqual({ devices: before.devices + 5, expected: before.expected + 3 })
    const placed = async (name: string) => {
      const { result } = (await server.call('GET', `/mon/wall/network?id=${screenId}`, { token: reader })).body
      return result.places.filter((place: { name: string }) => place.name === name)
    }
    expect(await placed('计数站')).toMatchObject([{ devices: 3, online: 2, severity: null, clientId: first.clientId }])
    await buildAlarm(server.db, { deviceId: third.id, deviceNo: third.deviceNo, severity: 3 })
    await buildAlarm(server.db, { deviceId: second.id, deviceNo: second.deviceNo, severity: 2 })
    expect(await placed('计数站')).toMatchObject([{ devices: 3, severity: 2, clientId: second.clientId }])
    expect(await placed('独立设备')).toMatchObject([{ devices: 1, severity: null, lng: 118, lat: 32 }])
    expect(await placed('无坐标')).toEqual([])
  })

  it('offers devices by text, kind, region and alarm, those in alarm first', async () => {
    const loud = await buildDevice(server.db, { name: '氯气探头甲', kind: 'gas' })
    await buildDevice(server.db, { name: '氯气探头乙', kind: 'gas', regionCode: '370300' })
    await buildAlarm(server.db, { deviceId: loud.id, deviceNo: loud.deviceNo, severity: 3 })
    server.bus.publish('registers', {})
    const names = async (query: Record<string, string>) => {
      const { body } = await server.call('GET', `/mon/wall/choices?${new URLSearchParams(query)}`, { token: reader })
      return body.result.devices.map(({ name }: { name: string }) => name)
    }
    expect(await names({ keyword: '氯气探头' })).toEqual(['氯气探头甲', '氯气探头乙'])
    expect(await names({ keyword: '氯气探头', region: '37' })).toEqual(['氯气探头乙'])
    expect(await names({ keyword: '氯气探头', alarming: '1' })).toEqual(['氯气探头甲'])
    expect(await names({ keyword: '氯气探头', kind: 'rad' })).toEqual([])
    // By its number in any case, and by its station.
    expect(await names({ keyword: loud.clientId.toLowerCase() })).toEqual(['氯气探头甲'])
    const station = await buildStation(server.db, { name: '滨江站' })
    await buildDevice(server.db, { name: '站内设备', stationId: station.id })
    server.bus.publish('registers', {})
    expect(await names({ keyword: '滨江' })).toEqual(['站内设备'])
  })
})
