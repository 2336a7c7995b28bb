import {
  type DatabaseFigures,
  monitorEndpoints,
  type ProcessFigures,
  type SeenRequest,
  type ServerFigures,
} from '@natim/contract/system/monitor'
import { parseGmt8 } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import MonitorPage from './monitor-page.tsx'

const GIB = 1024 ** 3

const SERVER: ServerFigures = {
  hostName: 'natim-1',
  os: 'Linux 6.1.0 x64',
  cpuModel: 'EPYC',
  cpuCount: 4,
  load1: 1,
  load5: 0.8,
  load15: 0.5,
  memoryTotalBytes: 16 * GIB,
  memoryFreeBytes: 2 * GIB,
  uptimeS: 90_000,
}
const PROCESS: ProcessFigures = {
  nodeVersion: 'v20.20.0',
  pid: 4_711,
  role: 'all',
  uptimeS: 3_700,
  rssBytes: GIB / 4,
  heapUsedBytes: GIB,
  heapLimitBytes: 4 * GIB,
  loopDelayP50Ms: 0.1,
  loopDelayP99Ms: 3.24,
  cpuShare: 0.125,
}
const DATABASE: DatabaseFigures = {
  version: '18.0',
  sizeBytes: 3 * GIB,
  connections: 12,
  maxConnections: 100,
  poolInUse: 2,
  poolIdle: 3,
  poolWaiting: 0,
  poolMax: 10,
  cacheHitShare: 0.9931,
  oldestTransactionS: null,
}
const GOOD: SeenRequest = {
  id: 'r2',
  atMs: parseGmt8('2026-11-21 10:42:18') ?? 0,
  method: 'GET',
  route: '/mon/station/list',
  status: 200,
  durationMs: 12.34,
  username: 'keeper',
  failure: null,
}
const BAD: SeenRequest = { ...GOOD, id: 'r1', route: '/sys/role/add', status: 403, failure: 'permission.denied' }

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(monitorEndpoints.server, () => SERVER)
  api.on(monitorEndpoints.process, () => PROCESS)
  api.on(monitorEndpoints.database, () => DATABASE)
  api.on(monitorEndpoints.disk, () => [{ name: '数据目录', max: 100 * GIB, rest: 5 * GIB, restPPT: 95 }])
  api.on(monitorEndpoints.requests, ({ query }) => (query.failed === 'true' ? [BAD] : [GOOD, BAD]))
})

const panel = (name: string) => within(screen.getByRole('region', { name }))

it('[SY-64] shows every part with units, shares and amounts', async () => {
  renderPage(<MonitorPage />)
  const server = panel('服务器')
  expect((await server.findByRole('meter', { name: '内存' })).getAttribute('aria-valuetext')).toBe(
    '87.5 %，已用 14.0 GB / 共 16.0 GB',
  )
  expect(server.getByText('1.00 / 4 核')).toBeTruthy()
  expect(server.getByText('1 天 1 小时')).toBeTruthy()
  const process = panel('服务进程')
  expect(await process.findByText('0.1 / 3.2')).toBeTruthy()
  expect(process.getByText('12.5 %')).toBeTruthy()
  const database = panel('数据库与缓存')
  expect(await database.findByText('99.3 %')).toBeTruthy()
  expect(database.getByText('使用中 2 / 10 个')).toBeTruthy()
  expect(await panel('磁盘').findByText('剩余 5.0 GB / 共 100.0 GB')).toBeTruthy()
  expect(await panel('最近请求').findByText('/mon/station/list')).toBeTruthy()
  expect(screen.getAllByText(/更新于/)).toHaveLength(5)
})

it('[SY-64] a failed part shows its error in place, and is retried alone', async () => {
  api.on(monitorEndpoints.database, () => {
    throw new Refusal('服务暂时不可用，请稍后重试', 503)
  })
  const { user } = renderPage(<MonitorPage />)
  expect(await panel('数据库与缓存').findByText('服务暂时不可用，请稍后重试')).toBeTruthy()
  expect(await panel('服务器').findByText('natim-1')).toBeTruthy()
  expect(await panel('服务进程').findByText('4711')).toBeTruthy()
  expect(await panel('磁盘').findByText('数据目录')).toBeTruthy()
  expect(await panel('最近请求').findByText('/mon/station/list')).toBeTruthy()
  expect(screen.getAllByRole('alert')).toHaveLength(1)

  api.on(monitorEndpoints.database, () => DATABASE)
  await user.click(panel('数据库与缓存').getByRole('button', { name: /重试/ }))
  expect(await panel('数据库与缓存').findByText('99.3 %')).toBeTruthy()
  expect(api.callsOf(monitorEndpoints.server)).toHaveLength(1)
})

it('[SY-64] reloads all parts on demand, and keeps old data where that fails', async () => {
  const { user } = renderPage(<MonitorPage />)
  await panel('服务器').findByText('natim-1')
  await waitFor(() => expect(screen.getAllByText(/更新于/)).toHaveLength(5))
  api.on(monitorEndpoints.server, () => {
    throw new Refusal('读不到', 500)
  })
  api.on(monitorEndpoints.process, () => ({ ...PROCESS, pid: 4_712 }))
  await user.click(screen.getByRole('button', { name: /刷\s*新/ }))
  expect(await panel('服务进程').findByText('4712')).toBeTruthy()
  expect(await panel('服务器').findByText('读不到')).toBeTruthy()
  expect(panel('服务器').getByText('natim-1')).toBeTruthy()
  expect(panel('服务器').getByText(/数据截至/)).toBeTruthy()
  for (const endpoint of Object.values(monitorEndpoints).slice(0, 5)) expect(api.callsOf(endpoint)).toHaveLength(2)
})

it('filters requests to failed ones', async () => {
  const { user } = renderPage(<MonitorPage />)
  const requests = panel('最近请求')
  await requests.findByText('/mon/station/list')
  await user.click(requests.getByText('失败', { selector: '.ant-segmented-item-label' }))
  await waitFor(() => expect(requests.queryByText('/mon/station/list')).toBeNull())
  expect(requests.getByText('/sys/role/add')).toBeTruthy()
  expect(requests.getByText('permission.denied')).toBeTruthy()
})
