import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { clearLog } from '../../testing/clear-log.ts'

let server: TestApp
let ops: string
let nextId = 0
const registers: unknown[] = []

beforeAll(async () => {
  server = await buildTestApp()
  await buildDevice(server.db, { name: '带来型号' })
  await server.db
    .updateTable('monDeviceModel')
    .set({ channelTemplate: JSON.stringify([{ seq: 1, metricCode: 'pm25', periodS: 60 }]) })
    .where('id', '=', 'model-air')
    .execute()
  await server.addUser('ops', { roles: ['station_ops'], regionPrefixes: ['32'] })
  ops = await server.signIn('ops')
  server.bus.subscribe('registers', (message) => registers.push(message))
})
afterAll(() => server.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, path, { token: ops, ...(body ? { body } : {}) })
const add = (more: object = {}) => {
  nextId += 1
  return send('POST', '/mon/device/add', { clientId: `W-${nextId}-DEV`, name: '新设备', modelId: 'model-air', ...more })
}
const created = async (more: object = {}): Promise<string> => (await add(more)).body.result.id
const rowOf = async (id: string) =>
  (await server.call('GET', `/mon/device/queryById?id=${id}`, { token: ops })).body.result

describe('adding a device', () => {
  it.each<[string, object, string]>([
    ['没有客户端ID', { clientId: undefined }, '请输入客户端ID'],
    ['客户端ID太短', { clientId: 'abc' }, '客户端ID只能包含字母、数字、下划线和短横线（4-64位）！'],
    ['客户端ID带通配', { clientId: 'dev/+/#' }, '客户端ID只能包含'],
    ['名称为空', { name: '  ' }, '不能为空'],
    ['名称过长', { name: '长'.repeat(81) }, '最多 80 个字符'],
    ['型号不成样', { modelId: "1' or 1=1" }, '编号格式不正确'],
    ['没有的型号', { modelId: 'no-such-model' }, '设备型号不正确：型号不存在'],
    ['没有的站点', { stationId: 'no-such-station' }, '所属站点不正确：站点不存在或不在您的数据范围内'],
    ['没有的网关', { gatewayId: 'no-such-gateway' }, '所属网关不正确：网关不存在或不在您的数据范围内'],
    ['经度越界', { lng: 180.1 }, '经度应在'],
    ['纬度越界', { lat: -90.1 }, '纬度应在'],
    ['离线时限太短', { onlineTimeoutS: 10 }, 'onlineTimeoutS'],
    ['日期不成样', { installedAt: '2026/11/21' }, '日期格式应为'],
    ['标签太多', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
  ])('%s: explains the refusal and stores nothing', async (_name, change, text) => {
    const before = await server.db.selectFrom('monDevice').select('id').execute()
    const { status, body } = await add(change)
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    expect(body.message).toContain(text)
    expect(await server.db.selectFrom('monDevice').select('id').execute()).toHaveLength(before.length)
  })

  it.each(['2026-02-30', '2026-13-01', '0000-01-01', '2027-02-29'])(
    'refuses the invalid date %s',
    async (installedAt) => {
      const { status, body } = await add({ installedAt })
      expect({ status, success: body.success }).toEqual({ status: 200, success: false })
      expect(body.message).toContain('没有这个日期')
    },
  )

  it('refuses a closed station', async () => {
    const station = await buildStation(server.db)
    await server.db.updateTable('monStation').set({ status: 'closed' }).where('id', '=', station.id).execute()
    expect((await add({ stationId: station.id })).body).toMatchObject({
      success: false,
      message: '所属站点不正确：站点已关闭',
    })
  })

  it("uses the caller's department and region without a station", async () => {
    expect(await rowOf(await created())).toMatchObject({ sysOrgCode: 'A01', regionCode: '320000', stationId: null })
  })

  it('prefers given coordinates to those of the station', async () => {
    const station = await buildStation(server.db, { lng: 120, lat: 31 })
    expect(await rowOf(await created({ stationId: station.id, lng: 121 }))).toMatchObject({ lng: 121, lat: 31 })
  })

  it('removes it from the pending list and announces the change', async () => {
    await server.db.insertInto('monPendingClient').values({ clientId: 'W-PENDING', address: '203.0.113.9' }).execute()
    registers.length = 0
    const id = await created({ clientId: 'W-PENDING' })
    expect(await server.db.selectFrom('monPendingClient').selectAll().execute()).toEqual([])
    expect(registers).toEqual([{ deviceIds: [id] }])
  })

  it('succeeds once when several request the same client id at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => add({ clientId: 'W-RACE' })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    for (const { body } of answers) if (!body.success) expect(body.message).toBe('设备编号已存在！')
  })
})

describe('deleting devices', () => {
  it('refuses a gateway that still has children, but allows deleting both together', async () => {
    const { id: gateway } = await buildDevice(server.db, { kind: 'gateway', metrics: [] })
    const child = await created({ gatewayId: gateway })
    const refused = await send('DELETE', `/mon/device/delete?id=${gateway}`)
    expect(refused.body).toMatchObject({ success: false, message: '网关下仍有子设备，不能删除' })
    expect(await rowOf(gateway)).not.toBeNull()
    expect((await send('DELETE', `/mon/device/deleteBatch?ids=${gateway},${child},`)).body.success).toBe(true)
  })

  it('deletes nothing if one of the batch does not exist', async () => {
    const id = await created()
    expect((await send('DELETE', `/mon/device/deleteBatch?ids=${id},missing`)).body.message).toBe('未找到对应数据')
    expect(await rowOf(id)).toMatchObject({ id })
  })

  it('keeps the client id reserved', async () => {
    const id = await created({ clientId: 'W-NEVER-AGAIN' })
    await send('DELETE', `/mon/device/delete?id=${id}`)
    expect((await add({ clientId: 'W-NEVER-AGAIN' })).body.message).toBe('设备编号已存在！')
  })

  it.each(['', ',', ',,,'])('asks for a selection when the list is %j', async (ids) => {
    const { body } = await send('DELETE', `/mon/device/deleteBatch?ids=${ids}`)
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('请选择一条记录！') })
  })

  it('refuses more than a thousand', async () => {
    const ids = Array.from({ length: 1_001 }, (_, n) => `d${n}`).join(',')
    expect((await send('DELETE', `/mon/device/deleteBatch?ids=${ids}`)).body.success).toBe(false)
  })
})

describe('device credentials', () => {
  it('are not reissued for a retired device', async () => {
    const id = await created()
    await server.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', id).execute()
    const { body } = await send('POST', `/mon/device/${id}/rotateSecret`)
    expect(body).toMatchObject({ success: false, message: '该状态下不能执行此操作！' })
  })

  it('are audited by user and device on reissue, without the secret', async () => {
    const id = await created()
    await clearLog(server.db)
    const { secret } = (await send('POST', `/mon/device/${id}/rotateSecret`)).body.result
    const rows = await server.db.selectFrom('sysLog').selectAll().execute()
    expect(rows).toMatchObject([
      { logType: 2, logContent: '生成设备接入凭证', username: 'ops', objectId: id, success: true },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('the gateway of a device', () => {
  const gateway = async (place: { regionCode?: string } = {}) =>
    (await buildDevice(server.db, { kind: 'gateway', metrics: [], ...place })).id
  const behind = (id: string, gatewayId: string) => send('PUT', '/mon/device/edit', { id, gatewayId })
  const gatewayOf = async (id: string) =>
    (await server.db.selectFrom('monDevice').select('gatewayId').where('id', '=', id).executeTakeFirstOrThrow())
      .gatewayId

  it('may be any visible gateway, when adding and editing', async () => {
    const [first, second] = [await gateway(), await gateway()]
    const id = await created({ gatewayId: first })
    expect(await gatewayOf(id)).toBe(first)
    expect((await behind(id, second)).body).toMatchObject({ success: true })
    expect(await gatewayOf(id)).toBe(second)
  })

  it.each([
    ['不是网关的设备', async () => (await buildDevice(server.db)).id, '所选设备不是网关'],
    ['范围外的网关', () => gateway({ regionCode: '440100' }), '网关不存在或不在您的数据范围内'],
    [
      '已删除的网关',
      async () => {
        const id = await gateway()
        await send('DELETE', `/mon/device/delete?id=${id}`)
        return id
      },
      '网关不存在或不在您的数据范围内',
    ],
  ])('cannot be %s; adding and editing both explain the reason', async (_what, make, reason) => {
    const [gatewayId, id] = [await make(), await created()]
    for (const { body } of [await add({ gatewayId }), await behind(id, gatewayId)])
      expect(body).toMatchObject({ success: false, message: `所属网关不正确：${reason}` })
    expect(await gatewayOf(id)).toBeNull()
  })

  it('cannot be the device itself or one behind it, at any depth', async () => {
    const [top, middle, bottom] = [await gateway(), await gateway(), await gateway()]
    expect((await behind(top, top)).body.message).toBe('所属网关不正确：不能是设备自己')
    expect((await behind(middle, top)).body.success).toBe(true)
    expect((await behind(bottom, middle)).body.success).toBe(true)
    expect((await behind(top, bottom)).body.message).toBe('所属网关不正确：该网关通过本设备上报，不能互为上级')
    expect(await gatewayOf(top)).toBeNull()
  })

  it('cannot form a ring through concurrent edits: only one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await gateway(), await gateway()]
      const answers = await Promise.all([behind(left, right), behind(right, left)])
      // Refused by the rule rather than by a database deadlock.
      expect(answers.map(({ body }) => body.message).sort()).toEqual(
        ['所属网关不正确：该网关通过本设备上报，不能互为上级', '编辑成功！'].sort(),
      )
      expect([await gatewayOf(left), await gatewayOf(right)].filter((id) => id !== null)).toHaveLength(1)
    }
  })
})

describe('clearing fields', () => {
  it('empty text clears every optional field, null leaves it', async () => {
    const station = await buildStation(server.db, { lng: 120, lat: 31 })
    const { id: gatewayId } = await buildDevice(server.db, { kind: 'gateway', metrics: [] })
    const dates = { installedAt: '2026-01-05', warrantyUntil: '2028-01-05', nextCalibDate: '2027-01-05' }
    const form = { gatewayId, serialNo: 'S-1', assetNo: 'A-1', ...dates }
    const id = await created({ ...form, stationId: station.id, lng: 121, onlineTimeoutS: 600 })
    const edit = (change: object) => send('PUT', '/mon/device/edit', { id, ...change })
    const every = (value: unknown) => Object.fromEntries(Object.keys(form).map((key) => [key, value]))

    expect((await edit(every(null))).body.success).toBe(true)
    expect(await rowOf(id)).toMatchObject(form)
    expect((await edit(every(''))).body.success).toBe(true)
    expect(await rowOf(id)).toMatchObject({ ...every(null), serialNo: '', assetNo: '' })

    // Coordinates revert to the station's, the timeout to the model's.
    await edit({ lng: '', lat: '', onlineTimeoutS: '' })
    expect(await rowOf(id)).toMatchObject({ lng: 120, lat: 31, onlineTimeoutS: 180 })
    // Without a station the coordinates stay.
    await edit({ stationId: '' })
    expect(await rowOf(id)).toMatchObject({ stationId: null, regionCode: '320500', lng: 120 })
    await edit({ lng: '', lat: '' })
    expect(await rowOf(id)).toMatchObject({ lng: null, lat: null })
  })
})

describe('models and the pending list', () => {
  it('models list only the fields in use', async () => {
    const { records } = (await server.call('GET', '/mon/deviceModel/list?pageSize=500', { token: ops })).body.result
    const air = records.find((row: { id: string }) => row.id === 'model-air')
    // Command templates are not needed for choosing a model.
    for (const key of ['cmdTemplate', 'delFlag']) expect(air).not.toHaveProperty(key)
    expect(air).toMatchObject({ code: 'MODEL-air', kind: 'air', protocol: 'mqtt', vendor: '测试' })
    expect(air.channelCount).toBe(1)
  })

  it('deleted models are not listed', async () => {
    await server.db
      .insertInto('monDeviceModel')
      .values({ id: 'gone', code: 'GONE', name: '旧型号', vendor: 'x', kind: 'air', delFlag: 1 })
      .execute()
    const { body } = await server.call('GET', '/mon/deviceModel/list?pageSize=500', { token: ops })
    expect(JSON.stringify(body)).not.toContain('旧型号')
  })

  it('pending clients are listed newest first, with attempts and quarantined messages', async () => {
    const gatewayId = await created()
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    await server.db
      .insertInto('monPendingClient')
      .values([
        { clientId: 'P-OLD', address: 'a', firstAt: at(1), lastAt: at(1), attempts: 3 },
        { clientId: 'P-NEW', address: 'b', firstAt: at(1), lastAt: at(2) },
      ])
      .execute()
    const message = { gatewayId, clientId: 'P-OLD', kind: 'tele', payload: Buffer.from('{}') }
    await server.db.insertInto('monQuarantine').values([message, message]).execute()
    const { result } = (await server.call('GET', '/mon/device/pending', { token: ops })).body
    expect(result).toMatchObject({
      total: 2,
      records: [
        { clientId: 'P-NEW', lastAt: '2026-11-02 08:00:00', attempts: 1, quarantined: 0 },
        { clientId: 'P-OLD', attempts: 3, quarantined: 2, kinds: { tele: 2 }, newest: '{}' },
      ],
    })
  })

  it('ignoring records the user and is all or nothing; registered clients are no longer listed', async () => {
    await server.db.deleteFrom('monPendingClient').execute()
    const foreign = await buildDevice(server.db, { kind: 'gateway', metrics: [], regionCode: '440100' })
    const known = await buildDevice(server.db, { metrics: [] })
    await server.db
      .insertInto('monPendingClient')
      .values([
        { clientId: 'P-ONE', address: 'a' },
        { clientId: 'P-TWO', address: 'a' },
        { clientId: 'P-FOREIGN', address: 'a', viaGatewayId: foreign.id },
        { clientId: known.clientId, address: 'a' },
      ])
      .execute()
    const mark = async (ids: string, isIgnored = true) =>
      (await server.call('POST', '/mon/device/pending/ignore', { token: ops, body: { ids, isIgnored } })).body
    const listed = async (state: string) =>
      (await server.call('GET', `/mon/device/pending?state=${state}`, { token: ops })).body.result.records
    for (const hidden of ['P-FOREIGN', known.clientId, 'P-NOBODY'])
      expect((await mark(`P-ONE,${hidden}`)).message).toBe('其中有客户端已登记，或已被他人处理，请刷新后重试！')
    expect(await listed('ignored')).toEqual([])
    const both = await Promise.all([mark('P-ONE'), mark('P-ONE')])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(await listed('ignored')).toMatchObject([{ clientId: 'P-ONE', ignoredBy: 'ops' }])
    expect(await listed('waiting')).toMatchObject([{ clientId: 'P-TWO' }])
    const lines = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('logContent', 'like', '忽略待接入设备%')
      .execute()
    expect(lines).toEqual([{ logContent: '忽略待接入设备 P-ONE' }])
    expect(await mark('P-ONE', false)).toMatchObject({ success: true, message: '已恢复' })
    expect(await listed('waiting')).toHaveLength(2)
  })

  it('pending clients are visible to users who may add devices, and behind a gateway only if it is visible', async () => {
    const own = await buildDevice(server.db, { kind: 'gateway', metrics: [] })
    const foreign = await buildDevice(server.db, { kind: 'gateway', metrics: [], regionCode: '440100' })
    await server.db.deleteFrom('monPendingClient').execute()
    await server.db
      .insertInto('monPendingClient')
      .values([
        { clientId: 'P-DIRECT', address: 'a' },
        { clientId: 'P-OWN', address: 'a', viaGatewayId: own.id },
        { clientId: 'P-FOREIGN', address: 'a', viaGatewayId: foreign.id },
      ])
      .execute()
    const { result } = (await server.call('GET', '/mon/device/pending?column=clientId&order=asc', { token: ops })).body
    expect(result.records.map((row: { clientId: string }) => row.clientId)).toEqual(['P-DIRECT', 'P-OWN'])
    expect(result.total).toBe(2)
    await server.addUser('looker', { roles: ['analyst'], regionPrefixes: ['*'] })
    const looker = await server.signIn('looker')
    expect((await server.call('GET', '/mon/device/list', { token: looker })).status).toBe(200)
    expect((await server.call('GET', '/mon/device/pending', { token: looker })).status).toBe(403)
  })

  it.each(['/mon/deviceModel/list', '/mon/device/pending', '/sys/online/list'])(
    '%s accepts a huge page number',
    async (path) => {
      await server.addUser(`root-${path.length}`, { roles: ['admin'] })
      const token = await server.signIn(`root-${path.length}`)
      const { status, body } = await server.call('GET', `${path}?pageNo=9007199254740991&pageSize=5000`, { token })
      expect({ status, success: body.success }).toEqual({ status: 200, success: true })
    },
  )
})
