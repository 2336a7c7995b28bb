import { read, utils } from '@e965/xlsx'
import { DEVICE_STATUS } from '@natim/contract/dict'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildSamples } from '../../testing/build-telemetry.ts'

let server: TestApp
let national: string
let jiangsu: string
let harbour: { id: string; name: string }
const devices = {} as Record<'aone' | 'btwo' | 'cthree' | 'dfour' | 'efive', BuiltDevice>

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  harbour = await buildStation(db, { name: '港口站', regionCode: '320500' })
  devices.aone = await buildDevice(db, {
    name: '甲 探测器',
    stationId: harbour.id,
    status: 'online',
    metrics: ['pm25', 'so2', 'no2'],
  })
  devices.btwo = await buildDevice(db, { name: '乙 100%_机', stationId: harbour.id, status: 'offline', kind: 'gas' })
  devices.cthree = await buildDevice(db, { name: '丙', status: 'fault', regionCode: '320100' })
  devices.dfour = await buildDevice(db, { name: '丁', regionCode: '440100' })
  devices.efive = await buildDevice(db, { name: '戊', status: 'online', regionCode: '320500' })
  await db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', devices.efive.id).execute()
  const details: readonly (readonly [keyof typeof devices, string, number, string])[] = [
    ['aone', 'CID-AONE', 90, '2026-12-01'],
    ['btwo', 'CID-BTWO', 40, '2026-11-01'],
    ['cthree', 'XID-CTHREE', 75, '2027-01-15'],
    ['dfour', 'XID-DFOUR', 60, '2026-06-30'],
  ]
  for (const [name, clientId, healthScore, nextCalibDate] of details) {
    const values = { clientId, healthScore, nextCalibDate }
    await db.updateTable('monDevice').set(values).where('id', '=', devices[name].id).execute()
  }
  await server.addUser('national', { roles: ['prov_duty'] })
  await server.addUser('jiangsu', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  national = await server.signIn('national')
  jiangsu = await server.signIn('jiangsu')
})
afterAll(() => server.close())

const list = async (query: string, token = national) =>
  (await server.call('GET', `/mon/device/list?pageSize=100&${query}`, { token })).body
const namesOf = async (query: string, token = national): Promise<string> =>
  (await list(query, token)).result.records
    .map((row: { name: string }) => row.name[0])
    .sort()
    .join('')
const sortedBy = async (query: string): Promise<string> =>
  (await list(query)).result.records.map((row: { name: string }) => row.name[0]).join('')
const sort = (text: string) => Array.from(text).sort().join('')

describe('sorting the device list', () => {
  it('lists the worst first: fault, offline, online, inactive, retired', async () => {
    expect(await sortedBy('column=attention&order=desc')).toBe('丙乙甲丁戊')
  })
})

describe('filtering the device list', () => {
  it.each([
    ['不筛选', '', '甲乙丙丁戊'],
    ['客户端ID等于', 'clientId=CID-AONE', '甲'],
    ['客户端ID开头', 'clientId=CID*', '甲乙'],
    ['客户端ID结尾', 'clientId=*FOUR', '丁'],
    ['名称包含', 'name=*探测*', '甲'],
    ['名称里的百分号', 'name=*%25_*', '乙'],
    ['类型', 'kind=gas', '乙'],
    ['类型多值', 'kind=gas,air,', '甲乙丙丁戊'],
    ['类型不等于', 'kind=!air', '乙'],
    ['站点', 'stationId=HARBOUR', '甲乙'],
    ['状态在线', 'status=online', '甲'],
    ['从未上报即未激活', 'status=inactive', '丁'],
    ['报废盖过在线', 'status=retired', '戊'],
    ['状态多值', 'status=offline,fault', '乙丙'],
    ['没有的状态', 'status=flying', ''],
    ['行政区划等于', 'regionCode=320100', '丙'],
    ['行政区划前缀', 'region=32', '甲乙丙戊'],
    ['行政区划四位', 'region=3205', '甲乙戊'],
    ['行政区划六位', 'region=440100', '丁'],
    ['不成样的行政区划不是条件', 'region=3', '甲乙丙丁戊'],
    ['注入的行政区划不是条件', "region=32'--", '甲乙丙丁戊'],
    ['健康分大于', 'healthScore=>60', '甲丙'],
    ['健康分区间', 'healthScore_begin=40&healthScore_end=75', '乙丙丁'],
    ['健康分不是数', 'healthScore=gut', ''],
    ['校准到期之前', 'nextCalibDate_end=2026-11-30', '乙丁'],
    ['校准到期当天', 'nextCalibDate=2026-12-01', '甲'],
    ['关键字在名称', 'keyword=探测', '甲'],
    ['关键字在客户端ID，不分大小写', 'keyword=xid', '丙丁'],
    ['关键字在站点名称，与地图相同', 'keyword=港口站', '甲乙'],
    ['关键字里的通配符是字面值', 'keyword=*', ''],
    ['关键字与状态同时', 'keyword=cid-&status=offline', '乙'],
    ['今天创建', 'createTime_begin=2020-01-01', '甲乙丙丁戊'],
    ['以前创建', 'createTime_end=2020-01-01', ''],
    ['不认识的筛选', 'secretHash=x&password=y&deviceNo=1', '甲乙丙丁戊'],
  ])('%s: %s', async (_name, query, names) => {
    expect(await namesOf(encodeURI(decodeURIComponent(query)).replace('HARBOUR', harbour.id))).toBe(sort(names))
  })

  it.each([
    ['健康分升序，空的在前', 'column=healthScore&order=asc', '戊乙丁丙甲'],
    ['健康分降序，空的在后', 'column=healthScore&order=desc', '甲丙丁乙戊'],
    ['校准日升序', 'column=nextCalibDate&order=asc', '戊丁乙甲丙'],
  ])('%s', async (_name, query, names) => {
    expect(await sortedBy(query)).toBe(names)
  })

  it('rejects a keyword that is too long', async () => {
    expect(await list(`keyword=${'x'.repeat(65)}`)).toMatchObject({ success: false, code: 500 })
  })

  it('returns no row outside the scope, and does not leak the total', async () => {
    expect(await namesOf('', jiangsu)).toBe(sort('甲乙丙戊'))
    expect((await list('region=44', jiangsu)).result).toMatchObject({ total: 0, records: [], pages: 0 })
  })
})

describe('a row of the device list', () => {
  it('has dictionary texts, model, station and the newest values of the first two channels', async () => {
    const { deviceNo, channelNos } = devices.aone
    await buildSamples(server.db, { deviceNo, channelNo: channelNos[0] ?? 0 }, [[Date.now(), 35.5]])
    const [row] = (await list('clientId=CID-AONE')).result.records
    expect(row).toMatchObject({
      kind_dictText: '空气毒性监测仪',
      status_dictText: '在线',
      stationId_dictText: '港口站',
      modelId_dictText: '型号 air',
      regionCode_dictText: '江苏省苏州市',
      channelCount: 3,
    })
    expect(row.channels.map((channel: { metricCode: string }) => channel.metricCode)).toEqual(['pm25', 'so2'])
    expect(row.channels[0].latest).toMatchObject({ v: 35.5, q: 0 })
    expect(row.channels[1].latest).toBeNull()
  })

  it('names the owning department, in the list and in the export with number and position', async () => {
    const { deviceNo } = devices.aone
    const { sysOrgCode, sysOrgCode_dictText: owner } = (await list('clientId=CID-AONE')).result.records[0]
    const depart = await server.db
      .selectFrom('sysDepart')
      .select('departName')
      .where('orgCode', '=', sysOrgCode)
      .executeTakeFirstOrThrow()
    expect(owner).toBe(depart.departName)
    const { raw } = await server.call('GET', '/mon/device/exportXls?clientId=CID-AONE', { token: national })
    const { Sheets, SheetNames } = read(raw)
    const [row] = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0] ?? '']!, { range: 2 })
    expect(row).toMatchObject({ 编号: deviceNo, 归属部门: owner })
  })

  it('has complete paging numbers', async () => {
    const { result } = (
      await server.call('GET', '/mon/device/list?pageSize=2&pageNo=2&column=clientId&order=asc', { token: national })
    ).body
    expect(result).toMatchObject({ total: 5, size: 2, current: 2, pages: 3 })
    expect(result.records).toHaveLength(2)
  })
})

describe('counts of the status tabs', () => {
  const counts = async (query: string, token = national) =>
    (await server.call('GET', `/mon/device/statusCounts?${query}`, { token })).body.result
  const zero = Object.fromEntries(Object.keys(DEVICE_STATUS).map((status) => [status, 0]))

  it.each([
    ['全部', '', { online: 1, offline: 1, fault: 1, inactive: 1, retired: 1 }],
    ['不受状态筛选影响', 'status=online', { online: 1, offline: 1, fault: 1, inactive: 1, retired: 1 }],
    ['随区划', 'region=3205', { online: 1, offline: 1, retired: 1 }],
    ['随关键字', 'keyword=xid', { fault: 1, inactive: 1 }],
    ['随其他筛选', 'healthScore=>60', { online: 1, fault: 1 }],
    ['一个也没有', 'keyword=nothing-there', {}],
  ])('%s', async (_name, query, expected) => {
    expect(await counts(query)).toEqual({ ...zero, ...expected })
  })

  it('counts only devices in scope', async () => {
    expect(await counts('', jiangsu)).toEqual({ ...zero, online: 1, offline: 1, fault: 1, retired: 1 })
  })
})

describe('the tree of regions and stations', () => {
  const tree = async (parent?: string, token = national) =>
    (await server.call('GET', `/mon/device/tree${parent === undefined ? '' : `?parent=${parent}`}`, { token })).body
      .result

  it('starts at the whole country and counts abnormal devices', async () => {
    expect(await tree()).toEqual([
      { key: '00', title: '全部区域', kind: 'country', total: 5, abnormal: 2, isLeaf: false },
    ])
  })

  it('has the levels province, city and station', async () => {
    expect(await tree('00')).toMatchObject([
      { key: '32', title: '江苏省', kind: 'province', total: 4, abnormal: 2 },
      { key: '44', title: '广东省', kind: 'province', total: 1, abnormal: 0 },
    ])
    expect(await tree('32')).toMatchObject([
      { key: '3201', kind: 'city', total: 1, abnormal: 1 },
      { key: '3205', kind: 'city', total: 3, abnormal: 1 },
    ])
    expect(await tree('3205')).toEqual([
      { key: harbour.id, title: '港口站', kind: 'station', total: 2, abnormal: 1, isLeaf: true },
    ])
  })

  it('treats an empty parent as the root', async () => {
    expect(await tree('')).toEqual(await tree())
  })

  it('hides branches out of scope', async () => {
    expect((await tree('00', jiangsu)).map((node: { key: string }) => node.key)).toEqual(['32'])
    expect(await tree('44', jiangsu)).toEqual([])
  })

  it.each(['3', '320', '320500', 'xx', '99', "32'--"])('is empty below the unknown parent %s', async (parent) => {
    expect(await tree(parent)).toEqual([])
  })
})

describe('devices on a map', () => {
  const places = async (token: string, query = '') =>
    (await server.call('GET', `/mon/device/places?pageNo=1&pageSize=1${query}`, { token })).body.result as {
      id: string
      lng: number
    }[]
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

  it('are all listed devices with a location, under the same filters and scope', async () => {
    const all = await places(national)
    expect(ids(all)).toEqual(ids([devices.aone, devices.btwo]))
    expect(ids(await places(national, '&status=offline'))).toEqual([devices.btwo.id])
    expect(ids(await places(national, `&keyword=${encodeURIComponent('甲')}`))).toEqual([devices.aone.id])
    expect(await places(national, '&region=44')).toEqual([])
    await server.db.updateTable('monDevice').set({ lng: 113.3, lat: 23.1 }).where('id', '=', devices.dfour.id).execute()
    expect(ids(await places(national))).toContain(devices.dfour.id)
    expect(ids(await places(jiangsu))).toEqual(ids([devices.aone, devices.btwo]))
  })

  it('in a box are the devices the list returns for the box', async () => {
    const listed = async (bbox: string) =>
      (await server.call('GET', `/mon/device/list?pageNo=1&pageSize=50&bbox=${bbox}`, { token: national })).body.result
        .records as { id: string }[]
    expect(ids(await listed('112,22,114,24'))).toEqual([devices.dfour.id])
    expect(ids(await listed('120,31,121,32'))).toEqual(ids([devices.aone, devices.btwo]))
    expect(ids(await places(national, '&bbox=112,22,114,24'))).toEqual([devices.dfour.id])
    const exported = async (bbox: string) => {
      const { raw } = await server.call('POST', '/mon/device/exportXls', { token: national, body: { bbox } })
      const { Sheets, SheetNames } = read(raw)
      const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0] ?? '']!, { range: 2 })
      return rows.map((row) => row['客户端ID'])
    }
    expect(await exported('112,22,114,24')).toEqual(['XID-DFOUR'])
    expect(await exported('0,0,1,1')).toEqual([])
  })
})
