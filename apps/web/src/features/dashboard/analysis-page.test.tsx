import { type HomeSummary, homeEndpoints } from '@natim/contract/mon/home'
import { type SiteSettings, siteEndpoints } from '@natim/contract/system/site'
import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session/session-store.ts'
import { FALLBACK_SITE } from '../../lib/site.ts'
import { eventually } from '../../testing/eventually.ts'
import { Unstyled } from '../../testing/unstyled.tsx'
import AnalysisPage from './analysis-page.tsx'

const NOW = parseGmt8('2026-11-21 10:42:18') as number
const HOURS = Array.from({ length: 24 }, () => 100)
const SHARES = HOURS.map(() => 0.97)

const SUMMARY: HomeSummary = {
  atMs: NOW,
  stations: 312,
  devices: 1_284,
  isNetworkEmpty: false,
  byStatus: { online: 1_231, offline: 27, fault: 9, maintenance: 14, inactive: 3, retired: 0 },
  onlineTrend: SHARES,
  samplesToday: 38_410_000,
  samplesByHour: HOURS,
  pointsPerSecond: 350,
  completeness24h: 0.987,
  completenessTrend: SHARES,
  validShare24h: 0.979,
  lateShare24h: 0.0021,
  alarms: null,
  alarming: null,
  alarmsByHour: null,
  provinces: [
    {
      regionCode: '320000',
      name: '江苏',
      devices: 100,
      expected: 100,
      online: 98,
      completeness: 0.99,
      doseMax: 0.11,
      alarms: { open: 4, worst: 2, toxicity: 3, infection: 0 },
      pm25Median: 41,
      onlineByHour: SHARES,
    },
    {
      regionCode: '540000',
      name: '西藏',
      devices: 21,
      expected: 20,
      online: 16,
      completeness: null,
      doseMax: null,
      alarms: null,
      pm25Median: null,
      onlineByHour: SHARES,
    },
  ],
  limitWatch: [
    {
      deviceId: 'd1',
      deviceName: '江北 2# 氯气探测器',
      stationName: '南京江北化工园区',
      channel: {
        channelNo: 1,
        seq: 1,
        metricCode: 'cl2',
        name: '氯气',
        formula: 'Cl₂',
        unit: 'ppm',
        precision: 2,
        periodS: 10,
        rangeLo: 0,
        rangeHi: 50,
        lod: null,
        enabled: true,
        limits: [{ name: 'AEGL-2', value: 2, avgPeriod: '60min', op: '>=', severity: 2, source: 'AEGL' }],
        means: { '60min': 2.31 },
        latest: { ts: NOW - 4_000, v: 2.31, q: 0 },
      },
    },
  ],
  recent: [
    { ts: NOW - HOUR_MS, deviceId: 'd2', deviceName: '西宁北川 1#', from: 'offline', to: 'online', reason: '恢复上报' },
  ],
}

class SilentSocket extends EventTarget {
  send() {}
  close() {}
}

let answer: (query: URLSearchParams) => Response
const asked: URLSearchParams[] = []
const envelope = (result: unknown) =>
  Response.json({ success: true, message: '', code: 200, result, timestamp: Date.now() })

beforeEach(() => {
  asked.length = 0
  answer = () => envelope(homeEndpoints.summary.result.parse(SUMMARY))
  window.history.replaceState(null, '', '/dashboard/analysis')
  useSession.setState({ token: 't', user: { realname: '周海宁' } as never, permissions: undefined })
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams, pathname } = new URL(url, 'http://natim.invalid')
    // Cards that load their own data are tested next to their code.
    if (!pathname.endsWith('/mon/home/summary')) return envelope(null)
    asked.push(searchParams)
    return answer(searchParams)
  })
})

function open(site?: SiteSettings): void {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData([siteEndpoints.settings.path], site)
  render(
    <Unstyled button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AnalysisPage />
        </BrowserRouter>
      </QueryClientProvider>
    </Unstyled>,
  )
}

describe('the home page', () => {
  it('shows one loading skeleton and announces it once', async () => {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    vi.stubGlobal('fetch', async (url: string) => {
      await isReleased
      return url.includes('/mon/home/summary') ? answer(new URLSearchParams()) : envelope(null)
    })
    open()
    const parts = () => {
      const figures = screen.getByRole('region', { name: '全网指标', hidden: true })
      return [figures.children.length, figures.parentElement?.querySelectorAll('section > header').length]
    }
    const awaited = parts()
    expect(awaited).toEqual([5, 8])
    expect(screen.getAllByRole('status', { name: '加载中' })).toHaveLength(1)
    expect(screen.queryByRole('region', { name: '全网指标' })).toBeNull()
    release()
    expect(await screen.findByText(/全网总体平稳/)).toBeTruthy()
    expect(parts()).toEqual(awaited)
    expect(screen.getByRole('region', { name: '全网指标' })).toBeTruthy()
  })

  it('names the province for a user who sees only one', async () => {
    answer = () => envelope({ ...SUMMARY, provinces: SUMMARY.provinces.slice(0, 1) })
    open()
    expect(await screen.findByText(/江苏总体平稳/)).toBeTruthy()
    expect(screen.queryByText(/全网总体平稳/)).toBeNull()
  })

  it('starts with its finding, then shows figures with unit and explanation', async () => {
    open()
    expect(await screen.findByText(/全网总体平稳/)).toBeTruthy()
    expect(screen.getByText('南京江北化工园区', { selector: 'strong' })).toBeTruthy()
    const figures = within(screen.getByRole('region', { name: '全网指标' }))
    expect(figures.getByText('96.1')).toBeTruthy()
    expect(figures.getByText('1,231 / 1,281 台 · 较昨日 −0.9')).toBeTruthy()
    expect(figures.getByText('3,841')).toBeTruthy()
    expect(figures.getByText('万')).toBeTruthy()
    expect(figures.getByText('98.7')).toBeTruthy()
    expect(figures.getByText('有效 97.9 % · 迟到 0.21 %')).toBeTruthy()
  })

  it('reports trouble when its own thresholds are exceeded, and shows them', async () => {
    const byStatus = { online: 905, offline: 95, fault: 0, maintenance: 0, inactive: 20, retired: 0 }
    answer = () => envelope({ ...SUMMARY, byStatus, onlineTrend: SHARES.map(() => 0.973) })
    open()
    expect(await screen.findByText('需要关注')).toBeTruthy()
    expect(screen.queryByText(/总体平稳，/)).toBeNull()
    expect(screen.getByText(/在线率 90\.5 %，较昨日 −6\.8 个百分点。/)).toBeTruthy()
    expect(screen.getByText('在线率不低于 95 %（未满足）')).toBeTruthy()
    expect(screen.getByText('数据完整率（24 h）不低于 90 %')).toBeTruthy()
  })

  it('shows the channels near their limits before the bars of the day', async () => {
    open()
    const watch = await screen.findByText('限值关注')
    const bars = screen.getByText('24 小时样本')
    expect(watch.compareDocumentPosition(bars) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('names a place once, however many of its channels exceed their limits', async () => {
    const [first] = SUMMARY.limitWatch as [HomeSummary['limitWatch'][number]]
    const second = { ...first, deviceId: 'd2', channel: { ...first.channel, channelNo: 2, metricCode: 'h2s' } }
    answer = () => envelope({ ...SUMMARY, limitWatch: [first, second] })
    open()
    expect(await screen.findByText('南京江北化工园区', { selector: 'strong' })).toBeTruthy()
    expect(screen.queryByText(/南京江北化工园区、/)).toBeNull()
  })

  it('links a status to its devices', async () => {
    open()
    const link = await screen.findByRole('link', { name: /9 台\s*故障/ })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/mon/device/list?~=')
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('fault')
  })

  it("[BZ-01] links the online share, today's readings and the completeness to their details", async () => {
    const auth = ['mon:device:view', 'mon:ts:view', 'mon:review:view'].map((action) => ({
      action,
      type: '1' as const,
      describe: action,
    }))
    useSession.setState({ permissions: { menu: [], auth, allAuth: [], sysSafeMode: false } })
    open()
    for (const [name, path] of [
      ['设备在线率', '/mon/device/list'],
      ['今日样本', '/sensordata'],
      ['数据完整率（24 h）', '/mon/review'],
    ] as const)
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
  })

  it('lists the weakest province first and shows missing values as missing', async () => {
    open()
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent ?? '')
    const provinces = rows.filter((text) => /西藏|江苏/.test(text))
    expect(provinces[0]).toContain('西藏')
    expect(provinces[0]).toContain('—')
    expect(provinces[1]).toContain('江苏')
  })

  it('shows no alarm figures without an alarm engine', async () => {
    open()
    await screen.findByText(/全网总体平稳/)
    expect(screen.getByText('报警规则尚未启用')).toBeTruthy()
    expect(screen.queryByText('1 级 特别重大')).toBeNull()
    expect(screen.getByText('24 小时样本')).toBeTruthy()
  })

  it('keeps the region in the address and queries it', async () => {
    open()
    await screen.findByText(/全网总体平稳/)
    await userEvent.click(screen.getByRole('combobox', { name: '区域' }))
    await userEvent.click(await screen.findByText('北京', { selector: '.ant-select-item-option-content' }))
    await eventually(() => expect(asked.at(-1)?.get('region')).toBe('11'))
    expect(new URLSearchParams(window.location.search).get('~')).toBe('{"region":"11"}')
  })

  it('says why it could not load, and reloads on demand', async () => {
    answer = () =>
      Response.json(
        { success: false, message: '服务暂时不可用，请稍后重试', code: 503, result: null, timestamp: 0 },
        { status: 503 },
      )
    open()
    expect(await screen.findByText(/服务暂时不可用/)).toBeTruthy()
    answer = () => envelope(SUMMARY)
    await userEvent.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText(/全网总体平稳/)).toBeTruthy()
  })

  const hold = (...codes: string[]) => {
    const auth = codes.map((action) => ({ action, type: '1', describe: action }))
    useSession.setState({ permissions: { menu: [], auth, allAuth: [], sysSafeMode: false } })
  }
  const showNone = (isNetworkEmpty: boolean) => {
    const byStatus = { online: 0, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 }
    const nothing = { devices: 0, stations: 0, byStatus, limitWatch: [], provinces: [], recent: [] }
    answer = () => envelope({ ...SUMMARY, ...nothing, isNetworkEmpty })
    open()
  }

  it('guides an empty network to its first value', async () => {
    hold('mon:station:add', 'mon:device:add')
    showNone(true)
    expect(await screen.findByText('网络中还没有设备')).toBeTruthy()
    expect(screen.getByRole('link', { name: '1 建站点' }).getAttribute('href')).toBe('/mon/station/list')
  })

  it('offers to create nothing to users who may not', async () => {
    hold('mon:home:view')
    showNone(true)
    expect(await screen.findByText('站点和设备由管理员登记')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /建站点|建设备/ })).toBeNull()
  })

  it('[BZ-01] tells users who see none of the devices so, instead of calling the network empty', async () => {
    hold('mon:station:add', 'mon:device:add')
    showNone(false)
    expect(await screen.findByText('您的数据范围内没有设备')).toBeTruthy()
    expect(screen.getByText('您的数据范围内没有设备。')).toBeTruthy()
    expect(screen.getByText('请联系管理员核对您的部门和数据区域')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /建站点|建设备/ })).toBeNull()
  })

  it('offers to create nothing while the demonstration network is loading', async () => {
    answer = () => envelope({ ...SUMMARY, devices: 0 })
    open({ ...FALLBACK_SITE, demoLoadPercent: 12 })
    expect(await screen.findByText('演示网络正在载入')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /建站点|建设备/ })).toBeNull()
  })
})

describe('alarms', () => {
  it('are counted by level and by hour, and link to their lists', async () => {
    const alarmsByHour = HOURS.map((_, hour) => [0, hour === 23 ? 3 : 0, 0, 0, 1])
    answer = () => envelope({ ...SUMMARY, alarms: [1, 2, 5, 9, 14], alarming: 12, alarmsByHour })
    open()
    const link = await screen.findByRole('link', { name: /2 级 重大/ })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('{"view":"unacked","severity":"2"}')
    const devices = screen.getByRole('link', { name: '12 台设备正在报警' })
    expect(decodeURIComponent(devices.getAttribute('href') ?? '')).toContain('{"view":"open"}')
    expect(screen.getByRole('img', { name: '24 小时报警，共 27 起' })).toBeDefined()
    expect(decodeURIComponent(screen.getByRole('link', { name: '重大' }).getAttribute('href') ?? '')).toMatch(
      /"view":"all","severity":"2","fromMs":"\d+"/,
    )
  })
})
