import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'

let server: TestApp
let dataDir: string
let ops: string
let guangdong: string
let count = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-journal-'))
  server = await buildTestApp({ config: { dataDir } })
  await buildDevice(server.db, { name: '带来型号' })
  await server.addUser('ops', { roles: ['admin'], regionPrefixes: ['32'] })
  await server.addUser('guangdong', { roles: ['admin'], regionPrefixes: ['44'] })
  ops = await server.signIn('ops')
  guangdong = await server.signIn('guangdong')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = ops) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body

async function addDevice(more: object = {}): Promise<string> {
  count += 1
  const form = { clientId: `JRN-${count}-DEV`, name: `甲 ${count}`, modelId: 'model-air', ...more }
  return (await call('POST', '/mon/device/add', form)).result.id
}
async function addStation(more: object = {}): Promise<string> {
  count += 1
  const place = { lng: 118.8, lat: 32.1, regionCode: '320100', stationType: 'city' }
  const form = { code: `JRN-${count}`, name: `站 ${count}`, shortName: '站', ...place, ...more }
  return (await call('POST', '/mon/station/add', form)).result.id
}
const REGISTERS = { device: addDevice, station: addStation }
type Register = keyof typeof REGISTERS

/** Operation log lines about a row, oldest first. */
const linesOf = (id: string) =>
  server.db
    .selectFrom('sysLog')
    .select(['logContent', 'username', 'route', 'detail'])
    .where('objectId', '=', id)
    .where('operateType', 'is not', null)
    .orderBy('id')
    .execute()
const versionsOf = async (register: Register, id: string, token = ops) =>
  (await call('GET', `/mon/${register}/history?id=${id}`, undefined, token)).result as {
    version: number
    operateType: number
    content: Record<string, unknown>
  }[]
const rowOf = async (register: Register, id: string) =>
  (await call('GET', `/mon/${register}/queryById?id=${id}`)).result

describe.each(Object.entries(REGISTERS) as [Register, typeof addDevice][])('the register of %ss', (register, add) => {
  const path = `/mon/${register}`

  it('hides its versions from users whose scope excludes the row, deleted or not', async () => {
    const id = await add()
    const asked = () => call('GET', `${path}/history?id=${id}`, undefined, guangdong)
    expect(await asked()).toMatchObject({ success: false, message: '未找到对应数据' })
    await call('DELETE', `${path}/delete?id=${id}`)
    expect(await asked()).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await call('POST', `${path}/restoreVersion`, { id, version: 1 }, guangdong)).toMatchObject({
      success: false,
    })
    expect((await versionsOf(register, id)).map(({ operateType }) => operateType)).toEqual([4, 2])
  })

  it('can be restored from the bin by a version too', async () => {
    const id = await add()
    const { name } = await rowOf(register, id)
    await call('PUT', `${path}/edit`, { id, name: '改名' })
    await call('DELETE', `${path}/delete?id=${id}`)
    expect(await call('POST', `${path}/restoreVersion`, { id, version: 1 })).toMatchObject({ success: true })
    expect(await rowOf(register, id)).toMatchObject({ name })
  })
})

describe('devices in the journal', () => {
  it('get one line each for a move, batch tagging and an import', async () => {
    const station = await buildStation(server.db, { name: '苏州站' })
    const ids = [await addDevice(), await addDevice()]
    await call('PUT', '/mon/device/changeBatch', { ids: ids.join(','), stationId: station.id, addTags: ['夜间'] })
    for (const id of ids) {
      const [, move] = await linesOf(id)
      expect(move?.detail).toMatchObject({
        before: { stationId: null, tags: [] },
        after: { stationId: station.id, regionCode: '320500', tags: ['夜间'] },
      })
    }
    const sheet = sheetOf([
      ['设备名称', '客户端ID', '型号'],
      ['表增', 'JRN-SHEET', 'model-air'],
    ])
    const { body, headers } = await multipart([['files[]', { name: 'a.xlsx', bytes: sheet }]])
    const answer = await server.call('POST', '/mon/device/importExcel', { token: ops, body, headers })
    expect(answer.body).toMatchObject({ success: true, code: 200 })
    const { records } = await call('GET', '/mon/device/list?clientId=JRN-SHEET').then(({ result }) => result)
    expect((await linesOf(records[0].id)).map(({ logContent }) => logContent)).toEqual(['新增设备：表增（JRN-SHEET）'])
  })

  it('get tags and place back from a version', async () => {
    const [here, there] = [await buildStation(server.db), await buildStation(server.db, { regionCode: '320100' })]
    const id = await addDevice({ tags: ['夜间', '边界'], stationId: here.id })
    await call('PUT', '/mon/device/edit', { id, tags: ['白天'], stationId: there.id })
    expect(await rowOf('device', id)).toMatchObject({ regionCode: '320100' })
    await call('POST', '/mon/device/restoreVersion', { id, version: 1 })
    expect(await rowOf('device', id)).toMatchObject({
      tags: ['夜间', '边界'],
      stationId: here.id,
      regionCode: '320500',
    })
  })

  it('have versions with names instead of keys, without internal columns', async () => {
    const station = await buildStation(server.db, { name: '苏州站' })
    const { id: gatewayId } = await buildDevice(server.db, { kind: 'gateway', name: '边界网关', metrics: [] })
    const id = await addDevice({ stationId: station.id, gatewayId })
    const [version] = await versionsOf('device', id)
    expect(version?.content).toMatchObject({ stationId: '苏州站', gatewayId: '边界网关', regionCode: '江苏省苏州市' })
    expect(Object.keys(version?.content ?? {})).not.toEqual(expect.arrayContaining(['sysOrgCode']))
    expect(Object.keys(version?.content ?? {})).not.toEqual(expect.arrayContaining(['deviceNo']))
    // Restoring sets the keys.
    await call('PUT', '/mon/device/edit', { id, name: '改名' })
    await call('POST', '/mon/device/restoreVersion', { id, version: 1 })
    expect(await rowOf('device', id)).toMatchObject({
      stationId: station.id,
      gatewayId,
      gatewayId_dictText: '边界网关',
    })
  })

  it('apply the rules of an edit when a version is restored', async () => {
    const id = await addDevice()
    const { clientId, deviceNo } = await rowOf('device', id)
    await call('PUT', '/mon/device/edit', { id, clientId: `${clientId}-NEW` })
    await server.db
      .insertInto('monDeviceState')
      .values({ deviceId: deviceNo, status: 'online', lastSeen: new Date() } as never)
      .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ lastSeen: new Date() }))
      .execute()
    const refused = await call('POST', '/mon/device/restoreVersion', { id, version: 1 })
    expect(refused).toMatchObject({ success: false })
    expect(refused.message).toContain('客户端ID')
    expect(await rowOf('device', id)).toMatchObject({ clientId: `${clientId}-NEW` })
    // Also when restoring from the bin.
    await call('DELETE', `/mon/device/delete?id=${id}`)
    expect((await call('POST', '/mon/device/restoreVersion', { id, version: 1 })).message).toBe(refused.message)
  })

  it("cannot leave the caller's scope through a version from before a station was set", async () => {
    const station = await buildStation(server.db)
    const { id } = await buildDevice(server.db, { regionCode: '440100' })
    await server.addUser('national', { roles: ['admin'], regionPrefixes: ['*'] })
    const national = await server.signIn('national')
    await server.db.updateTable('monDevice').set({ stationId: null }).where('id', '=', id).execute()
    await call('PUT', '/mon/device/edit', { id, name: '先在广东' }, national)
    await call('PUT', '/mon/device/edit', { id, stationId: station.id }, national)
    const refused = await call('POST', '/mon/device/restoreVersion', { id, version: 1 })
    expect(refused).toMatchObject({ success: false })
    expect(await rowOf('device', id)).toMatchObject({ stationId: station.id, regionCode: '320500' })
  })
})
