import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'

let server: TestApp
let ops: string
let elsewhere: string
let count = 0
const told: unknown[] = []

beforeAll(async () => {
  server = await buildTestApp()
  await buildDevice(server.db, { name: '带来型号' })
  await server.addUser('ops', { roles: ['admin'], regionPrefixes: ['32'] })
  await server.addUser('elsewhere', { roles: ['station_ops'], regionPrefixes: ['44'] })
  ops = await server.signIn('ops')
  elsewhere = await server.signIn('elsewhere')
  server.bus.subscribe('registers', (message) => told.push(message))
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token = ops) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body

async function add(more: object = {}): Promise<string> {
  count += 1
  const form = { clientId: `BIN-${count}-DEV`, name: `待删 ${count}`, modelId: 'model-air', ...more }
  return (await call('POST', '/mon/device/add', form)).result.id
}
const stored = (id: string) =>
  server.db.selectFrom('monDevice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const credentials = (id: string) =>
  server.db.selectFrom('monDeviceCredential').selectAll().where('deviceId', '=', id).orderBy('id').execute()
const binned = async (token = ops) =>
  (await call('GET', '/mon/device/recycleBin', undefined, token)).result.map(({ id }: { id: string }) => id)

async function hasReported(id: string): Promise<void> {
  const { deviceNo } = await stored(id)
  const state = { deviceId: deviceNo, status: 'online', lastSeen: new Date() }
  await server.db
    .insertInto('monDeviceState')
    .values(state as never)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(state as never))
    .execute()
}

describe('deleting a device', () => {
  it('previews what is deleted, what is kept, and whether the name must be typed', async () => {
    const id = await add()
    expect((await call('GET', `/mon/device/uses?ids=${id}`)).result).toEqual([])
    await hasReported(id)
    expect((await call('GET', `/mon/device/uses?ids=${id}`)).result).toEqual([
      { noun: '有历史数据的设备', count: 1, isKept: true, asksName: true },
    ])
    // Counts of invisible rows are not revealed.
    expect((await call('GET', `/mon/device/uses?ids=${id}`, undefined, elsewhere)).result).toEqual([])
  })

  it('moves it to the bin; restoring brings back the device and its credentials unchanged', async () => {
    const id = await add({ tags: ['夜间'] })
    await call('POST', `/mon/device/${id}/rotateSecret`)
    const before = { device: await stored(id), credentials: await credentials(id) }
    expect(await call('DELETE', `/mon/device/delete?id=${id}`)).toMatchObject({ success: true, message: '删除成功！' })
    expect(await binned()).toContain(id)
    expect(await binned(elsewhere)).not.toContain(id)
    expect((await credentials(id)).every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    expect((await call('GET', `/mon/device/queryById?id=${id}`)).success).toBe(false)

    told.length = 0
    expect(await call('POST', '/mon/device/restore', { id })).toMatchObject({ success: true, message: '恢复成功！' })
    expect(told).toEqual([{ deviceIds: [id] }])
    const after = await stored(id)
    expect(after).toEqual({ ...before.device, updateBy: 'ops', updateTime: after.updateTime })
    expect(await credentials(id)).toEqual(before.credentials)
    expect(await binned()).not.toContain(id)
  })

  it('does not restore a credential that had ended before', async () => {
    const id = await add()
    const past = new Date('2026-01-02T03:04:05Z')
    await server.db.updateTable('monDeviceCredential').set({ revokedAt: past }).where('deviceId', '=', id).execute()
    await call('DELETE', `/mon/device/delete?id=${id}`)
    await call('POST', '/mon/device/restore', { id })
    expect((await credentials(id)).map(({ revokedAt }) => revokedAt)).toEqual([past])
  })

  it('is restored as offline until it reports, not as retired', async () => {
    const id = await add()
    await hasReported(id)
    await call('DELETE', `/mon/device/delete?id=${id}`)
    const { deviceNo } = await stored(id)
    const state = server.db.updateTable('monDeviceState').where('deviceId', '=', deviceNo)
    await state.set({ status: 'retired' }).execute()
    await call('POST', '/mon/device/restore', { id })
    expect((await call('GET', `/mon/device/queryById?id=${id}`)).result).toMatchObject({ status: 'offline' })
  })

  it('journals deletion and restore', async () => {
    const id = await add()
    await call('DELETE', `/mon/device/delete?id=${id}`)
    await call('POST', '/mon/device/restore', { id })
    const lines = await server.db
      .selectFrom('sysLog')
      .select(['logContent', 'operateType', 'username'])
      .where('objectId', '=', id)
      .where('operateType', 'is not', null)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { logContent: expect.stringMatching(/^新增设备：待删/), operateType: 2, username: 'ops' },
      { logContent: expect.stringMatching(/^删除设备：待删/), operateType: 4, username: 'ops' },
      { logContent: expect.stringMatching(/^新增设备：待删/), operateType: 2, username: 'ops' },
    ])
  })

  it('deletes once and restores once under concurrent requests', async () => {
    const id = await add()
    const removals = await Promise.all([1, 2, 3].map(() => call('DELETE', `/mon/device/delete?id=${id}`)))
    expect(removals.filter(({ success }) => success)).toHaveLength(1)
    const restores = await Promise.all([1, 2, 3].map(() => call('POST', '/mon/device/restore', { id })))
    expect(restores.filter(({ success }) => success)).toHaveLength(1)
    expect(restores.filter(({ message }) => message === '未找到对应数据')).toHaveLength(2)
  })

  it('cannot be undone by a user who could not have deleted it', async () => {
    const id = await add()
    await call('DELETE', `/mon/device/delete?id=${id}`)
    expect(await call('POST', '/mon/device/restore', { id }, elsewhere)).toMatchObject({ success: false })
    expect((await stored(id)).delFlag).toBe(1)
    expect(await call('POST', '/mon/device/restore', { id, version: 1 })).toMatchObject({ success: false })
  })

  it('cannot be undone while its station is in the bin', async () => {
    const station = await buildStation(server.db, { name: '已拆站' })
    const id = await add({ stationId: station.id })
    await call('DELETE', `/mon/device/delete?id=${id}`)
    expect(await call('DELETE', `/mon/station/delete?id=${station.id}`)).toMatchObject({ success: true })
    expect(await call('POST', '/mon/device/restore', { id })).toMatchObject({
      success: false,
      message: '站点「已拆站」已删除，请先恢复',
    })
    expect(await call('POST', '/mon/station/restore', { id: station.id })).toMatchObject({ success: true })
    expect(await call('POST', '/mon/device/restore', { id })).toMatchObject({ success: true })
  })
})

describe('deleting a station', () => {
  it('can be undone unless its code is in use by then', async () => {
    const form = {
      code: 'BIN-STATION',
      name: '临时站',
      shortName: '临时',
      stationType: 'city',
      lng: 118.8,
      lat: 32.1,
      regionCode: '320100',
    }
    const { result, message } = await call('POST', '/mon/station/add', form)
    expect(message).toBe('添加成功！')
    expect((await call('GET', `/mon/station/uses?ids=${result.id}`)).result).toEqual([])
    await call('DELETE', `/mon/station/delete?id=${result.id}`)
    expect((await call('GET', '/mon/station/recycleBin')).result).toContainEqual(
      expect.objectContaining({ id: result.id, name: '临时站', code: 'BIN-STATION', deleteBy: 'ops' }),
    )
    const other = (await call('POST', '/mon/station/add', form)).result
    expect(await call('POST', '/mon/station/restore', { id: result.id })).toMatchObject({
      success: false,
      message: '站点编号已存在！',
    })
    await call('DELETE', `/mon/station/delete?id=${other.id}`)
    expect(await call('POST', '/mon/station/restore', { id: result.id })).toMatchObject({ success: true })
    expect(await call('GET', `/mon/station/queryById?id=${result.id}`)).toMatchObject({ result: { name: '临时站' } })
  })

  it('is blocked by devices in use, as the preview says', async () => {
    const station = await buildStation(server.db)
    await add({ stationId: station.id })
    expect((await call('GET', `/mon/station/uses?ids=${station.id}`)).result).toEqual([
      { noun: '在用设备', count: 1, isBlocking: true },
    ])
    expect(await call('DELETE', `/mon/station/delete?id=${station.id}`)).toMatchObject({ success: false })
  })
})
