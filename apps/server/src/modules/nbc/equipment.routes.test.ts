import { read, utils } from '@e965/xlsx'
import { calendarDayGmt8, DAY_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'

let server: TestApp
let officer: string
let rad: BuiltDevice
let bio: BuiltDevice
let air: BuiltDevice

const day = (offset: number) => calendarDayGmt8(Date.now() + offset * DAY_MS)

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['nbc_officer'] })
  await server.addUser('north', { roles: ['nbc_officer'], regionPrefixes: ['11'] })
  await server.addUser('reader', { roles: ['auditor'] })
  officer = await server.signIn('officer')
  const { id: stationId } = await buildStation(server.db, { name: '核电外围站' })
  rad = await buildDevice(server.db, {
    kind: 'rad',
    metrics: ['dose_rate'],
    stationId,
    status: 'online',
    name: '剂量率仪 1',
  })
  bio = await buildDevice(server.db, { kind: 'bio', metrics: ['bio_fluor'], stationId, status: 'offline' })
  air = await buildDevice(server.db, { kind: 'air', stationId })
})
afterAll(() => server.close())

const send = async (method: 'POST' | 'PUT', path: string, body: object, token = officer) =>
  (await server.call(method, `/mon/nbc/equipment/${path}`, { body, token })).body
const list = async (query = '', token = officer) =>
  (await server.call('GET', `/mon/nbc/equipment/list${query}`, { token })).body.result
const summary = async (token = officer) =>
  (await server.call('GET', '/mon/nbc/equipment/summary', { token })).body.result

describe('equipment', () => {
  it('shows status, place and due dates, and the reasons of its readiness', async () => {
    expect((await summary()).without.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [rad.id, bio.id].toSorted(),
    )
    const { result, message } = await send('POST', 'add', {
      deviceId: rad.id,
      detector: 'NaI',
      energyLoKev: 40,
      energyHiKev: 3000,
      libraryVersion: 'RN-2026.2',
      sourceCheck: day(-30),
      sourceDue: day(60),
      alarmL1: 0.3,
    })
    expect(message).toBe('添加成功！')
    const { records } = await list()
    expect(records).toMatchObject([
      {
        deviceName: '剂量率仪 1',
        clientId: rad.clientId,
        kind: 'rad',
        stationName: '核电外围站',
        regionCode_dictText: '江苏省苏州市',
        detector_dictText: '碘化钠闪烁体 NaI',
        status: 'online',
        readiness: 'ready',
        readinessText: '',
        calibDue: null,
        lng: 120.62,
      },
    ])
    await send('PUT', 'edit', { id: result.id, sourceCheck: day(-100), sourceDue: day(-1) })
    expect((await list()).records[0]).toMatchObject({ readiness: 'limited', readinessText: '核查源检查逾期' })
    expect(await summary()).toMatchObject({ limited: 1, unusable: 0, overdue: 1 })
    await server.db
      .updateTable('monDevice')
      .set({ nextCalibDate: day(-2) })
      .where('id', '=', rad.id)
      .execute()
    expect((await list()).records[0]).toMatchObject({
      readiness: 'unusable',
      readiness_dictText: '不可用',
      readinessText: '校准逾期、核查源检查逾期',
      calibDue: day(-2),
    })
    expect(await summary()).toMatchObject({
      total: 1,
      ready: 0,
      unusable: 1,
      overdue: 1,
      places: [{ id: rad.id, readiness: 'unusable', isOverdue: true }],
    })
  })

  it('exists for rad, chem and bio devices, once each', async () => {
    expect(await send('POST', 'add', { deviceId: air.id, detector: 'NaI' })).toMatchObject({
      message: '只能为辐射、化学和生物设备建立装备档案！',
    })
    expect(await send('POST', 'add', { deviceId: rad.id, detector: 'GM' })).toMatchObject({
      message: '该设备已建立装备档案！',
    })
    const twice = await Promise.all([1, 2].map(() => send('POST', 'add', { deviceId: bio.id, detector: 'UV-LIF' })))
    expect(twice.filter(({ success }) => success)).toHaveLength(1)
  })

  it.each([
    [{ sourceCheck: '2026-05-01', sourceDue: '2026-04-30' }, '下次检查日期不能早于上次检查日期！'],
    [{ energyLoKev: 100, energyHiKev: 100 }, '能量上限必须大于下限！'],
  ])('rejects %j', async (given, message) => {
    const [row] = (await list('?kind=rad')).records
    expect(await send('PUT', 'edit', { id: row.id, ...given })).toMatchObject({ success: false, message })
  })

  it('is readable, added and editable only with access to its device', async () => {
    const north = await server.signIn('north')
    expect((await list('', north)).total).toBe(0)
    expect((await summary(north)).total).toBe(0)
    const [row] = (await list('?kind=rad')).records
    expect(await send('PUT', 'edit', { id: row.id, note: 'x' }, north)).toMatchObject({ success: false })
    expect(await send('POST', 'add', { deviceId: rad.id, detector: 'GM' }, north)).toMatchObject({
      message: '未找到对应数据',
    })
    const reader = await server.signIn('reader')
    expect((await list('', reader)).total).toBe(2)
    expect(await send('PUT', 'edit', { id: row.id, note: 'x' }, reader)).toMatchObject({ code: 403 })
  })

  it('keeps its device, is restored from the bin, and exported', async () => {
    const [row] = (await list('?kind=bio')).records
    await send('PUT', 'edit', { id: row.id, deviceId: rad.id, note: '备用' })
    expect((await list('?kind=bio')).records[0]).toMatchObject({ deviceId: bio.id, note: '备用' })
    await server.call('DELETE', `/mon/nbc/equipment/delete?id=${row.id}`, { token: officer })
    expect((await list()).total).toBe(1)
    await send('POST', 'restore', { id: row.id })
    expect((await list()).total).toBe(2)
    const file = await server.call('GET', '/mon/nbc/equipment/exportXls', { token: officer })
    const rows = utils.sheet_to_json<unknown[]>(Object.values(read(file.raw).Sheets)[0] ?? {}, { header: 1 })
    expect(rows[2]).toEqual(expect.arrayContaining(['装备名称', '战备状态', '下次核查', '校准到期']))
    expect(rows.flat()).toEqual(expect.arrayContaining(['不可用', '校准逾期、核查源检查逾期']))
  })
})
