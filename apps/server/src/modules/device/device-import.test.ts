import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let dataDir: string
let admin: string
let jiangsu: string
let model: { id: string; name: string; channels: number }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-devices-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  admin = await server.signIn('admin')
  jiangsu = await server.signIn('jiangsu')
  const { records } = (await server.call('GET', '/mon/deviceModel/list', { token: admin })).body.result
  const chosen = records.find(({ channelCount }: { channelCount: number }) => channelCount > 1)
  model = { id: chosen.id, name: chosen.name, channels: chosen.channelCount }
  await buildStation(server.db, { name: '苏州站' })
  await buildStation(server.db, { name: '广州站', regionCode: '440100' })
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const HEADINGS = ['设备名称', '客户端ID', '型号', '站点', '安装日期', '标签']
async function importRows(rows: unknown[][], token = admin) {
  const { body, headers } = await multipart([['files[]', { name: 'a.xlsx', bytes: sheetOf([HEADINGS, ...rows]) }]])
  return server.call('POST', '/mon/device/importExcel', { token, body, headers })
}

it('imports devices with their channels, at the location of their station', async () => {
  const { body } = await importRows([
    ['甲', 'imp-0001', model.name, '苏州站', '2026/1/5', '街道，边界'],
    ['乙', 'imp-0002', model.id, '', '', ''],
  ])
  expect(body).toMatchObject({ success: true, code: 200, message: '文件导入成功！数据行数：2' })
  const list = (await server.call('GET', '/mon/device/list?clientId=imp-*&column=clientId&order=asc', { token: admin }))
    .body.result
  expect(list.records[0]).toMatchObject({
    name: '甲',
    stationId_dictText: '苏州站',
    regionCode: '320500',
    lng: 120.62,
    installedAt: '2026-01-05',
    tags: ['街道', '边界'],
    status: 'inactive',
  })
  expect(list.records.map(({ channelCount }: { channelCount: number }) => channelCount)).toEqual([
    model.channels,
    model.channels,
  ])
})

it('refuses what the add form refuses', async () => {
  const { body } = await importRows(
    [
      ['丙', 'x', model.name, '', '', ''],
      ['丙', 'imp-0003', '没有的型号', '', '', ''],
      ['丙', 'imp-0004', model.name, '广州站', '', ''],
      ['丙', 'imp-0005', model.name, '', '2026-02-30', ''],
      ['丙', 'imp-0001', model.name, '', '', ''],
    ],
    jiangsu,
  )
  expect(body.code).toBe(201)
  const { raw } = await server.call('GET', body.result, { token: jiangsu })
  expect(
    tableOf(raw)
      .slice(3)
      .map((cells) => cells.at(-1)),
  ).toEqual([
    '第 2 行 客户端ID：客户端ID只能包含字母、数字、下划线和短横线（4-64位）！',
    '第 3 行 型号：「没有的型号」不在可选范围内',
    '第 4 行 站点：「广州站」不在可选范围内',
    '第 5 行 安装日期：没有这个日期',
    '第 6 行 客户端ID：数据库中已存在',
  ])
})
