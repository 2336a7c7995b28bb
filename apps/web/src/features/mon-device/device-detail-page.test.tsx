import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { type DeviceOverview, deviceEndpoints } from '@natim/contract/mon/device'
import { type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { siteEndpoints } from '@natim/contract/system/site'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAlarm } from '@/testing/build-alarm.ts'
import { buildChannel, buildDevice, buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import DeviceDetailPage from './device-detail-page.tsx'

const AT = '/mon/device/detail/71'
const spark = { fromMs: 0, stepMs: 900_000, values: [1, 2, null, 3] }
const ammonia = { ...buildChannel({ channelNo: 712, seq: 2, name: '氨气', formula: 'NH₃', limits: [] }), spark }
const chlorine = { ...buildChannel(), spark }

function series(channelNo: number, fromMs: number, toMs: number): TsSeries {
  return {
    channelNo,
    metricCode: 'cl2',
    agg: '1m',
    stepMs: 300_000,
    unit: 'ppm',
    precision: 2,
    name: channelNo === 711 ? '氯气' : '氨气',
    deviceName: '江北 2# 氯气探测器',
    timesMs: [fromMs, toMs - 1],
    avg: [0.3, 0.4],
    min: [0.2, 0.3],
    max: [0.4, 0.5],
    q: [0, 0],
    shortMeans: [],
    gaps: [{ fromMs: fromMs + 1, toMs: fromMs + 4_500_001, cause: 'network' }],
    limits: chlorine.limits,
    limitChangesMs: [],
    stats: {
      n: 17_280,
      valid: 17_000,
      completeness: 0.948,
      avg: 0.31,
      min: 0.09,
      max: 2.46,
      p95: 1.62,
      sd: 0.42,
      means: null,
    },
  }
}

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
let overview: DeviceOverview
beforeEach(() => {
  api = stubApi()
  live = stubLiveSocket()
  overview = buildOverview({ channels: [chlorine, ammonia] })
  api.on(deviceEndpoints.overview, () => overview)
  api.on(deviceEndpoints.credentials, () => [
    {
      id: '1',
      type: 'token',
      createTime: '2026-11-01 08:00:00',
      notAfter: null,
      revokedAt: null,
      lastUsedAt: '2026-11-21 10:00:00',
      lastIp: '10.0.0.9',
    },
  ])
  api.on(timeseriesEndpoints.query, ({ query }) => ({
    series: query.channels.map((channelNo) => series(channelNo, query.from, query.to)),
  }))
  api.on(siteEndpoints.settings, () => ({
    networkName: '监测网',
    filingText: '',
    supportText: '',
    captcha: false,
    smsLogin: false,
    registration: false,
    thirdLogins: [],
    filingUrl: null,
    mqttPort: 1883,
    demoLoadPercent: null,
    demoFailed: [],
  }))
})

const open = (options?: Parameters<typeof renderPage>[1]) =>
  renderPage(<DeviceDetailPage />, { at: AT, path: '/mon/device/detail/:id', ...options })
const card = async (title: string) =>
  (await screen.findByRole('button', { name: title })).closest('article') as HTMLElement
const lastQuery = () => api.callsOf(timeseriesEndpoints.query).at(-1)?.query

describe('device page', () => {
  it('shows identity and state of the device', async () => {
    open()
    expect(await screen.findByRole('heading', { name: '江北 2# 氯气探测器', level: 1 })).toBeTruthy()
    expect(screen.getByText('GT-320100-0071')).toBeTruthy()
    expect(screen.getByText('江苏省监测中心')).toBeTruthy()
    expect(screen.getByText('118.718600, 32.221400')).toBeTruthy()
    const facts = screen.getByRole('complementary', { name: '设备状况' })
    expect(within(facts).getByText('+38 ms')).toBeTruthy()
    expect(await within(facts).findByText('10.0.0.9')).toBeTruthy()
    expect(within(await card('Cl₂ 氯气')).getByText('0.31')).toBeTruthy()
  })

  it('[BZ-04] says why a flapping device is offline although it is heard', async () => {
    overview = buildOverview({ device: buildDevice({ status: 'offline', flapping: true }), channels: [chlorine] })
    open()
    expect(await screen.findByText(/^频繁上下线（10 分钟内反复超过 3 次），收到数据也按离线显示/)).toBeTruthy()
  })

  it('[BZ-10] follows the live feed, greys stale and hatches offline values', async () => {
    overview = buildOverview({
      channels: [chlorine, { ...ammonia, latest: { ts: Date.now() - 60_000, v: 3.4, q: 0 } }],
    })
    open()
    const first = await card('Cl₂ 氯气')
    expect(first.getAttribute('data-look')).toBe('live')
    expect((await card('NH₃ 氨气')).getAttribute('data-look')).toBe('stale')
    await waitFor(() =>
      expect(live.subscriptions().find(({ topic }) => topic === 'ch')).toMatchObject({ keys: [711, 712] }),
    )
    live.sendPoints([[711, Date.now(), 2.31, 0]])
    expect(await within(first).findByText('2.31')).toBeTruthy()
    overview = buildOverview({ device: buildDevice({ status: 'offline' }), channels: [chlorine, ammonia] })
    live.sendDevices([{ id: '71', st: 'offline', ls: Date.now() - 8_040_000 }])
    await waitFor(() => expect(first.getAttribute('data-look')).toBe('offline'))
    expect(within(first).getByText(/^离线/)).toBeTruthy()
    expect(within(first).getByText('2.31')).toBeTruthy()
  })

  it('draws the selected channel with its statistics', async () => {
    const { user } = open()
    expect(await screen.findByText('17,280')).toBeTruthy()
    expect(lastQuery()).toMatchObject({ channels: [711] })
    expect(screen.getByText(/^ppm · 5 min 均值 · /)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'NH₃ 氨气' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ channels: [712] }))
    expect(decodeURIComponent(window.location.search)).toContain('"channel":712')
  })

  it('loads finer data for a narrower range, and returns', async () => {
    const { user } = open()
    await screen.findByText('17,280')
    const whole = lastQuery()
    const keys = await screen.findByRole('button', { name: /缩放图表/ })
    fireEvent.keyDown(keys, { key: '+' })
    await waitFor(() => expect(lastQuery()).not.toEqual(whole))
    const narrow = lastQuery()
    expect((narrow?.to ?? 0) - (narrow?.from ?? 0)).toBeLessThan(24 * 3_600_000)
    const trail = screen.getByRole('navigation', { name: '缩放层级' })
    await user.click(within(trail).getByRole('button', { name: '返回' }))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: '缩放层级' })).toBeNull())
    await user.click(screen.getByText('7d'))
    await waitFor(() => expect((lastQuery()?.to ?? 0) - (lastQuery()?.from ?? 0)).toBe(7 * 86_400_000))
  })

  it('exports the shown data', async () => {
    const saved: Blob[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:test'
    })
    const { user } = open()
    await screen.findByText('17,280')
    await user.click(screen.getByRole('button', { name: '导出' }))
    expect(saved[0]?.type).toBe('text/csv;charset=utf-8')
    expect(saved[0]?.size).toBeGreaterThan(200)
  })

  it('has a tab for each kind of data', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: /^通道/ }))
    expect(await screen.findAllByText('0 – 20 ppm')).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: '凭证' }))
    expect(await screen.findByText('有效')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: '状态日志' }))
    expect(await screen.findByText('至今')).toBeTruthy()
    // The window cuts the span off: its start is not known here.
    expect(screen.getByText(/^早于 /)).toBeTruthy()
    expect(screen.getByText('超过 1 天')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: '历史' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ channels: [711] }))
    await user.click(screen.getByRole('tab', { name: '实时' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ channels: [711, 712], agg: 'raw' }))
    await user.click(await screen.findByRole('button', { name: '暂停' }))
    expect(screen.getByRole('button', { name: '继续' })).toBeTruthy()
  })

  it('waits for the first message of a new device', async () => {
    const fresh = buildDevice({ status: 'inactive', lastSeen: null, lastSampleTs: null })
    overview = buildOverview({ device: fresh, channels: [{ ...chlorine, latest: null }], completeness24h: null })
    open()
    expect(await screen.findByText('等待首条消息')).toBeTruthy()
    expect(screen.getByText(/^mosquitto_pub .* -P '<密钥>' /)).toBeTruthy()
    await waitFor(() => expect(live.subscriptions().filter(({ topic }) => topic === 'ch').length).toBeGreaterThan(1))
    live.sendPoints([[711, Date.now(), 0.42, 0]])
    expect(await screen.findByText('已收到首条消息')).toBeTruthy()
  })

  it('edits the device in place', async () => {
    api.on(deviceEndpoints.update, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    const dialog = await screen.findByRole('dialog', { name: '编辑设备' })
    const name = within(dialog).getByLabelText('设备名称')
    await user.clear(name)
    await user.type(name, '江北 3#')
    overview = buildOverview({ device: buildDevice({ name: '江北 3#' }) })
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(await screen.findByRole('heading', { name: '江北 3#', level: 1 })).toBeTruthy()
    expect(api.callsOf(deviceEndpoints.update)[0]?.body).toMatchObject({ id: '71', name: '江北 3#' })
  })

  it('hides history and secrets without permission', async () => {
    open({ rights: ['mon:device:view'] })
    await screen.findByRole('heading', { name: '江北 2# 氯气探测器', level: 1 })
    expect(screen.queryByRole('tab', { name: '凭证' })).toBeNull()
    expect(screen.queryByRole('tab', { name: '历史' })).toBeNull()
    expect(screen.queryByRole('button', { name: /编辑|更换凭证/ })).toBeNull()
    expect(api.callsOf(timeseriesEndpoints.query)).toHaveLength(0)
  })

  it('says that a device does not exist, with a link to the list', async () => {
    api.on(deviceEndpoints.overview, () => {
      throw new Refusal('未找到对应数据')
    })
    open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('未找到对应数据')
    expect(within(alert).getByRole('link', { name: '返回设备列表' }).getAttribute('href')).toBe('/mon/device/list')
  })
})

describe('alarms of the device', () => {
  it('are listed in a tab, open and closed, and link to the alarm centre', async () => {
    api.on(alarmEndpoints.list, () => pageOf([buildAlarm()]))
    const { user } = renderPage(<DeviceDetailPage />, { at: AT, path: '/mon/device/detail/:id' })
    await user.click(await screen.findByRole('tab', { name: '报警' }))
    const table = within(await screen.findByRole('table', { name: '设备报警' }))
    await user.click(await table.findByText('氯气 60 min 均值超 AEGL-2'))
    expect(api.callsOf(alarmEndpoints.list)[0]?.query).toMatchObject({ deviceId: '71', view: 'all' })
    expect(window.location.pathname).toBe('/mon/alarm/list')
    expect(decodeURIComponent(window.location.search)).toContain('"alarm":"123"')
  })

  it('are hidden without permission to see alarms', async () => {
    renderPage(<DeviceDetailPage />, {
      at: AT,
      path: '/mon/device/detail/:id',
      rights: ['mon:device:view', 'mon:ts:view'],
    })
    await screen.findByRole('tab', { name: '事件' })
    expect(screen.queryByRole('tab', { name: '报警' })).toBeNull()
  })
})
