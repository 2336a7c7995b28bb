import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildSamples } from '../../testing/build-telemetry.ts'

let server: TestApp
let admin: string
let jiangsu: string
let device: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  admin = await server.signIn('keeper')
  jiangsu = await server.signIn('jiangsu')
})
afterAll(() => server.close())
beforeEach(async () => {
  device = await buildDevice(server.db, { metrics: ['pm25'], periodS: 60, status: 'online' })
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body
const channelsOf = async ({ id }: BuiltDevice, token = admin) =>
  (await call('GET', `/mon/channel/list?deviceId=${id}`, undefined, token)).result.records
const edit = (id: string, change: object, token = admin) => call('PUT', '/mon/channel/edit', { id, ...change }, token)
const versionsOf = async (channelNo: number) =>
  (
    await sql<{ fromTs: Date; body: Record<string, unknown>; createBy: string | null }>`
      select from_ts, body, create_by from mon_channel_version where channel_no = ${channelNo} order by from_ts`.execute(
      server.db,
    )
  ).rows

describe('a channel', () => {
  it('shows device and metric names, and takes its defaults from the metric', async () => {
    expect(await channelsOf(device)).toMatchObject([
      {
        deviceId: device.id,
        deviceId_dictText: expect.stringMatching('设备'),
        metricCode_dictText: '细颗粒物 PM2.5',
        offset: 0,
      },
    ])
    const { result } = await call('POST', '/mon/channel/add', { deviceId: device.id, seq: 2, metricCode: 'pm10' })
    const row = (await call('GET', `/mon/channel/queryById?id=${result.id}`)).result
    expect(row).toMatchObject({ unitIn: 'µg/m³', scale: 1, enabled: true, rangeLo: expect.any(Number) })
  })

  it('refuses a unit that cannot be converted, an empty range and a used seq', async () => {
    const [{ id }] = await channelsOf(device)
    expect((await edit(id, { unitIn: '℃' })).message).toBe('细颗粒物 PM2.5的单位是 µg/m³，不能由 ℃ 换算！')
    expect((await edit(id, { rangeLo: 10, rangeHi: 10 })).message).toBe('量程下限必须小于上限！')
    expect((await call('POST', '/mon/channel/add', { deviceId: device.id, seq: 1, metricCode: 'pm10' })).message).toBe(
      '设备已有该序号的通道，已删除的也算！',
    )
    expect(await versionsOf(device.channelNos[0] ?? 0)).toEqual([])
  })

  it('is visible only with its device', async () => {
    const far = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '440100' })
    const [{ id }] = await channelsOf(far)
    expect(await channelsOf(far, jiangsu)).toEqual([])
    expect((await edit(id, { alias: '别人的' }, jiangsu)).success).toBe(false)
    const added = await call('POST', '/mon/channel/add', { deviceId: far.id, seq: 7, metricCode: 'pm10' }, jiangsu)
    expect(added).toMatchObject({ success: false, message: '未找到对应数据' })
    await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', far.id).execute()
    expect(await channelsOf(far)).toEqual([])
  })

  it('keeps the former settings, and the time from which new ones are valid', async () => {
    const [channelNo = 0] = device.channelNos
    const [{ id, createTime }] = await channelsOf(device)
    await edit(id, { alias: '进气口' })
    expect(await versionsOf(channelNo)).toEqual([])
    await edit(id, { periodS: 10, offset: 1.5 })
    await edit(id, { enabled: false })
    const versions = await versionsOf(channelNo)
    expect(versions.map(({ body, createBy }) => [body['periodS'], body['offset'], body['enabled'], createBy])).toEqual([
      [60, 0, true, null],
      [10, 1.5, true, 'keeper'],
      [10, 1.5, false, 'keeper'],
    ])
    expect(versions[0]?.fromTs.getTime()).toBeLessThanOrEqual(Date.parse(`${createTime.replace(' ', 'T')}+08:00`) + 999)
  })

  it('orders the versions of concurrent changes correctly', async () => {
    const [channelNo = 0] = device.channelNos
    const [{ id }] = await channelsOf(device)
    await Promise.all([10, 20, 30, 40].map((periodS) => edit(id, { periodS })))
    const versions = await versionsOf(channelNo)
    const [{ periodS }] = await channelsOf(device)
    expect(versions).toHaveLength(5)
    expect(versions.at(-1)?.body['periodS']).toBe(periodS)
  })

  it('names its offset as on the wire, in versions and when restoring', async () => {
    const [{ id }] = await channelsOf(device)
    await edit(id, { offset: 2 })
    await edit(id, { offset: 3 })
    const [newest] = (await call('GET', `/mon/channel/history?id=${id}`)).result
    expect(newest.content).toMatchObject({ offset: 3 })
    expect(newest.content).not.toHaveProperty('offsetVal')
    await call('POST', '/mon/channel/restoreVersion', { id, version: newest.version - 1 })
    expect((await channelsOf(device))[0]).toMatchObject({ offset: 2 })
  })

  it('rejects a concurrent edit with the name of the first editor, whose change is kept', async () => {
    const [channelNo = 0] = device.channelNos
    const [seen] = await channelsOf(device)
    const answers = await Promise.all(
      [10, 20].map((periodS) => edit(seen.id, { periodS, seenRevision: seen.revision })),
    )
    const refused = answers.find(({ success }) => !success)
    expect(refused.message).toMatch(/^keeper 已于 \d\d-\d\d \d\d:\d\d:\d\d 修改了该通道/)
    const [now] = await channelsOf(device)
    expect(now.periodS).toBe(answers[0].success ? 10 : 20)
    expect(await versionsOf(channelNo)).toHaveLength(2)
    expect(await edit(now.id, { lod: 5, rangeHi: 5, seenRevision: now.revision })).toMatchObject({
      message: '检出限必须小于量程上限！',
    })
    expect((await edit(now.id, { scale: 2, seenRevision: now.revision })).success).toBe(true)
    const twice = [
      { level: 2, value: 3 },
      { level: 2, value: 4 },
    ]
    expect((await edit(now.id, { limitOverride: twice })).message).toMatch('同一级别、同一平均时间只能有一个限值')
  })

  it('[BZ-06] refuses own limits of which a milder level is above a graver one', async () => {
    const [{ id }] = await channelsOf(device)
    const own = (...values: readonly [level: number, value: number, avgS?: number][]) => ({
      limitOverride: values.map(([level, value, avgS]) => ({ level, value, ...(avgS && { avgS }) })),
    })
    const message = '瞬时值：3 级 12 不能高于更严重的 2 级 10，级别越严重限值应越高'
    expect((await edit(id, own([3, 12], [2, 10]))).message).toMatch(message)
    expect((await edit(id, own([2, 10], [3, 12]))).message).toMatch(message)
    expect((await channelsOf(device))[0].limitOverride).toBeNull()
    expect((await edit(id, own([3, 5], [2, 10], [1, 2, 3_600]))).success).toBe(true)
  })

  it('notifies processes that cache channels', async () => {
    let told = 0
    const stop = server.bus.subscribe('registers', () => {
      told += 1
    })
    const [{ id }] = await channelsOf(device)
    await edit(id, { periodS: 30 })
    stop()
    expect(told).toBe(1)
  })

  it('expects samples by the period valid at the time', async () => {
    const [channelNo = 0] = device.channelNos
    const nowMs = Date.now()
    const [{ id }] = await channelsOf(device)
    await edit(id, { periodS: 10 })
    // Backdates the channel by two hours and the change by half an hour.
    const ago = (ms: number) => new Date(nowMs - ms)
    await sql`update mon_channel_version set from_ts = case when create_by is null then ${ago(7_200_000)}::timestamptz
      else ${ago(1_800_000)}::timestamptz end where channel_no = ${channelNo}`.execute(server.db)
    const samples = Array.from({ length: 59 }, (_, n) => [nowMs - (n + 1) * 60_000, 1] as const)
    await buildSamples(server.db, { deviceNo: device.deviceNo, channelNo }, samples)
    const query = `channels=${channelNo}&from=${nowMs - 3_600_000}&to=${nowMs}&maxPoints=500`
    const { result } = await call('GET', `/mon/ts/query?${query}`)
    // 30 at one per minute, then 180 at one per ten seconds.
    expect(result.series[0].stats.completeness).toBeCloseTo(59 / 210, 2)
  })
})
