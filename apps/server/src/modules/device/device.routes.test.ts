import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'

let server: TestApp
let ops: string
let jiangsu: string
let suzhou: { id: string }
let guangzhou: { id: string }

const MODEL = {
  id: 'model-test-gas',
  code: 'TEST-GAS',
  name: '气体探测器',
  vendor: '华讯',
  kind: 'gas' as const,
  channelTemplate: JSON.stringify([
    { seq: 1, metricCode: 'cl2', periodS: 10 },
    { seq: 2, metricCode: 'nh3', unit: 'mg/m3' },
  ]),
}
const add = (body: object, token = ops) =>
  server.call('POST', '/mon/device/add', { token, body: { modelId: MODEL.id, name: '测试探测器', ...body } })

beforeAll(async () => {
  server = await buildTestApp()
  await server.db.insertInto('monDeviceModel').values(MODEL).execute()
  suzhou = await buildStation(server.db, { regionCode: '320500', sysOrgCode: 'A01A10' })
  guangzhou = await buildStation(server.db, { regionCode: '440100', sysOrgCode: 'A01A19' })
  await server.addUser('ops', { roles: ['station_ops'] })
  await server.addUser('jiangsu', { roles: ['station_ops'], regionPrefixes: ['32'] })
  ops = await server.signIn('ops')
  jiangsu = await server.signIn('jiangsu')
})
afterAll(() => server.close())

describe('a new device', () => {
  it('copies the channels of its model, takes the location of its station and shows its secret once', async () => {
    const { body } = await add({ id: '', clientId: 'GT-0001', stationId: suzhou.id })
    expect(body.success).toBe(true)
    expect(body.message).not.toBe('')
    const { id, credential } = body.result
    expect(credential).toMatchObject({ clientId: 'GT-0001', topic: 'dt/GT-0001/tele', mqttPort: 1883 })
    expect(Buffer.from(credential.secret, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    const row = (await server.call('GET', `/mon/device/queryById?id=${id}`, { token: ops })).body.result
    expect(row).toMatchObject({
      kind: 'gas',
      regionCode: '320500',
      sysOrgCode: 'A01A10',
      channelCount: 2,
      status: 'inactive',
      onlineTimeoutS: 90,
    })
    const stored = await server.db
      .selectFrom('monDeviceCredential')
      .selectAll()
      .where('deviceId', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.secretHash).toEqual(createHash('sha256').update(credential.secret).digest())
    const listed = await server.call('GET', `/mon/device/${id}/credentials`, { token: ops })
    expect(JSON.stringify(listed.body)).not.toContain(credential.secret)
    expect(JSON.stringify(listed.body)).not.toContain('ecretHash')
  })

  it.each(['ab', 'has space', '中文设备', 'x'.repeat(65), 'a/b#+'])(
    'refuses client id %j with the text of the contract',
    async (clientId) => {
      const { body } = await add({ clientId })
      expect(body.success).toBe(false)
      expect(body.message).toContain('客户端ID只能包含字母、数字、下划线和短横线（4-64位）！')
    },
  )

  it('refuses a client id that is taken', async () => {
    await add({ clientId: 'GT-TWICE' })
    const { body } = await add({ clientId: 'GT-TWICE' })
    expect(body).toMatchObject({ success: false, message: '设备编号已存在！' })
  })

  it("cannot be placed at a station outside the caller's scope", async () => {
    const { body } = await add({ clientId: 'GT-FOREIGN', stationId: guangzhou.id }, jiangsu)
    expect(body).toMatchObject({ success: false, message: '所属站点不正确：站点不存在或不在您的数据范围内' })
    expect(await server.db.selectFrom('monDevice').select('id').where('clientId', '=', 'GT-FOREIGN').execute()).toEqual(
      [],
    )
  })
})

describe('a device of another region', () => {
  it('is not found by list, get, edit, delete, credentials and a new secret', async () => {
    const { id } = (await add({ clientId: 'GT-GZ01', stationId: guangzhou.id })).body.result
    const list = await server.call('GET', '/mon/device/list?pageSize=100', { token: jiangsu })
    expect(JSON.stringify(list.body)).not.toContain('GT-GZ01')
    const attempts = [
      server.call('GET', `/mon/device/queryById?id=${id}`, { token: jiangsu }),
      server.call('PUT', '/mon/device/edit', { token: jiangsu, body: { id, name: '劫持' } }),
      server.call('DELETE', `/mon/device/delete?id=${id}`, { token: jiangsu }),
      server.call('DELETE', `/mon/device/deleteBatch?ids=${id},`, { token: jiangsu }),
      server.call('GET', `/mon/device/${id}/credentials`, { token: jiangsu }),
      server.call('POST', `/mon/device/${id}/rotateSecret`, { token: jiangsu }),
    ]
    for (const { body } of await Promise.all(attempts))
      expect(body).toMatchObject({ success: false, message: '未找到对应数据' })
    const row = (await server.call('GET', `/mon/device/queryById?id=${id}`, { token: ops })).body.result
    expect(row.name).toBe('测试探测器')
  })
})

describe('editing', () => {
  it('leaves absent, null and unknown keys unchanged', async () => {
    const { id } = (await add({ clientId: 'GT-EDIT', stationId: suzhou.id, serialNo: 'SN1' })).body.result
    const body = {
      id,
      name: '改名',
      serialNo: null,
      sysOrgCode: 'A99',
      deviceNo: 1,
      status: 'online',
      kind_dictText: 'x',
    }
    expect((await server.call('PUT', '/mon/device/edit', { token: ops, body })).body.success).toBe(true)
    const row = (await server.call('GET', `/mon/device/queryById?id=${id}`, { token: ops })).body.result
    expect(row).toMatchObject({ name: '改名', serialNo: 'SN1', sysOrgCode: 'A01A10', status: 'inactive' })
  })

  it('keeps the client id fixed once the device has reported', async () => {
    const { id } = (await add({ clientId: 'GT-SEEN' })).body.result
    const { deviceNo } = await server.db
      .selectFrom('monDevice')
      .select('deviceNo')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await server.db.insertInto('monDeviceState').values({ deviceId: deviceNo, lastSeen: new Date() }).execute()
    const { body } = await server.call('PUT', '/mon/device/edit', { token: ops, body: { id, clientId: 'GT-OTHER' } })
    expect(body).toMatchObject({ success: false, message: '设备首次接入后不能修改客户端ID' })
  })
})

describe('secrets', () => {
  it('are live at most twice: the previous one for a day, older ones not at all', async () => {
    const { id } = (await add({ clientId: 'GT-ROTATE' })).body.result
    for (let turn = 0; turn < 3; turn += 1) await server.call('POST', `/mon/device/${id}/rotateSecret`, { token: ops })
    const rows = (await server.call('GET', `/mon/device/${id}/credentials`, { token: ops })).body.result
    expect(rows).toHaveLength(4)
    expect(rows.filter((row: { revokedAt: string | null }) => row.revokedAt === null)).toHaveLength(2)
    expect(
      rows.filter(
        (row: { revokedAt: string | null; notAfter: string | null }) => row.revokedAt === null && row.notAfter === null,
      ),
    ).toHaveLength(1)
  })

  it('are revoked with the device', async () => {
    const { id } = (await add({ clientId: 'GT-GONE' })).body.result
    expect((await server.call('DELETE', `/mon/device/deleteBatch?ids=${id},`, { token: ops })).body.success).toBe(true)
    const live = await server.db
      .selectFrom('monDeviceCredential')
      .selectAll()
      .where('deviceId', '=', id)
      .where('revokedAt', 'is', null)
      .execute()
    expect(live).toEqual([])
  })
})

describe('the list', () => {
  const names = async (query: string, token = ops) =>
    (await server.call('GET', `/mon/device/list?${query}`, { token })).body.result.records.map(
      (row: { clientId: string }) => row.clientId,
    )

  it('filters by keyword, region and status, sorts, and ignores unknown parameters', async () => {
    await add({ clientId: 'GT-Z-99', stationId: suzhou.id })
    expect(await names('keyword=z-99')).toEqual(['GT-Z-99'])
    expect(await names('keyword=%25')).toEqual([])
    expect(await names('clientId=*Z-9*&region=32')).toEqual(['GT-Z-99'])
    expect(await names('clientId=*Z-9*&region=44')).toEqual([])
    expect(await names('status=online')).toEqual([])
    const sorted = await names('column=clientId&order=asc&pageSize=100&sysNonsense=1&password=x')
    expect(sorted).toEqual(sorted.toSorted((a: string, b: string) => (a < b ? -1 : 1)))
  })

  it.each(["clientId' or '1'='1", 'device.client_id; drop table mon_device', '__proto__', 'constructor'])(
    'ignores the unknown sort column %j',
    async (column) => {
      const { status, body } = await server.call(
        'GET',
        `/mon/device/list?column=${encodeURIComponent(column)}&order=asc;--`,
        { token: ops },
      )
      expect(status).toBe(200)
      expect(body.success).toBe(true)
    },
  )

  it('exports the listed rows as a workbook, for users with the permission', async () => {
    const { status, headers, raw } = await server.call('POST', '/mon/device/exportXls', { token: ops, body: {} })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('spreadsheetml')
    expect(raw.subarray(0, 2).toString()).toBe('PK')
  })
})
