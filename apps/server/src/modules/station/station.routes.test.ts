import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'

let server: TestApp
let admin: string
let jiangsu: string

const FORM = {
  code: 'S320500-001',
  name: '苏州工业园区站',
  shortName: '园区站',
  stationType: 'park',
  lng: 120.62,
  lat: 31.3,
  regionCode: '320500',
}
const add = (body: object, token = admin) =>
  server.call('POST', '/mon/station/add', { token, body: { ...FORM, ...body } })

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  admin = await server.signIn('admin')
  jiangsu = await server.signIn('jiangsu')
})
afterAll(() => server.close())

describe('a station', () => {
  it('is added, found, edited by patch and deleted', async () => {
    const { body } = await add({ id: '' })
    expect(body).toMatchObject({ success: true, message: '添加成功！' })
    const { id } = body.result
    await server.call('POST', '/mon/station/edit', {
      token: admin,
      body: { id, address: '星湖街 1 号', name: null, createBy: 'x' },
    })
    const row = (await server.call('GET', `/mon/station/queryById?id=${id}`, { token: admin })).body.result
    expect(row).toMatchObject({
      name: FORM.name,
      address: '星湖街 1 号',
      stationType_dictText: '化工园区',
      regionCode_dictText: '江苏省苏州市',
    })
    expect((await server.call('DELETE', `/mon/station/delete?id=${id}`, { token: admin })).body.success).toBe(true)
    expect((await server.call('GET', `/mon/station/queryById?id=${id}`, { token: admin })).body.success).toBe(false)
  })

  it('has null height and staff, not zero, when they are empty or cleared', async () => {
    const { id } = (await add({ code: 'S-EMPTY', altM: '', population5km: '' })).body.result
    const row = async () => (await server.call('GET', `/mon/station/queryById?id=${id}`, { token: admin })).body.result
    expect(await row()).toMatchObject({ altM: null, population5km: null })
    const edit = (change: object) => server.call('PUT', '/mon/station/edit', { token: admin, body: { id, ...change } })
    await edit({ altM: '12.5', population5km: 0 })
    expect(await row()).toMatchObject({ altM: 12.5, population5km: 0 })
    await edit({ altM: '', population5km: '' })
    expect(await row()).toMatchObject({ altM: null, population5km: null })
  })

  it('notifies processes that cache stations of every change, but not of refused ones', async () => {
    let told = 0
    const stop = server.bus.subscribe('registers', () => {
      told += 1
    })
    const { id } = (await add({ code: 'S-TOLD' })).body.result
    await server.call('PUT', '/mon/station/edit', { token: admin, body: { id, address: '街' } })
    await server.call('PUT', '/mon/station/edit', { token: jiangsu, body: { id, regionCode: '440100' } })
    await server.call('DELETE', `/mon/station/delete?id=${id}`, { token: admin })
    await server.call('POST', '/mon/station/restore', { token: admin, body: { id } })
    stop()
    expect(told).toBe(4)
  })

  it.each([
    [{ lng: 181 }, '经度'],
    [{ lat: 'north' }, '请输入纬度'],
    [{ lat: '' }, '请输入纬度'],
    [{ lng: null }, '请输入经度'],
    [{ lng: [] }, '请输入经度'],
    [{ name: '   ' }, '不能为空'],
    [{ stationType: 'moon' }, '请选择站点类型'],
    [{ regionCode: '32' }, '行政区划代码'],
    [{ code: "1'; drop table mon_station;--" }, '只能包含'],
  ])('rejects %j with a message', async (change, text) => {
    const { status, body } = await add(change)
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    expect(body.message).toContain(text)
  })

  it('has a unique code while it exists', async () => {
    const first = await add({ code: 'S-ONE' })
    expect((await add({ code: 'S-ONE' })).body).toMatchObject({ success: false, message: '站点编号已存在！' })
    await server.call('DELETE', `/mon/station/delete?id=${first.body.result.id}`, { token: admin })
    expect((await add({ code: 'S-ONE' })).body.success).toBe(true)
  })

  it('can be neither closed nor deleted while it has devices', async () => {
    const { id } = (await add({ code: 'S-BUSY' })).body.result
    await buildDevice(server.db, { stationId: id, metrics: ['pm25'] })
    const close = await server.call('PUT', '/mon/station/edit', { token: admin, body: { id, status: 'closed' } })
    const remove = await server.call('DELETE', `/mon/station/deleteBatch?ids=${id},`, { token: admin })
    for (const { body } of [close, remove])
      expect(body).toMatchObject({ success: false, message: '站点下仍有在用设备，不能关闭' })
  })

  it('outside the scope cannot be created, seen, or moved to', async () => {
    expect((await add({ code: 'S-GZ', regionCode: '440100' }, jiangsu)).status).toBe(403)
    const { id } = (await add({ code: 'S-GZ', regionCode: '440100' })).body.result
    expect((await server.call('GET', `/mon/station/queryById?id=${id}`, { token: jiangsu })).body.success).toBe(false)
    const own = (await add({ code: 'S-SZ' }, jiangsu)).body.result.id
    expect(
      (await server.call('PUT', '/mon/station/edit', { token: jiangsu, body: { id: own, regionCode: '440100' } }))
        .status,
    ).toBe(403)
  })
})

describe('the list of stations', () => {
  it('pages without overlap and returns numbers as numbers', async () => {
    for (let n = 0; n < 5; n += 1) await add({ code: `S-P${n}` })
    const page = async (pageNo: number) =>
      (
        await server.call('GET', `/mon/station/list?code=S-P*&pageSize=2&pageNo=${pageNo}&column=code&order=asc`, {
          token: admin,
        })
      ).body.result
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.flatMap((one) => one.records.map((row: { code: string }) => row.code))).toEqual([
      'S-P0',
      'S-P1',
      'S-P2',
      'S-P3',
      'S-P4',
    ])
    expect(pages[0]).toMatchObject({ total: 5, size: 2, current: 1, pages: 3 })
  })

  it('treats %, _ and quotes as plain characters', async () => {
    await add({ code: 'S-PCT', name: '100%_站' })
    const found = async (name: string) =>
      (await server.call('GET', `/mon/station/list?name=${encodeURIComponent(name)}`, { token: admin })).body.result
        .total
    expect(await found('*%_*')).toBe(1)
    expect(await found('*0%*')).toBe(1)
    expect(await found("*' or 1=1--*")).toBe(0)
  })

  it('exports selected rows only, with their headings, never as formulas', async () => {
    const { id } = (await add({ code: 'S-X1', name: '=1+1' })).body.result
    const { raw, headers } = await server.call('POST', '/mon/station/exportXls', {
      token: admin,
      body: { selections: `${id},` },
    })
    expect(headers['content-disposition']).toContain('attachment')
    const sheet = Object.values(read(raw).Sheets)[0]
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 })
    expect(rows[2]?.slice(0, 2)).toEqual(['站点编号', '站点名称'])
    expect(rows.slice(3).map((row) => row.slice(0, 2))).toEqual([['S-X1', '=1+1']])
    expect(sheet?.B4).toMatchObject({ t: 's' })
    expect(sheet?.B4).not.toHaveProperty('f')
  })

  it('answers an export without permission with a status instead of a file', async () => {
    await server.addUser('nobody')
    const { status } = await server.call('GET', '/mon/station/exportXls', { token: await server.signIn('nobody') })
    expect(status).toBe(403)
  })
})
