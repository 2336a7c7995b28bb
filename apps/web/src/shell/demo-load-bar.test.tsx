import { homeEndpoints } from '@natim/contract/mon/home'
import { type SiteSettings, siteEndpoints } from '@natim/contract/system/site'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubApi } from '../testing/stub-api.ts'
import { DemoLoadBar } from './demo-load-bar.tsx'

let api: ReturnType<typeof stubApi>
let percent: number | null
let figures: number
let failed: SiteSettings['demoFailed']

beforeEach(() => {
  vi.useFakeTimers()
  figures = 0
  failed = []
  api = stubApi()
  api.on(siteEndpoints.settings, () => ({
    networkName: '监测网',
    filingText: '',
    filingUrl: null,
    supportText: '',
    captcha: false,
    smsLogin: false,
    registration: false,
    thirdLogins: [],
    mqttPort: null,
    demoLoadPercent: percent,
    demoFailed: failed,
  }))
})
afterEach(() => vi.useRealTimers())

/** A page with a network figure that has no polling of its own. */
function Figure() {
  const { data } = useQuery({
    queryKey: [homeEndpoints.summary.path],
    queryFn: async () => ++figures,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <p>第 {data} 次读取</p>
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DemoLoadBar />
      <Figure />
    </QueryClientProvider>,
  )
  await pass(50)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asked = () => api.calls.filter(({ endpoint }) => endpoint.path === siteEndpoints.settings.path).length

it('shows how far the demonstration network is loaded, disappears afterwards, and has the figures refetched', async () => {
  percent = 0
  await open()
  expect(screen.getByRole('status').textContent).toContain('已完成 0 %')
  percent = 12
  await pass(2_100)
  expect(screen.getByRole('status').textContent).toMatch(/演示网络正在载入.*已完成 12 %/)
  percent = 63
  await pass(2_100)
  expect(screen.getByRole('status').textContent).toContain('已完成 63 %')
  expect(screen.getByText('第 1 次读取')).toBeTruthy()
  percent = null
  await pass(2_100)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText('第 2 次读取')).toBeTruthy()
})

it('names what could not be loaded, and whether it will be retried', async () => {
  percent = null
  failed = [{ part: 'breath', isTriedAgain: true }]
  await open()
  expect(screen.getByRole('status').textContent).toMatch(/演示数据未全部载入：呼气检测.*下次启动时再试一次/)
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('status')).toBeNull()
})

it('names what will not be retried', async () => {
  percent = null
  failed = [
    { part: 'breath', isTriedAgain: false },
    { part: 'walls', isTriedAgain: false },
  ]
  await open()
  expect(screen.getByRole('status').textContent).toMatch(/呼气检测、大屏.*不再重试，原因见服务日志/)
})

it('asks once and shows nothing while nothing is loading', async () => {
  percent = null
  await open()
  await pass(60_000)
  expect(screen.queryByRole('status')).toBeNull()
  expect(asked()).toBe(1)
  expect(figures).toBe(1)
})
